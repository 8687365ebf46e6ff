import type { Failure } from '../../src/domain/failure.ts';
import type { TicketDraft } from '../../src/domain/ticket.ts';

export const DRAFT: TicketDraft = { subject: 'Where?', description: 'It is late.', category: 'deposit' };

export const POOR: Failure = {
  status: 409,
  text: 'Too many tickets.',
  serverCode: 'TOO_MANY_TICKETS',
  code: 'refused',
  retryable: false,
};

export const TOO_MANY: Failure = { status: 429, retryAfter: 20, code: 'tooMany', retryable: true };
