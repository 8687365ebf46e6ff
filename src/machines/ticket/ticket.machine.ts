import { failureOf } from '../../domain/failure.ts';
import { conversationIn, failureIn, ticketSetup } from './setup.ts';
import { extending, idle, refreshing } from './states/reading.ts';
import { lost, sending } from './states/replying.ts';

/**
 * One support ticket (SUPPORT-01, SUPPORT-04): its conversation, and the reply box. Nothing is answered to a closed ticket.
 * A reply whose answer was lost is looked for among the comments before another one is taken.
 */
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
      description: 'The ticket could not be read; the user is told why and may try again.',
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
