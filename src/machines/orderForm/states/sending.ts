import { failureOf } from '../../../domain/failure.ts';
import { failureIn, valueOf } from '../orderForm.rules.ts';
import { refreshOwnReads, orderFormSetup } from '../orderForm.setup.ts';

export const checking = orderFormSetup.createStateConfig({
  description:
    'Notes what is open already, so that a lost order can be told from an older one. Nothing is sent yet.',
  tags: ['busy'],
  invoke: {
    id: 'readBefore',
    src: 'readBefore',
    input: ({ context }) => ({ pair: context.pair }),
    onDone: [
      {
        guard: { type: 'isRead', params: ({ event }) => event.output },
        target: 'submitting',
        actions: { type: 'keepBefore', params: ({ event }) => valueOf(event.output) },
      },
      {
        guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
        target: 'taking.held',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropOrder' },
        ],
      },
      {
        target: 'taking.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropOrder' },
        ],
      },
    ],
    onError: {
      target: 'taking.refused',
      actions: [
        { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        { type: 'dropOrder' },
      ],
    },
  },
});

export const submitting = orderFormSetup.createStateConfig({
  description: 'The order is on its way, once. Further presses are ignored.',
  tags: ['busy'],
  exit: { type: 'forgetCode' },
  invoke: {
    id: 'placeOrder',
    src: 'placeOrder',
    input: ({ context: { sending, privateCode } }) => ({ sending, privateCode }),
    onDone: [
      {
        guard: { type: 'isPartlyTraded', params: ({ event }) => event.output },
        target: 'taking.placed',
        actions: [
          { type: 'announcePlaced', params: ({ event }) => valueOf(event.output) },
          { type: 'keepPlaced' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isCanceled', params: ({ event }) => event.output },
        target: 'taking.refused',
        actions: [
          { type: 'announceCanceled', params: ({ event }) => valueOf(event.output) },
          { type: 'keepCanceled', params: ({ event }) => valueOf(event.output) },
          { type: 'dropOrder' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'isPlaced', params: ({ event }) => event.output },
        target: 'taking.placed',
        actions: [
          { type: 'announcePlaced', params: ({ event }) => valueOf(event.output) },
          { type: 'keepPlaced' },
          refreshOwnReads,
        ],
      },
      {
        guard: { type: 'leavesFirstOpen', params: ({ event }) => event.output },
        target: 'outcomeUnknown',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
        target: 'taking.held',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropOrder' },
        ],
      },
      {
        target: 'taking.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropOrder' },
        ],
      },
    ],
    // The request may have arrived.
    onError: {
      target: 'outcomeUnknown',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
});
