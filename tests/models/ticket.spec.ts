import type { TicketContext } from '../../src/machines/support/index.ts';
import { specTable, type Row } from './tools/spec.ts';
import type { OutageError } from '../../src/domain/failure.ts';
import {
  CLOSED,
  comment,
  FORBIDDEN,
  ID,
  range,
  REFUSED,
  TEXT,
  TOO_MANY,
  UNREACHABLE,
  UNREADABLE,
} from './ticket.cases.ts';

type TicketRow = Row<TicketContext>;

const comments = (offset: number, limit = 20): string =>
  `GET /support/tickets/comments/list/${ID}?limit=${limit}&offset=${offset}`;
const READ = `GET /support/tickets/get/${ID}`;
const send = (key: string, text = TEXT): string =>
  `POST /support/tickets/comment/${ID} {"content":"${text}"} key=${key}`;
const sent = ['lists outdated', 'toast {"key":"support:toast.replySent","kind":"success"}', 'reply.sent {}'];

/** The first guess of the next read. */
const lastFrom = ({ conversation }: TicketContext): number =>
  conversation ? Math.max(0, conversation.hidden + conversation.comments.length - 20) : 0;
const readAgain = (context: TicketContext): string[] => [READ, comments(lastFrom(context))];
const lastId = ({ conversation }: TicketContext): string | null => conversation?.comments.at(-1)?.id ?? null;
const isOpen = ({ conversation }: TicketContext): boolean => conversation?.ticket.status !== 'closed';
const isShort = ({ conversation }: TicketContext): boolean => (conversation?.comments.length ?? 0) <= 20;
const nothingSaid = { refusal: null, absent: null };
const isAgain = ({ reply }: TicketContext): boolean => reply?.isAgain === true;
const LOOKING = 'shown.lost.looking';
const firstRead = 'loading.reading';

const loading: readonly TicketRow[] = [
  {
    ref: 'SUPPORT-01: get, and its comments from their end',
    in: '',
    on: '(start)',
    to: firstRead,
    does: () => [READ, comments(0)],
    sets: () => ({ conversation: null }),
  },
  {
    ref: 'SUPPORT-01: the conversation',
    in: firstRead,
    on: ['readTicket: read', 'readTicket: read, closed'],
    to: 'shown.idle',
    does: (_, { output }) => {
      const { hidden } = (output as { value: { hidden: number } }).value;
      return hidden > 0 ? [comments(hidden)] : [];
    },
    sets: () => ({ failure: null, attempt: 0 }),
  },
  { ref: 'SUPPORT-01: only the own', in: firstRead, on: 'readTicket: missing', to: 'missing' },
  {
    ref: 'SUPPORT-01: a message for loading',
    in: firstRead,
    on: 'readTicket: forbidden',
    to: 'failed',
    sets: () => ({ failure: FORBIDDEN }),
  },
  {
    ref: 'LOST-06: not retried',
    in: firstRead,
    on: 'readTicket: unreadable',
    to: 'failed',
    sets: () => ({ failure: UNREADABLE }),
  },
  {
    ref: 'LOST-06: three retries',
    in: firstRead,
    on: 'readTicket: no answer',
    to: ({ attempt }) => (attempt < 3 ? 'loading.pausing' : 'failed'),
    sets: ({ attempt }) => ({ failure: UNREACHABLE, attempt: Math.min(3, attempt + 1) }),
  },
  {
    ref: 'LOST-06: growing delays',
    in: 'loading.pausing',
    on: 'after retryPause',
    to: firstRead,
    after: ({ attempt }) => [1000, 2000, 4000][attempt - 1] ?? 0,
    does: () => [READ, comments(0)],
  },
  {
    ref: 'LOST-06: retry',
    in: 'failed',
    on: 'refresh',
    to: firstRead,
    does: () => [READ, comments(0)],
    sets: () => ({ attempt: 0, failure: null }),
  },
];

