import { fromPromise } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { earlierSlice, holdsReply, LAST_SHOWN, type Conversation } from './conversation.rules.ts';
import { OutageError } from '../../domain/failure.ts';
import { succeeded, refused, type Result } from '../../domain/result.ts';
import { isSameTicket, type Ticket, type TicketComment } from '../../domain/ticket.ts';
import { supportCalls } from '../../services/contract/calls/support.ts';
import type { ReceivedComment } from '../../services/contract/support.ts';
import type { Http, SendOptions } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import { createWrite } from '../write/index.ts';
import type {
  LostReply,
  ReadEarlierInput,
  ReadEarlierOutput,
  ReadTicketInput,
  ReadTicketOutput,
  SendReplyInput,
  SendReplyOutput,
  TicketContext,
} from './ticket.setup.ts';
import { userIdOf, type App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';
import { NEW_TICKET_DRAFTS } from '../../domain/ticketList.ts';
import { ticketMachine } from './ticket.machine.ts';
import { type CreatedTicket, type SendingTicket, ticketListMachine } from './ticketList.machine.ts';

export interface TicketListDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly forgetTexts: () => void;
  readonly invalidateLists: () => void;
}

/** A lost ticket is looked for among so many of the newest ones. */
const NEWEST = 20;

export function ticketListImplementations({ http, forgetTexts, invalidateLists }: TicketListDependencies) {
  return {
    actors: {
      create: createWrite<SendingTicket, CreatedTicket>({
        send: ({ draft, idempotencyKey }) =>
          http.send(supportCalls.createTicket, { body: draft }, { idempotencyKey }),
        look: async ({ draft }, signal) => {
          const query = { limit: NEWEST, offset: 0 };
          const listed = await http.send(supportCalls.tickets, { query }, { signal });
          if (!listed.ok) return listed;
          const found = listed.value.items.find((ticket) => isSameTicket(ticket, draft));
          return succeeded(found ? { id: found.id } : null);
        },
      }),
    },
    actions: { forgetTexts, invalidateLists },
  };
}

export interface TicketDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly outdateLists: () => void;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** New comments may come while the last page is looked for; this limits the tries. */
const MOST_PAGES = 20;
const LARGEST_PAGE = 100;

type Received = Omit<Conversation, 'ticket' | 'comments'> & { readonly comments: readonly ReceivedComment[] };

export function ticketImplementations({ http, outdateLists, random }: TicketDependencies) {
  return {
    actors: {
      readTicket: fromPromise<ReadTicketOutput, ReadTicketInput>(async ({ input, signal }) => {
        const id = input.ticketId;
        const [ticket, end] = await Promise.all([
          http.send(supportCalls.ticket, { params: { id } }, { signal }),
          readEnd(http, id, input.guess, { signal }),
        ]);
        if (!ticket.ok) return ticket;
        if (!end.ok) return end;
        return succeeded(conversationOf(ticket.value, end.value));
      }),

      readEarlier: fromPromise<ReadEarlierOutput, ReadEarlierInput>(async ({ input, signal }) => {
        const { conversation } = input;
        if (!conversation) return nothingRead();
        const { ticket } = conversation;
        const query = earlierSlice(conversation);
        const read = await http.send(supportCalls.comments, { params: { id: ticket.id }, query }, { signal });
        return read.ok ? succeeded(read.value.items.map((one) => ownedBy(ticket, one))) : read;
      }),

      // `signal` does not abort it: a request that was sent cannot be taken back.
      sendReply: fromPromise<SendReplyOutput, SendReplyInput>(({ input: { ticketId, reply } }) => {
        const { text, idempotencyKey } = held(reply);
        const request = { params: { id: ticketId }, body: { content: text } };
        return http.send(supportCalls.commentTicket, request, { idempotencyKey });
      }),

      reconcileWrite: createReconcileWrite<LostReply, true>(async ({ conversation, reply }, signal) => {
        if (!conversation || !reply) return nothingRead();
        const { ticket, hidden, comments } = conversation;
        const guess = Math.max(0, hidden + comments.length - LAST_SHOWN);
        const end = await readEnd(http, ticket.id, guess, { signal });
        if (!end.ok) return end;
        const now = end.value.comments.map((one) => ownedBy(ticket, one));
        return succeeded(holdsReply(now, reply.text, reply.after) || null);
      }),
    },
    actions: { outdateLists },
    delays: {
      retryPause: ({ context }: { readonly context: TicketContext }) =>
        retryDelay(context.attempt, random(), context.failure?.retryAfter),
    },
  };
}

/** Without a total from the server all pages are read. */
async function readEnd(
  http: Pick<Http, 'send'>,
  id: string,
  guess: number,
  options: SendOptions,
): Promise<Result<Received>> {
  let offset = guess;
  let before: readonly ReceivedComment[] = [];
  for (let page = 1; ; page += 1) {
    const query = { limit: before.length === 0 ? LAST_SHOWN : LARGEST_PAGE, offset };
    const read = await http.send(supportCalls.comments, { params: { id }, query }, options);
    if (!read.ok) return read;
    const { items, count } = read.value;
    const known = [...before, ...items];
    const end = count ?? (items.length < query.limit ? offset + items.length : null);
    const isWhole = end !== null && offset + items.length >= end;
    if (isWhole || page === MOST_PAGES) return succeeded(lastOf(known, offset + items.length));
    if (end === null) {
      before = known;
      offset += items.length;
    } else {
      before = [];
      offset = Math.max(0, end - LAST_SHOWN);
    }
  }
}

/** @param end how many comments there are up to the last known one. */
function lastOf(known: readonly ReceivedComment[], end: number): Received {
  const comments = known.slice(-LAST_SHOWN);
  return { comments, hidden: end - comments.length };
}

const conversationOf = (ticket: Ticket, { comments, hidden }: Received): Conversation => ({
  ticket,
  hidden,
  comments: comments.map((one) => ownedBy(ticket, one)),
});

/** Some servers do not say who wrote a comment; then the names tell. */
const ownedBy = ({ owner }: Ticket, { isStaff, ...comment }: ReceivedComment): TicketComment => ({
  ...comment,
  isOwn: isStaff === null ? comment.author === owner : !isStaff,
});

function held<T>(value: T | null): T {
  if (value === null) throw new OutageError({ code: 'internal', retryable: false, cause: 'nothing to send' });
  return value;
}

const nothingRead = (): Result<never> =>
  refused({ code: 'internal', retryable: false, cause: 'no conversation is known' });

const outdateLists =
  ({ resources }: App) =>
  (): void =>
    resources.invalidate('supportTickets');

export const provideTicket = perApp((app: App) =>
  ticketMachine.provide(ticketImplementations({ ...app.services, outdateLists: outdateLists(app) })),
);

export const provideTicketList = perApp((app: App) => {
  const forgetTexts = (): void => {
    const id = userIdOf(app);
    if (id !== null) for (const name of NEW_TICKET_DRAFTS) app.drafts.write(id, name, '');
  };
  return ticketListMachine.provide(
    ticketListImplementations({ ...app.services, forgetTexts, invalidateLists: outdateLists(app) }),
  );
});
