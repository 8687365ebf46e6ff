import { assign, emit, fromPromise, setup } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { type Conversation, extended, LAST_SHOWN, renewed, shortened } from './conversation.rules.ts';
import { type Failure, leavesFirstOpen } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type TicketComment, isBlank } from '../../domain/ticket.ts';
import { type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

export interface TicketInput {
  readonly ticketId: string;
}

/** A reply on its way. */
export interface Reply {
  readonly text: string;
  /** The last comment that was known when it was sent; null when there was none. */
  readonly after: string | null;
  /** The idempotency key: the same when the same reply is sent again. */
  readonly idempotencyKey: string;
  /** Whether it is sent again, by the user's press, after its answer was lost. */
  readonly isAgain: boolean;
}

export interface TicketContext extends TicketInput {
  /** Null until it was read. */
  readonly conversation: Conversation | null;
  /** Why the last read failed; null after one that did not. */
  readonly failure: Failure | null;
  /** Failed tries of the read that runs. */
  readonly attempt: number;
  /** The reply whose answer is awaited or was lost. */
  readonly reply: Reply | null;
  /** Why the last reply was refused, or what was heard instead of its answer. */
  readonly refusal: Failure | null;
  /** The last reply, where its answer was lost and reading did not find it in the ticket. */
  readonly absent: Reply | null;
}

export type TicketEvent =
  | { readonly type: 'user.refresh' }
  | { readonly type: 'user.showEarlier' }
  | { readonly type: 'user.hideEarlier' }
  /** @param idempotencyKey a fresh UUID. */
  | { readonly type: 'user.reply'; readonly text: string; readonly idempotencyKey: string }
  /** The reply was edited: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' };

/** `reply.sent`: the reply is in the ticket, and its draft is not needed any more. */
export type TicketEmitted = Toast | { readonly type: 'reply.sent' };

export interface ReadTicketInput {
  readonly ticketId: string;
  /** Where the last messages began a moment ago, for a first guess. */
  readonly guess: number;
}
export interface ReadEarlierInput {
  readonly conversation: Conversation | null;
}
export interface SendReplyInput {
  readonly ticketId: string;
  readonly reply: Reply | null;
}
/** What a lost reply is looked for with. */
export interface LostReply {
  readonly conversation: Conversation | null;
  readonly reply: Reply | null;
}

export type ReadTicketOutput = Result<Conversation>;
export type ReadEarlierOutput = Result<readonly TicketComment[]>;
export type SendReplyOutput = Result<null>;
/** What the comments show of a reply whose answer was lost. */
export type ReplySearch = ReconcileWriteOutput<true>;

/** Reads that fail in passing are tried again so often (LOST-06). */
const RETRIES = 3;
/** An open conversation is read again so often that a reply is there within 15 seconds of being written. */
const FRESH_FOR = 10_000;

export const ticketSetup = setup({
  types: {
    context: {} as TicketContext,
    events: {} as TicketEvent,
    input: {} as TicketInput,
    emitted: {} as TicketEmitted,
    tags: {} as 'reading' | 'sending' | 'unknown',
  },
  actors: {
    readTicket: fromPromise<ReadTicketOutput, ReadTicketInput>(unwired('ticket.readTicket')),
    readEarlier: fromPromise<ReadEarlierOutput, ReadEarlierInput>(unwired('ticket.readEarlier')),
    sendReply: fromPromise<SendReplyOutput, SendReplyInput>(unwired('ticket.sendReply')),
    /** Looks for the reply among the comments, and sends nothing. */
    reconcileWrite: reconcileWriteOf<LostReply, true>(),
  },
  actions: {
    keepConversation: assign({
      conversation: ({ context }, fresh: Conversation | null) =>
        fresh ? renewed(context.conversation, fresh) : context.conversation,
      failure: null,
      attempt: 0,
    }),
    keepEarlier: assign({
      conversation: ({ context }, earlier: readonly TicketComment[]) =>
        context.conversation && extended(context.conversation, earlier),
      failure: null,
    }),
    hideEarlier: assign({
      conversation: ({ context }) => context.conversation && shortened(context.conversation),
    }),
    forgetConversation: assign({ conversation: null, failure: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    startOver: assign({ attempt: 0, failure: null }),
    keepReply: assign({
      reply: (
        { context: { absent, conversation } },
        { text, idempotencyKey }: { text: string; idempotencyKey: string },
      ) =>
        absent?.text === text
          ? { ...absent, isAgain: true }
          : { text, idempotencyKey, after: conversation?.comments.at(-1)?.id ?? null, isAgain: false },
    }),
    dropReply: assign({ reply: null }),
    keepRefusal: assign({ refusal: (_, failure: Failure) => failure }),
    keepAbsent: assign({ absent: ({ context }) => context.reply }),
    forgetRefusal: assign({ refusal: null, absent: null }),
    announceSent: emit({ type: 'toast', kind: 'success', key: 'support:toast.replySent' }),
    tellSent: emit({ type: 'reply.sent' }),
    /** What lists show of the ticket is old now. */
    outdateLists: unwiredAction<undefined>('ticket.outdateLists'),
  },
  guards: {
    isAnswered: (_, result: Result<unknown>) => result.ok,
    isMissing: (_, result: Result<unknown>) => !result.ok && result.failure.status === 404,
    isClosedMeanwhile: (_, result: Result<unknown>) =>
      !result.ok && result.failure.serverCode === 'TICKET_CLOSED',
    mayRetry: ({ context }, failure: Failure) => failure.retryable && context.attempt < RETRIES,
    /** Somebody answered, or closed it: lists show the old state. */
    isChanged: ({ context }, result: ReadTicketOutput) =>
      result.ok &&
      context.conversation !== null &&
      context.conversation.ticket.status !== result.value.ticket.status,
    hasEarlier: ({ context }) => (context.conversation?.hidden ?? 0) > 0,
    showsEarlier: ({ context }) => (context.conversation?.comments.length ?? 0) > LAST_SHOWN,
    mayReply: ({ context }, { text }: { text: string }) =>
      !isBlank(text) && context.conversation !== null && context.conversation.ticket.status !== 'closed',
    /** The reply was sent again, and this answer says nothing of the first time. */
    leavesFirstOpen: ({ context }, result: SendReplyOutput) =>
      context.reply?.isAgain === true && !result.ok && leavesFirstOpen(result.failure),
    isFound: (_, { kind }: ReplySearch) => kind === 'found',
    isAbsent: (_, { kind }: ReplySearch) => kind === 'absent',
  },
  delays: {
    freshFor: FRESH_FOR,
    /** Growing, and never shorter than the server asked for; the actors' file adds the random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is reached after a guard has looked at `ok`; the compiler cannot know.
export const failureIn = (result: Result<unknown>): Failure => (result.ok ? DEFECT : result.failure);
export const conversationIn = (result: ReadTicketOutput): Conversation | null =>
  result.ok ? result.value : null;
export const earlierIn = (result: ReadEarlierOutput): readonly TicketComment[] =>
  result.ok ? result.value : [];