const reading: readonly TicketRow[] = [
  {
    ref: 'SUPPORT-06: a support reply appears within 15 s while the ticket is open',
    in: 'shown.idle',
    on: 'after freshFor',
    to: 'shown.refreshing',
    after: 10_000,
    does: readAgain,
  },
  { ref: 'SUPPORT-01', in: 'shown.idle', on: 'refresh', to: 'shown.refreshing', does: readAgain },
  ...(
    [
      ['readTicket: read', 'open'],
      ['readTicket: read, closed', 'closed'],
    ] as const
  ).map(([on, status]): TicketRow => ({
    ref: 'SUPPORT-04: open, pending, closed; lists show the same',
    in: 'shown.refreshing',
    on,
    to: 'shown.idle',
    does: ({ conversation }: TicketContext) =>
      conversation?.ticket.status === status ? [] : ['lists outdated'],
    sets: ({ conversation }: TicketContext) => ({
      failure: null,
      conversation: conversation && { ...conversation, ticket: { ...conversation.ticket, status } },
    }),
  })),
  {
    ref: 'SUPPORT-01: only the own',
    in: 'shown.refreshing',
    on: 'readTicket: missing',
    to: 'missing',
    sets: () => ({ conversation: null }),
  },
  ...(
    [
      ['forbidden', FORBIDDEN],
      ['no answer', UNREACHABLE],
      ['unreadable', UNREADABLE],
    ] as const
  ).map(([name, failure]): TicketRow => ({
    ref: 'CALL-02: a failed background refresh keeps the data',
    in: 'shown.refreshing',
    on: `readTicket: ${name}`,
    to: 'shown.idle',
    sets: ({ conversation }: TicketContext) => ({ failure, conversation }),
  })),
  {
    ref: 'SUPPORT-05: a toggle for earlier ones',
    in: 'shown.idle',
    on: 'showEarlier',
    if: ({ conversation }) => (conversation?.hidden ?? 0) > 0,
    to: 'shown.extending',
    does: () => [comments(0, 3)],
  },
  {
    ref: 'SUPPORT-05: a toggle for earlier ones',
    in: 'shown.extending',
    on: 'readEarlier: earlier ones',
    to: 'shown.idle',
    sets: ({ conversation }) => ({
      failure: null,
      conversation: { ticket: conversation?.ticket, hidden: 0, comments: range(0, 23).map(comment) },
    }),
  },
  ...(
    [
      ['forbidden', FORBIDDEN],
      ['no answer', UNREACHABLE],
    ] as const
  ).map(([name, failure]): TicketRow => ({
    ref: 'SUPPORT-01: a message for loading',
    in: 'shown.extending',
    on: `readEarlier: ${name}`,
    to: 'shown.idle',
    sets: ({ conversation }: TicketContext) => ({ failure, conversation }),
  })),
  {
    ref: 'SUPPORT-05: last 20 messages shown',
    in: 'shown.idle',
    on: 'hideEarlier',
    if: (context) => !isShort(context),
    sets: ({ conversation }) => ({
      conversation: { ticket: conversation?.ticket, hidden: 3, comments: range(3, 23).map(comment) },
    }),
  },
];

