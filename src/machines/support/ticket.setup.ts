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

export interface Reply {
  readonly text: string;
  /** The last known comment when it was sent. */
  readonly after: string | null;
  /** The same when the reply is sent again. */
  readonly idempotencyKey: string;
  /** The user sends it again after its answer was lost. */
  readonly isAgain: boolean;
}

export interface TicketContext extends TicketInput {
  readonly conversation: Conversation | null;
  /** Null when the last read succeeded. */
  readonly failure: Failure | null;
  /** Failed tries of the running read. */
  readonly attempt: number;
  /** Its answer is awaited or was lost. */
  readonly reply: Reply | null;
  /** Why the last reply was refused, or why its answer was lost. */
  readonly refusal: Failure | null;
  /** The last reply, where reading did not find it in the ticket. */
  readonly absent: Reply | null;
}

export type TicketEvent =
  | { readonly type: 'user.refresh' }
  | { readonly type: 'user.showEarlier' }
  | { readonly type: 'user.hideEarlier' }
  | { readonly type: 'user.reply'; readonly text: string; readonly idempotencyKey: string }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' };

/** `reply.sent`: its draft may be dropped. */
export type TicketEmitted = Toast | { readonly type: 'reply.sent' };

export interface ReadTicketInput {
  readonly ticketId: string;
  /** Where the last comments began before, as a first guess. */
  readonly guess: number;
}
export interface ReadEarlierInput {
  readonly conversation: Conversation | null;
}
export interface SendReplyInput {
  readonly ticketId: string;
  readonly reply: Reply | null;
}
export interface LostReply {
  readonly conversation: Conversation | null;
  readonly reply: Reply | null;
}

export type ReadTicketOutput = Result<Conversation>;
export type ReadEarlierOutput = Result<readonly TicketComment[]>;
export type SendReplyOutput = Result<null>;
export type ReplySearch = ReconcileWriteOutput<true>;

/** LOST-06. */
const RETRIES = 3;
/** Milliseconds. A new comment shows within 15 seconds. */
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
    outdateLists: unwiredAction<undefined>('ticket.outdateLists'),
  },
  guards: {
    isAnswered: (_, result: Result<unknown>) => result.ok,
    isMissing: (_, result: Result<unknown>) => !result.ok && result.failure.status === 404,
    isClosedMeanwhile: (_, result: Result<unknown>) =>
      !result.ok && result.failure.serverCode === 'TICKET_CLOSED',
    mayRetry: ({ context }, failure: Failure) => failure.retryable && context.attempt < RETRIES,
    /** A new comment or a closed ticket outdates the lists. */
    isChanged: ({ context }, result: ReadTicketOutput) =>
      result.ok &&
      context.conversation !== null &&
      context.conversation.ticket.status !== result.value.ticket.status,
    hasEarlier: ({ context }) => (context.conversation?.hidden ?? 0) > 0,
    showsEarlier: ({ context }) => (context.conversation?.comments.length ?? 0) > LAST_SHOWN,
    mayReply: ({ context }, { text }: { text: string }) =>
      !isBlank(text) && context.conversation !== null && context.conversation.ticket.status !== 'closed',
    /** The reply was sent twice, and this answer is only about the second time. */
    leavesFirstOpen: ({ context }, result: SendReplyOutput) =>
      context.reply?.isAgain === true && !result.ok && leavesFirstOpen(result.failure),
    isFound: (_, { kind }: ReplySearch) => kind === 'found',
    isAbsent: (_, { kind }: ReplySearch) => kind === 'absent',
  },
  delays: {
    freshFor: FRESH_FOR,
    /** The actors' file adds a random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };

// Each is called behind a guard on `ok`.
export const failureIn = (result: Result<unknown>): Failure => (result.ok ? DEFECT : result.failure);
export const conversationIn = (result: ReadTicketOutput): Conversation | null =>
  result.ok ? result.value : null;
export const earlierIn = (result: ReadEarlierOutput): readonly TicketComment[] =>
  result.ok ? result.value : [];
