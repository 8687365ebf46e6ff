import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  CancelAnswer,
  OrderCancellationContext,
  OrderCancellationEvent,
  OrderCancellationInput,
  OrderCancellationOutput,
  OrderCancellationToast,
  OrderStateAnswer,
} from './types.ts';

/** Milliseconds before each look for a lost answer: 1, 3 and 9 seconds after it was lost. */
const LOOK_PAUSES = [1000, 2000, 6000] as const;
/** Milliseconds for which a row remembers why it could not be cancelled. */
const FAILURE_MEMORY = 60_000;

const failureIn = (answer: CancelAnswer | OrderStateAnswer): Failure | null =>
  answer.ok ? null : answer.failure;
const refresh = {
  type: 'refreshOwnReads',
  params: ({ context }: { context: OrderCancellationContext }) => ({ pair: context.pair }),
} as const;

/**
 * The cancellation of one order (CANCEL-01). A second click while it runs is ignored; an order that filled in the
 * meantime is told as such and not as an error; after a lost answer the order's state is read before anything is said.
 */
export const orderCancellationMachine = setup({
  types: {
    context: {} as OrderCancellationContext,
    events: {} as OrderCancellationEvent,
    input: {} as OrderCancellationInput,
    output: {} as OrderCancellationOutput,
    emitted: {} as OrderCancellationToast,
  },
  actors: {
    /** Sends the cancellation once. */
    cancelOrder: fromPromise<CancelAnswer, OrderCancellationInput>(unwired('orderCancellation.cancelOrder')),
    /** Reads in which state the server lists the order. */
    readOrder: fromPromise<OrderStateAnswer, OrderCancellationInput>(unwired('orderCancellation.readOrder')),
  },
  actions: {
    /** Orders, executions and balances are out of date, and the book may show its news at once. */
    refreshOwnReads: unwiredAction<{ pair: string }>('orderCancellation.refreshOwnReads'),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearFailure: assign({ failure: null }),
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    clearLooks: assign({ looks: 0 }),
    announceRequested: emit({
      type: 'toast',
      kind: 'success',
      key: 'trade:mine.toast.cancellationRequested',
    }),
    announceCancelled: emit({ type: 'toast', kind: 'success', key: 'trade:mine.toast.cancelled' }),
    announceFilled: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.alreadyFilled' }),
    announceGone: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.noLongerOpen' }),
    announceFailed: emit(({ context }): OrderCancellationToast => {
      const text = context.failure?.text;
      const toast = { type: 'toast', kind: 'error', key: 'trade:mine.toast.cancellationFailed' } as const;
      return text === undefined ? toast : { ...toast, text };
    }),
  },
  guards: {
    isAccepted: (_, answer: CancelAnswer) => answer.ok,
    /** 409 with the venue's codes: told as what it is. */
    isFilled: (_, answer: CancelAnswer) => !answer.ok && answer.failure.serverCode === 'ORDER_FILLED',
    isCanceledAlready: (_, answer: CancelAnswer) =>
      !answer.ok && answer.failure.serverCode === 'ORDER_CANCELED',
    isReadCanceled: (_, answer: OrderStateAnswer) => answer.ok && answer.value === 'CANCELED',
    isReadFilled: (_, answer: OrderStateAnswer) => answer.ok && answer.value === 'FILLED',
    isReadGone: (_, answer: OrderStateAnswer) => answer.ok && answer.value === null,
    isLastLook: ({ context }) => context.looks >= LOOK_PAUSES.length,
  },
  delays: {
    lookPause: ({ context }) => LOOK_PAUSES[context.looks] ?? 0,
    failureMemory: FAILURE_MEMORY,
  },
}).createMachine({
  id: 'orderCancellation',
  description: 'The cancellation of one order, from the click to what became of the order.',
  context: ({ input }) => ({ ...input, failure: null, looks: 0 }),
  initial: 'cancellable',
  output: ({ context, event }) => ({
    orderId: context.orderId,
    // The final state's own output arrives with its done event.
    outcome: (event as unknown as { output: OrderCancellationOutput['outcome'] }).output,
  }),
  states: {
    cancellable: {
      description: 'The order is open; the button offers to cancel it.',
      on: { 'user.cancel': { target: 'cancelling' } },
    },
    cancelling: {
      description: 'The request is on its way, once; the button is disabled.',
      tags: ['busy'],
      entry: { type: 'clearFailure' },
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: ({ context }) => ({ orderId: context.orderId, pair: context.pair }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'cancelled',
            actions: { type: 'announceRequested' },
          },
          { guard: { type: 'isFilled', params: ({ event }) => event.output }, target: 'alreadyFilled' },
          {
            guard: { type: 'isCanceledAlready', params: ({ event }) => event.output },
            target: 'cancelled',
            actions: { type: 'announceCancelled' },
          },
          {
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
        ],
        onError: {
          target: 'outcomeUnknown',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    outcomeUnknown: {
      description:
        'No answer came: the order may be cancelled or not. Its state is read before anything is said.',
      tags: ['busy'],
      initial: 'waiting',
      exit: { type: 'clearLooks' },
      states: {
        waiting: {
          description: 'A moment passes before the next look.',
          after: { lookPause: { target: 'reading' } },
        },
        reading: {
          description: 'The state of the order is being read.',
          entry: { type: 'countLook' },
          invoke: {
            id: 'readOrder',
            src: 'readOrder',
            input: ({ context }) => ({ orderId: context.orderId, pair: context.pair }),
            onDone: [
              {
                guard: { type: 'isReadCanceled', params: ({ event }) => event.output },
                target: '#orderCancellation.cancelled',
                actions: { type: 'announceCancelled' },
              },
              {
                guard: { type: 'isReadFilled', params: ({ event }) => event.output },
                target: '#orderCancellation.alreadyFilled',
              },
              {
                guard: { type: 'isReadGone', params: ({ event }) => event.output },
                target: '#orderCancellation.gone',
              },
              { guard: { type: 'isLastLook' }, target: '#orderCancellation.failed' },
              { target: 'waiting' },
            ],
            onError: [
              { guard: { type: 'isLastLook' }, target: '#orderCancellation.failed' },
              { target: 'waiting' },
            ],
          },
        },
      },
    },
    failed: {
      description:
        'The order could not be cancelled and is still open, as far as is known; it may be tried again.',
      tags: ['failed'],
      entry: [{ type: 'announceFailed' }, refresh],
      on: { 'user.cancel': { target: 'cancelling' } },
      after: { failureMemory: { target: 'forgotten' } },
    },
    cancelled: {
      description: 'The server took the cancellation, or lists the order as cancelled; it leaves the list.',
      type: 'final',
      entry: refresh,
      output: 'cancelled',
    },
    alreadyFilled: {
      description: 'The order filled before it could be cancelled: information, not an error.',
      type: 'final',
      entry: [{ type: 'announceFilled' }, refresh],
      output: 'filled',
    },
    gone: {
      description: 'The server lists the order no more, and does not say how it ended.',
      type: 'final',
      entry: [{ type: 'announceGone' }, refresh],
      output: 'gone',
    },
    forgotten: {
      description: 'Nobody tried again; the row is as it was before.',
      type: 'final',
      output: 'failed',
    },
  },
});

export type OrderCancellationSnapshot = SnapshotFrom<typeof orderCancellationMachine>;