const replying: readonly TicketRow[] = [
  ...(
    [
      ['shown.idle', () => []],
      ['shown.refreshing', (context: TicketContext) => readAgain(context).map((text) => `abort ${text}`)],
      ['shown.extending', () => [`abort ${comments(0, 3)}`]],
    ] as const
  ).flatMap(([from, before]): TicketRow[] => [
    {
      ref: 'SUPPORT-04: replies are allowed only when the ticket is not closed',
      in: from,
      on: 'reply',
      if: isOpen,
      to: 'shown.sending',
      does: (context) => [...before(context), send('k1')],
      sets: (context) => ({
        ...nothingSaid,
        reply: { text: TEXT, after: lastId(context), idempotencyKey: 'k1', isAgain: false },
      }),
    },
    {
      ref: 'LOST-03, LOST-04: sent again by a press, with the same key',
      in: from,
      on: 'reply again',
      if: isOpen,
      to: 'shown.sending',
      does: (context) => [...before(context), send(context.absent?.idempotencyKey ?? '')],
      sets: ({ absent }) => ({ ...nothingSaid, reply: absent && { ...absent, isAgain: true } }),
    },
  ]),
  {
    ref: 'LOST-04: other words are another reply',
    in: 'shown.idle',
    on: 'another reply',
    if: isOpen,
    to: 'shown.sending',
    does: () => [send('k3', `${TEXT}!`)],
    sets: (context) => ({
      ...nothingSaid,
      reply: { text: `${TEXT}!`, after: lastId(context), idempotencyKey: 'k3', isAgain: false },
    }),
  },
  { ref: 'NAV-13: errors clear when edited', in: 'shown*', on: 'edit', sets: () => nothingSaid },
  {
    ref: 'SUPPORT-01: the reply is in the conversation',
    in: 'shown.sending',
    on: 'sendReply: sent',
    to: 'shown.refreshing',
    does: (context) => [...sent, ...readAgain(context)],
    sets: () => ({ reply: null }),
  },
  {
    ref: 'SUPPORT-08: a message for sending; the text stays in the box',
    in: 'shown.sending',
    on: 'sendReply: refused',
    to: 'shown.idle',
    sets: () => ({ refusal: REFUSED, reply: null }),
  },
  {
    ref: 'SUPPORT-04: closed meanwhile',
    in: 'shown.sending',
    on: 'sendReply: closed',
    to: 'shown.refreshing',
    does: readAgain,
    sets: () => ({ refusal: CLOSED, reply: null }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: 'shown.sending',
    on: 'sendReply: too many for 20 s',
    if: isAgain,
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
    sets: ({ reply }) => ({ reply, refusal: TOO_MANY }),
  },
  {
    ref: 'SUPPORT-08: a message for sending; the text stays in the box',
    in: 'shown.sending',
    on: 'sendReply: too many for 20 s',
    to: 'shown.idle',
    sets: () => ({ refusal: TOO_MANY, reply: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'shown.sending',
    on: ['sendReply: no answer', 'sendReply: server down'],
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
    sets: ({ reply }, event) => ({
      reply,
      refusal: (event as unknown as { error: OutageError }).error.failure,
    }),
  },
];

const reconciling: readonly TicketRow[] = [
  {
    ref: 'LOST-02: it is among the comments',
    in: LOOKING,
    on: 'reconcileWrite: found',
    to: 'shown.refreshing',
    does: (context) => [...sent, ...readAgain(context)],
    sets: () => ({ ...nothingSaid, reply: null }),
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'reconcileWrite: not there',
    to: 'shown.refreshing',
    does: readAgain,
    sets: ({ reply }) => ({ refusal: null, absent: reply, reply: null }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: 'reconcileWrite: *',
    to: 'shown.lost.unresolved',
    sets: ({ reply, refusal }) => ({ reply, refusal }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: 'shown.lost.unresolved',
    on: 'checkAgain',
    to: LOOKING,
    does: (context) => [comments(lastFrom(context))],
  },
  {
    ref: 'LOST-03: the user stops the search; drafts survive',
    in: LOOKING,
    on: 'leave',
    to: 'shown.refreshing',
    does: (context) => [`abort ${comments(lastFrom(context))}`, ...readAgain(context)],
    sets: () => ({ ...nothingSaid, reply: null }),
  },
  {
    ref: 'LOST-03: the user leaves it; drafts survive',
    in: 'shown.lost.unresolved',
    on: 'leave',
    to: 'shown.refreshing',
    does: readAgain,
    sets: () => ({ ...nothingSaid, reply: null }),
  },
];

export const ticketSpec = () =>
  specTable<TicketContext>([...loading, ...reading, ...replying, ...reconciling]);
