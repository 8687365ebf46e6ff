import { fromPromise } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { earlierSlice, holdsReply, LAST_SHOWN, lastOffset, type Conversation } from './conversation.rules.ts';
import { succeeded, type Result, valueOrThrow } from '../../domain/result.ts';
import { isSameTicket, type Ticket, type TicketComment } from '../../domain/ticket.ts';
import { supportCalls } from '../../services/contract/calls/support.ts';
import type { ReceivedComment } from '../../services/contract/support.ts';
import type { Http, SendOptions } from '../../services/http/port.ts';
import { createWrite } from '../write/write.machine.ts';
import { userIdOf, type App } from '../app/app.ts';
import { NEW_TICKET_DRAFTS } from '../../domain/ticketList.ts';
import {
  type ReadTicketInput,
  type SendingReply,
  type TicketContext,
  ticketMachine,
} from './ticket.machine.ts';
import { type CreatedTicket, type SendingTicket, ticketListMachine } from './ticketList.machine.ts';

export interface TicketListDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly forgetTexts: () => void;
  readonly invalidateLists: () => void;
}

/** A lost ticket is searched for among this many of the newest ones. */
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
  readonly invalidateLists: () => void;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** New comments may come while the last page is looked for; this limits the tries. */
const MAX_PAGES = 20;
const MAX_PAGE_SIZE = 100;

type Received = Omit<Conversation, 'ticket' | 'comments'> & { readonly comments: readonly ReceivedComment[] };

export function ticketImplementations({ http, invalidateLists, random }: TicketDependencies) {
  return {
    actors: {
      readTicket: fromPromise<Conversation | null, ReadTicketInput>(async ({ input, signal }) => {
        const id = input.ticketId;
        const [answer, end] = await Promise.all([
          http.send(supportCalls.ticket, { params: { id } }, { signal }),
          readEnd(http, id, input.guess, { signal }),
        ]);
        if (!answer.ok && answer.failure.status === 404) return null;
        const ticket = valueOrThrow(answer);
        return { ticket, ...ownedBy(ticket, valueOrThrow(end)) };
      }),

      readEarlier: fromPromise<readonly TicketComment[], Conversation>(async ({ input, signal }) => {
        const { ticket } = input;
        const request = { params: { id: ticket.id }, query: earlierSlice(input) };
        const { items: comments } = valueOrThrow(await http.send(supportCalls.comments, request, { signal }));
        return ownedBy(ticket, { comments, hidden: 0 }).comments;
      }),

      sendReply: createWrite<SendingReply>({
        send: ({ conversation, reply: { text, idempotencyKey } }) => {
          const request = { params: { id: conversation.ticket.id }, body: { content: text } };
          return http.send(supportCalls.commentTicket, request, { idempotencyKey });
        },
        look: async ({ conversation, reply }, signal) => {
          const { ticket } = conversation;
          const end = await readEnd(http, ticket.id, lastOffset(conversation), { signal });
          if (!end.ok) return end;
          return succeeded(holdsReply(ownedBy(ticket, end.value).comments, reply.text, reply.after) || null);
        },
      }),
    },
    actions: { invalidateLists },
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
    const query = { limit: before.length === 0 ? LAST_SHOWN : MAX_PAGE_SIZE, offset };
    const read = await http.send(supportCalls.comments, { params: { id }, query }, options);
    if (!read.ok) return read;
    const { items, count } = read.value;
    const known = [...before, ...items];
    const end = count ?? (items.length < query.limit ? offset + items.length : null);
    const isWhole = end !== null && offset + items.length >= end;
    if (isWhole || page === MAX_PAGES) return succeeded(lastOf(known, offset + items.length));
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

/** Some servers do not tell who wrote a comment; then the names decide. */
const ownedBy = ({ owner }: Ticket, { hidden, comments }: Received): Omit<Conversation, 'ticket'> => ({
  hidden,
  comments: comments.map(({ isStaff, ...comment }) => ({
    ...comment,
    isOwn: isStaff === null ? comment.author === owner : !isStaff,
  })),
});

const invalidateLists =
  ({ resources }: App) =>
  (): void =>
    resources.invalidate('supportTickets');

export const provideTicket = (app: App) =>
  ticketMachine.provide(ticketImplementations({ ...app.services, invalidateLists: invalidateLists(app) }));

export const provideTicketList = (app: App) => {
  const forgetTexts = (): void => {
    const id = userIdOf(app);
    if (id !== null) for (const name of NEW_TICKET_DRAFTS) app.drafts.write(id, name, '');
  };
  return ticketListMachine.provide(
    ticketListImplementations({ ...app.services, forgetTexts, invalidateLists: invalidateLists(app) }),
  );
};
