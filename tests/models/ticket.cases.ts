import type { Failure } from '../../src/domain/failure.ts';
import type { Ticket, TicketComment } from '../../src/domain/ticket.ts';

export const ID = 't7';
export const TEXT = 'Any news?';
const MONDAY = Date.UTC(2026, 0, 5, 12);

export const TICKET: Ticket = {
  id: ID,
  subject: 'Where?',
  status: 'open',
  category: 'deposit',
  description: 'It is late.',
  createdAt: MONDAY,
  modifiedAt: null,
  owner: 'anna',
};

export const wireTicket = (part: object = {}): object => ({
  id: ID,
  subject: 'Where?',
  status: 'open',
  category: 'Deposit',
  description: 'It is late.',
  created_date: '2026-01-05T12:00:00Z',
  owner_username: 'anna',
  ...part,
});

/** The support writes the odd ones. */
export const wireComment = (index: number): object => ({
  id: `c${index}`,
  content: `m${index}`,
  user_username: index % 2 === 1 ? 'support' : 'anna',
  comment_date: '2026-01-05T12:00:00',
});

export const comment = (index: number): TicketComment => ({
  id: `c${index}`,
  content: `m${index}`,
  author: index % 2 === 1 ? 'support' : 'anna',
  isOwn: index % 2 === 0,
  at: MONDAY,
});

export const REPLY_WIRE = {
  id: 'r1',
  content: ` ${TEXT}\r\n`,
  user_username: 'anna',
  comment_date: '2026-01-05T12:01:00Z',
};

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

export const REFUSED: Failure = {
  status: 409,
  text: 'This ticket is full.',
  serverCode: 'TICKET_FULL',
  code: 'refused',
  retryable: false,
};
export const CLOSED: Failure = {
  status: 409,
  text: 'This ticket is closed.',
  serverCode: 'TICKET_CLOSED',
  code: 'refused',
  retryable: false,
};
export const FORBIDDEN: Failure = { status: 403, text: 'Not now.', code: 'refused', retryable: false };
export const UNREACHABLE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
export const UNREADABLE: Failure = { status: 200, code: 'unreadable', retryable: false, cause: 'ticket 200' };
export const TOO_MANY: Failure = { status: 429, retryAfter: 20, code: 'tooMany', retryable: true };
