import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf, isAskedToWait, saidIn } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction, type Toast } from '../shared/index.ts';

export interface OrderCancellationInput {
  readonly orderId: string;
  readonly pair: string;
}

export interface OrderCancellationContext extends OrderCancellationInput {
  readonly failure: Failure | null;
}

export type OrderCancellationEvent = { readonly type: 'user.cancel' };

export interface OrderCancellationOutput {
  readonly orderId: string;
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed';
}

/** A key under `mine.toast` of the namespace `trade`. */
export type OrderCancellationToast = Toast & { readonly key: `trade:mine.toast.${string}` };

export type CancelAnswer = Result<null>;
/** `gone`: the server lists it no more, and does not say why. */
export type OrderEnd = 'canceled' | 'filled' | 'gone';
/** `absent`: the order is still open. */
export type OrderSearch = ReconcileWriteOutput<OrderEnd>;

/** Milliseconds for which a row shows why it could not be cancelled. */
const FAILURE_MEMORY = 60_000;

const failureIn = (answer: CancelAnswer): Failure | null => (answer.ok ? null : answer.failure);
const searchFailureIn = (search: OrderSearch): Failure | null =>
  search.kind === 'unknown' ? search.failure : null;
const endIn = (search: OrderSearch): OrderEnd | null => (search.kind === 'found' ? search.value : null);
const refresh = {
  type: 'refreshOwnReads',
  params: ({ context }: { context: OrderCancellationContext }) => ({ pair: context.pair }),
} as const;

/**
 * The cancellation of one order (CANCEL-02 to CANCEL-07). After a lost answer the order is read; only the user sends
 * it again (LOST-01), and may do so at once: cancelling twice does no harm.
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
    cancelOrder: fromPromise<CancelAnswer, OrderCancellationInput>(unwired('orderCancellation.cancelOrder')),
    reconcileWrite: reconcileWriteOf<OrderCancellationInput, OrderEnd>(),
  },
  actions: {
    refreshOwnReads: unwiredAction<{ pair: string }>('orderCancellation.refreshOwnReads'),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearFailure: assign({ failure: null }),
    announceRequested: emit({
      type: 'toast',
      kind: 'success',
      key: 'trade:mine.toast.cancellationRequested',
    }),
    announceCancelled: emit({ type: 'toast', kind: 'success', key: 'trade:mine.toast.cancelled' }),
    announceFilled: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.alreadyFilled' }),
    announceGone: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.noLongerOpen' }),
    announceFailed: emit(({ context }): OrderCancellationToast => ({
      type: 'toast',
      kind: 'error',
      key: 'trade:mine.toast.cancellationFailed',
      ...saidIn(context.failure ?? {}),
    })),
    announceStillOpen: emit({ type: 'toast', kind: 'error', key: 'trade:mine.toast.stillOpen' }),
    announceUnresolved: emit({ type: 'toast', kind: 'error', key: 'trade:mine.toast.cancellationUnknown' }),
  },
  guards: {
    isAccepted: (_, answer: CancelAnswer) => answer.ok,
    isFilled: (_, answer: CancelAnswer) => !answer.ok && answer.failure.serverCode === 'ORDER_FILLED',
    isCanceledAlready: (_, answer: CancelAnswer) =>
      !answer.ok && answer.failure.serverCode === 'ORDER_CANCELED',
    isAskedToWait: (_, answer: CancelAnswer) => !answer.ok && isAskedToWait(answer.failure),
    isFoundCanceled: (_, search: OrderSearch) => endIn(search) === 'canceled',
    isFoundFilled: (_, search: OrderSearch) => endIn(search) === 'filled',
    isFoundGone: (_, search: OrderSearch) => endIn(search) === 'gone',
    isAbsent: (_, { kind }: OrderSearch) => kind === 'absent',
  },
  delays: {
    failureMemory: FAILURE_MEMORY,
    /** As long as the server asked for (CANCEL-13). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderCancellation',
  description: 'The cancellation of one order, from the click to what became of the order.',
  context: ({ input }) => ({ ...input, failure: null }),
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
            guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
            target: 'held',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
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
        'The answer was lost, or was an error of the server: the order may be cancelled or not. It is read; the button is free.',
      tags: ['unknown'],
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { orderId, pair, failure } }) => ({ subject: { orderId, pair }, failure }),
        onDone: [
          {
            guard: { type: 'isFoundCanceled', params: ({ event }) => event.output },
            target: 'cancelled',
            actions: { type: 'announceCancelled' },
          },
          { guard: { type: 'isFoundFilled', params: ({ event }) => event.output }, target: 'alreadyFilled' },
          { guard: { type: 'isFoundGone', params: ({ event }) => event.output }, target: 'gone' },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'stillOpen',
            actions: { type: 'clearFailure' },
          },
          {
            target: 'unresolved',
            actions: { type: 'keepFailure', params: ({ event }) => searchFailureIn(event.output) },
          },
        ],
        onError: {
          target: 'unresolved',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { 'user.cancel': { target: 'cancelling' } },
    },
    stillOpen: {
      description: 'Reading showed that the order is still open. The cancellation may be sent again.',
      tags: ['failed'],
      entry: [{ type: 'announceStillOpen' }, refresh],
      on: { 'user.cancel': { target: 'cancelling' } },
      after: { failureMemory: { target: 'forgotten' } },
    },
    unresolved: {
      description: 'Reading gave no answer: the order may still be open. The next press cancels again.',
      tags: ['unknown'],
      entry: [{ type: 'announceUnresolved' }, refresh],
      on: { 'user.cancel': { target: 'cancelling' } },
    },
    failed: {
      description:
        'The order could not be cancelled and is still open, as far as is known; it may be tried again.',
      tags: ['failed'],
      entry: [{ type: 'announceFailed' }, refresh],
      on: { 'user.cancel': { target: 'cancelling' } },
      after: { failureMemory: { target: 'forgotten' } },
    },
    held: {
      description: 'The server asked to wait: the row says for how long, and the button rests until then.',
      tags: ['failed', 'held'],
      entry: refresh,
      after: { askedPause: { target: 'forgotten' } },
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

export const isCancelling = (snapshot: OrderCancellationSnapshot): boolean => snapshot.hasTag('busy');
/** The server asked to wait. */
export const isHeld = (snapshot: OrderCancellationSnapshot): boolean => snapshot.hasTag('held');
/** Nobody knows whether the order is still open. */
export const isUncertain = (snapshot: OrderCancellationSnapshot): boolean => snapshot.hasTag('unknown');
