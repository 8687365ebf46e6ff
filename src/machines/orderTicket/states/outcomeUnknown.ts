import { failureOf } from '../../../domain/failure.ts';
import { failureIn, valueOf } from '../judge.ts';
import { refreshOwnReads, ticketSetup } from '../setup.ts';

const waiting = ticketSetup.createStateConfig({
  description: 'A moment passes before the next look.',
  tags: ['busy'],
  after: { lookPause: [{ guard: { type: 'usesIntents' }, target: 'resending' }, { target: 'readingBack' }] },
});

/** With intents: asking again is safe, and the answer is the first one. */
const resending = ticketSetup.createStateConfig({
  description: 'The server is asked with the same intent: it answers the first outcome, and acts once.',
  tags: ['busy'],
  entry: { type: 'countLook' },
  invoke: {
    id: 'placeOrder',
    src: 'placeOrder',
    input: ({ context }) => ({ sending: context.sending }),
    onDone: [
      {
        guard: { type: 'isCanceled', params: ({ event }) => event.output },
        target: '#orderTicket.taking.refused',
        actions: [
          { type: 'announceCanceled' },
          { type: 'keepCanceled' },
          { type: 'dropOrder' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isPlaced', params: ({ event }) => event.output },
        target: '#orderTicket.taking.placed',
        actions: [
          { type: 'announcePlaced', params: ({ event }) => valueOf(event.output) },
          { type: 'keepPlaced' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        guard: { type: 'isOpenAtLastLook', params: ({ event }) => event.output },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        guard: { type: 'leavesItOpen', params: ({ event }) => event.output },
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: '#orderTicket.taking.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropOrder' },
        ],
      },
    ],
    onError: [
      {
        guard: { type: 'isLastLook' },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
      {
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
    ],
  },
});

/** Without intents: nothing is sent again; the lists tell. */
const readingBack = ticketSetup.createStateConfig({
  description: 'The order is looked for among the open orders and the executions.',
  tags: ['busy'],
  entry: { type: 'countLook' },
  invoke: {
    id: 'lookForOrder',
    src: 'lookForOrder',
    input: ({ context }) => ({ sending: context.sending }),
    onDone: [
      {
        guard: { type: 'isFound', params: ({ event }) => event.output },
        target: '#orderTicket.taking.placed',
        actions: [
          { type: 'announceFound', params: ({ event }) => valueOf(event.output) },
          { type: 'keepPlaced' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        guard: { type: 'isAbsentAtLastLook', params: ({ event }) => event.output },
        target: '#orderTicket.taking.notFound',
        actions: [{ type: 'dropOrder' }, refreshOwnReads],
      },
      {
        guard: { type: 'isLastLook' },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
    ],
    onError: [
      {
        guard: { type: 'isLastLook' },
        target: 'unresolved',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
      {
        target: 'waiting',
        actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
      },
    ],
  },
});

const unresolved = ticketSetup.createStateConfig({
  description:
    'Three looks told nothing. The user looks again, or reads the lists and leaves it; no order is taken.',
  tags: ['failed'],
  entry: [{ type: 'clearLooks' }, refreshOwnReads],
  on: {
    'user.checkAgain': [{ guard: { type: 'usesIntents' }, target: 'resending' }, { target: 'readingBack' }],
    'user.leave': { target: '#orderTicket.taking', actions: { type: 'dropOrder' } },
  },
});

/** The answer was lost after the order left: it is found out what became of it before another one is taken. */
export const outcomeUnknown = ticketSetup.createStateConfig({
  description: 'No answer came, and the order may have been placed. It is looked for before anything else.',
  tags: ['unknown'],
  exit: [{ type: 'clearFailure' }, { type: 'clearLooks' }],
  initial: 'waiting',
  states: { waiting, resending, readingBack, unresolved },
});
