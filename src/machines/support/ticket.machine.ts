import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { type TicketComment, isBlank } from '../../domain/ticket.ts';
import { effect, promise, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';
import {
  type Conversation,
  extended,
  lastOffset,
  LAST_SHOWN,
  renewed,
  shortened,
} from './conversation.rules.ts';

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
  /** Why the last reply was refused. */
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
  | { readonly type: 'user.leave' }
  | WriteEvent<'sendReply'>;

/** `reply.sent`: its draft may be dropped. */
export type TicketEmitted = Toast | { readonly type: 'reply.sent' };

export interface ReadTicketInput {
  readonly ticketId: string;
  /** Where the last comments began before, as a first guess. */
  readonly guess: number;
}

export interface SendingReply {
  readonly conversation: Conversation;
  readonly reply: Reply;
}

/** LOST-06. */
const RETRIES = 3;
/** Milliseconds. A new comment shows within 15 seconds. */
const FRESH_FOR = 10_000;

/** One support ticket (SUPPORT-01, SUPPORT-04). A lost reply is looked for before another one is taken. */
export const ticketMachine = setup({
  types: {
    context: {} as TicketContext,
    events: {} as TicketEvent,
    input: {} as TicketInput,
    emitted: {} as TicketEmitted,
    tags: {} as 'reading' | 'sending' | 'unknown',
  },
  actors: {
    /** Null where the user has no such ticket. */
    readTicket: promise<Conversation | null, ReadTicketInput>(),
    readEarlier: promise<readonly TicketComment[], Conversation>(),
    sendReply: createWrite<SendingReply>(),
  },
  actions: {
    dropReply: assign({ reply: null }),
    forgetRefusal: assign({ refusal: null, absent: null }),
    invalidateLists: effect(),
  },
  guards: {
    isMissing: (_, fresh: Conversation | null) => fresh === null,
    mayRetry: ({ context }, { retryable }: Failure) => retryable && context.attempt < RETRIES,
    /** A new status invalidates the lists. */
    isChanged: ({ context }, fresh: Conversation | null) =>
      context.conversation?.ticket.status !== fresh?.ticket.status,
    hasEarlier: ({ context }) => (context.conversation?.hidden ?? 0) > 0,
    showsEarlier: ({ context }) => (context.conversation?.comments.length ?? 0) > LAST_SHOWN,
    mayReply: ({ context }, { text }: { readonly text: string }) =>
      !isBlank(text) && context.conversation?.ticket.status !== 'closed',
    isClosedMeanwhile: (_, { serverCode }: Failure) => serverCode === 'TICKET_CLOSED',
  },
  delays: {
    freshFor: FRESH_FOR,
    /** The actors' file adds a random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
}).createMachine({
  id: 'ticket',
  description: 'One support ticket: its conversation and the reply to it.',
  context: ({ input }) => ({
    ...input,
    conversation: null,
    failure: null,
    attempt: 0,
    reply: null,
    refusal: null,
    absent: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The ticket and its last messages are read for the first time.',
      tags: ['reading'],
      initial: 'reading',
      entry: assign({ failure: null, attempt: 0 }),
      states: {
        reading: {
          description: 'The request is on its way.',
          invoke: {
            id: 'readTicket',
            src: 'readTicket',
            input: ({ context }) => ({ ticketId: context.ticketId, guess: 0 }),
            onDone: [
              {
                guard: { type: 'isMissing', params: ({ event }) => event.output },
                target: '#ticket.missing',
              },
              {
                target: '#ticket.shown',
                actions: assign({ conversation: ({ event }) => event.output, failure: null, attempt: 0 }),
              },
            ],
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: assign({
                  failure: ({ event }) => failureOf(event.error),
                  attempt: ({ context }) => context.attempt + 1,
                }),
              },
              {
                target: '#ticket.failed',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent again after a growing pause.',
          after: { retryPause: 'reading' },
        },
      },
    },
    failed: {
      description: 'The ticket could not be read; the reason is shown, and the user may try again.',
      on: { 'user.refresh': 'loading' },
    },
    missing: {
      description: 'There is no such ticket of this user.',
      entry: assign({ conversation: null, failure: null }),
    },
    shown: {
      description: 'The conversation is on the screen.',
      initial: 'taking',
      on: { 'user.edit': { actions: 'forgetRefusal' } },
      states: {
        taking: {
          description: 'The user reads, and may write.',
          initial: 'idle',
          on: {
            'user.reply': {
              guard: { type: 'mayReply', params: ({ event }) => event },
              target: 'replying',
              actions: assign({
                // The same words that were not found are sent with their key.
                reply: ({ context: { absent, conversation }, event: { text, idempotencyKey } }) =>
                  absent?.text === text
                    ? { ...absent, isAgain: true }
                    : {
                        text,
                        idempotencyKey,
                        after: conversation?.comments.at(-1)?.id ?? null,
                        isAgain: false,
                      },
              }),
            },
          },
          states: {
            idle: {
              description: 'Nothing is being read.',
              after: { freshFor: 'refreshing' },
              on: {
                'user.refresh': 'refreshing',
                'user.showEarlier': { guard: 'hasEarlier', target: 'extending' },
                'user.hideEarlier': {
                  guard: 'showsEarlier',
                  actions: assign({ conversation: ({ context }) => shortened(requireShown(context)) }),
                },
              },
            },
            refreshing: {
              description: 'What was added meanwhile is read; what is on the screen stays.',
              tags: ['reading'],
              invoke: {
                id: 'readTicket',
                src: 'readTicket',
                input: ({ context }) => ({
                  ticketId: context.ticketId,
                  guess: lastOffset(requireShown(context)),
                }),
                onDone: [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => event.output },
                    target: '#ticket.missing',
                  },
                  {
                    guard: { type: 'isChanged', params: ({ event }) => event.output },
                    target: 'idle',
                    actions: [
                      assign({
                        conversation: ({ context, event }) =>
                          event.output && renewed(context.conversation, event.output),
                        failure: null,
                      }),
                      'invalidateLists',
                    ],
                  },
                  {
                    target: 'idle',
                    actions: assign({
                      conversation: ({ context, event }) =>
                        event.output && renewed(context.conversation, event.output),
                      failure: null,
                    }),
                  },
                ],
                onError: {
                  target: 'idle',
                  actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            extending: {
              description: 'Earlier messages are read.',
              tags: ['reading'],
              invoke: {
                id: 'readEarlier',
                src: 'readEarlier',
                input: ({ context }) => requireShown(context),
                onDone: {
                  target: 'idle',
                  actions: assign({
                    conversation: ({ context, event }) => extended(requireShown(context), event.output),
                    failure: null,
                  }),
                },
                onError: {
                  target: 'idle',
                  actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
          },
        },
        replying: {
          description:
            'The reply is on its way, once; after a lost answer it is looked for among the comments.',
          entry: 'forgetRefusal',
          invoke: {
            id: 'sendReply',
            src: 'sendReply',
            input: ({ context, event }) => {
              const subject = requireSending(context);
              const looks = event.type === 'user.checkAgain';
              return { subject, begin: looks ? 'look' : 'send', isAgain: looks || subject.reply.isAgain };
            },
          },
          on: {
            'sendReply.done': {
              target: 'taking.refreshing',
              actions: [
                emit({ type: 'toast', kind: 'success', key: 'support:toast.replySent' }),
                emit({ type: 'reply.sent' }),
                'dropReply',
                'invalidateLists',
              ],
            },
            'sendReply.refused': [
              {
                guard: { type: 'isClosedMeanwhile', params: ({ event }) => event.failure },
                target: 'taking.refreshing',
                actions: assign({ refusal: ({ event }) => event.failure, reply: null }),
              },
              { target: 'taking', actions: assign({ refusal: ({ event }) => event.failure, reply: null }) },
            ],
            'sendReply.lost': '.looking',
            'sendReply.absent': {
              target: 'taking.refreshing',
              actions: assign({ absent: ({ context }) => context.reply, reply: null }),
            },
            'sendReply.unknown': 'unresolved',
          },
          initial: 'sending',
          states: {
            sending: {
              description: 'It is on its way; its text stays in the box until it has arrived.',
              tags: ['sending'],
            },
            looking: {
              description: 'The comments are read, with growing pauses. Nothing is sent.',
              tags: ['unknown'],
              on: { 'user.leave': { target: '#ticket.shown.taking.refreshing', actions: 'dropReply' } },
            },
          },
        },
        unresolved: {
          description: 'The comments could not be read. The user looks again, or leaves it at that.',
          tags: ['unknown'],
          on: {
            'user.checkAgain': 'replying.looking',
            'user.leave': { target: 'taking.refreshing', actions: 'dropReply' },
          },
        },
      },
    },
  },
});

function requireShown({ conversation }: TicketContext): Conversation {
  if (!conversation) throw new Error('No conversation is shown.');
  return conversation;
}

function requireSending(context: TicketContext): SendingReply {
  if (!context.reply) throw new Error('No reply is being sent.');
  return { conversation: requireShown(context), reply: context.reply };
}

type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

export function selectView(snapshot: TicketSnapshot) {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('missing')) return 'missing';
  return snapshot.matches('shown') ? 'shown' : 'loading';
}

/** `looking`: its answer was lost. `unresolved`: reading did not tell. */
export function selectReplyState(snapshot: TicketSnapshot) {
  if (snapshot.hasTag('sending')) return 'sending';
  if (!snapshot.hasTag('unknown')) return 'ready';
  return snapshot.matches({ shown: 'unresolved' }) ? 'unresolved' : 'looking';
}

export const showsEarlier = (snapshot: TicketSnapshot): boolean =>
  (snapshot.context.conversation?.comments.length ?? 0) > LAST_SHOWN;
export const isReplyAbsent = (snapshot: TicketSnapshot): boolean => snapshot.context.absent !== null;
