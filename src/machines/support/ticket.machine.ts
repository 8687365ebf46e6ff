import type { SnapshotFrom } from 'xstate';
import { LAST_SHOWN } from './conversation.rules.ts';
import { failureOf } from '../../domain/failure.ts';
import { extending, idle, refreshing } from './states/reading.ts';
import { lost, sending } from './states/replying.ts';
import { conversationIn, failureIn, ticketSetup } from './ticket.setup.ts';

/** One support ticket (SUPPORT-01, SUPPORT-04). A lost reply is looked for before another one is taken. */
export const ticketMachine = ticketSetup.createMachine({
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
      states: {
        reading: {
          description: 'The request is on its way.',
          invoke: {
            id: 'readTicket',
            src: 'readTicket',
            input: ({ context }) => ({ ticketId: context.ticketId, guess: 0 }),
            onDone: [
              {
                guard: { type: 'isAnswered', params: ({ event }) => event.output },
                target: '#ticket.shown',
                actions: { type: 'keepConversation', params: ({ event }) => conversationIn(event.output) },
              },
              {
                guard: { type: 'isMissing', params: ({ event }) => event.output },
                target: '#ticket.missing',
              },
              {
                target: '#ticket.failed',
                actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              },
            ],
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
                  { type: 'countAttempt' },
                ],
              },
              {
                target: '#ticket.failed',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent again after a growing pause.',
          after: { retryPause: { target: 'reading' } },
        },
      },
    },
    failed: {
      description: 'The ticket could not be read; the reason is shown, and the user may try again.',
      on: { 'user.refresh': { target: 'loading', actions: { type: 'startOver' } } },
    },
    missing: {
      description: 'There is no such ticket of this user.',
      entry: { type: 'forgetConversation' },
    },
    shown: {
      description: 'The conversation is on the screen.',
      initial: 'idle',
      on: { 'user.edit': { actions: { type: 'forgetRefusal' } } },
      states: { idle, refreshing, extending, sending, lost },
    },
  },
});

type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

export type TicketView = 'loading' | 'failed' | 'missing' | 'shown';

export function selectView(snapshot: TicketSnapshot): TicketView {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('missing')) return 'missing';
  return snapshot.matches('shown') ? 'shown' : 'loading';
}

/** `looking`: its answer was lost. `unresolved`: reading did not tell. */
export type ReplyState = 'ready' | 'sending' | 'looking' | 'unresolved';

export function selectReplyState(snapshot: TicketSnapshot): ReplyState {
  if (snapshot.hasTag('sending')) return 'sending';
  if (!snapshot.hasTag('unknown')) return 'ready';
  return snapshot.matches({ shown: { lost: 'unresolved' } }) ? 'unresolved' : 'looking';
}

export const isReading = (snapshot: TicketSnapshot): boolean => snapshot.hasTag('reading');
export const isExtending = (snapshot: TicketSnapshot): boolean => snapshot.matches({ shown: 'extending' });
export const selectConversation = (snapshot: TicketSnapshot) => snapshot.context.conversation;
export const showsEarlier = (snapshot: TicketSnapshot): boolean =>
  (snapshot.context.conversation?.comments.length ?? 0) > LAST_SHOWN;
export const selectRefusal = (snapshot: TicketSnapshot) => snapshot.context.refusal;
export const isReplyAbsent = (snapshot: TicketSnapshot): boolean => snapshot.context.absent !== null;
