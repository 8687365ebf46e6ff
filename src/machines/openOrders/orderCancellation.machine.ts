import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type Failure, isAskedToWait, type Said, saidIn } from '../../domain/failure.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

export interface OrderCancellationInput {
  readonly orderId: string;
  readonly pair: string;
}

/**
 * How the order is no longer open. `requested`: the server accepted the cancellation. `gone`: it no longer lists the
 * order, and does not tell why.
 */
export type OrderEnd = 'requested' | 'cancelled' | 'filled' | 'gone';

export interface OrderCancellationContext extends OrderCancellationInput {
  /** Null while it is open, as far as is known. */
  readonly end: OrderEnd | null;
  readonly failure: Failure | null;
}

export interface OrderCancellationOutput {
  readonly orderId: string;
  /** `failed`: it is still open. */
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed';
}

/** A key under `mine.toast` of the namespace `trade`. */
export type OrderCancellationToast = Toast & { readonly key: `trade:mine.toast.${string}` };

const END_TOASTS = {
  requested: { kind: 'success', key: 'trade:mine.toast.cancellationRequested' },
  cancelled: { kind: 'success', key: 'trade:mine.toast.cancelled' },
  filled: { kind: 'info', key: 'trade:mine.toast.alreadyFilled' },
  gone: { kind: 'info', key: 'trade:mine.toast.noLongerOpen' },
} as const satisfies Record<OrderEnd, Omit<OrderCancellationToast, 'type'>>;

const failed = (
  key: 'cancellationFailed' | 'stillOpen' | 'cancellationUnknown',
  said: Said = {},
): OrderCancellationToast => ({
  type: 'toast',
  kind: 'error',
  key: `trade:mine.toast.${key}`,
  ...saidIn(said),
});

/**
 * The cancellation of one order (CANCEL-02 to CANCEL-07). After a lost answer the order is read; only the user sends
 * it again (LOST-01), and may do so at once: cancelling twice does no harm.
 */
export const orderCancellationMachine = setup({
  types: {
    context: {} as OrderCancellationContext,
    events: {} as { readonly type: 'user.cancel' } | WriteEvent<'cancel', OrderEnd>,
    input: {} as OrderCancellationInput,
    output: {} as OrderCancellationOutput,
    emitted: {} as OrderCancellationToast,
    tags: {} as 'busy' | 'failed' | 'held' | 'unknown',
  },
  actors: { cancel: createWrite<OrderCancellationInput, OrderEnd>() },
  actions: { refreshOwnReads: effect() },
  guards: { isAskedToWait: (_, failure: Failure) => isAskedToWait(failure) },
  delays: {
    /** Milliseconds for which a row shows why it could not be cancelled. */
    failureMemory: 60_000,
    /** As long as the server asked for (CANCEL-13). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderCancellation',
  description: 'The cancellation of one order, from the click to what became of the order.',
  context: ({ input }) => ({ ...input, end: null, failure: null }),
  output: ({ context: { orderId, end } }) => ({
    orderId,
    outcome: end === 'requested' ? 'cancelled' : (end ?? 'failed'),
  }),
  initial: 'cancellable',
  states: {
    cancellable: {
      description: 'The order is open; the button offers to cancel it.',
      on: { 'user.cancel': 'cancelling' },
    },
    cancelling: {
      description: 'The request is on its way, once; after a lost answer the order is read.',
      entry: assign({ failure: null }),
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context: { orderId, pair } }) => ({ subject: { orderId, pair } }),
      },
      on: {
        'cancel.done': {
          target: 'closed',
          actions: [
            assign({ end: ({ event }) => event.value }),
            emit(({ event }) => ({ type: 'toast', ...END_TOASTS[event.value] })),
          ],
        },
        'cancel.refused': [
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => event.failure },
            target: 'held',
            actions: assign({ failure: ({ event }) => event.failure }),
          },
          {
            target: 'failed',
            actions: [
              assign({ failure: ({ event }) => event.failure }),
              emit(({ event }) => failed('cancellationFailed', event.failure)),
            ],
          },
        ],
        'cancel.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'cancel.absent': {
          target: 'failed',
          actions: [assign({ failure: null }), emit(failed('stillOpen'))],
        },
        'cancel.unknown': {
          target: 'unresolved',
          actions: [assign({ failure: ({ event }) => event.failure }), emit(failed('cancellationUnknown'))],
        },
      },
      initial: 'sending',
      states: {
        sending: { description: 'It is on its way; the button is disabled.', tags: ['busy'] },
        looking: {
          description: 'The order may be cancelled or not. It is read; the button is free.',
          tags: ['unknown'],
          on: { 'user.cancel': '#orderCancellation.cancelling' },
        },
      },
    },
    unresolved: {
      description: 'Reading gave no answer: the order may still be open. The next press cancels again.',
      tags: ['unknown'],
      entry: 'refreshOwnReads',
      on: { 'user.cancel': 'cancelling' },
    },
    failed: {
      description: 'The order is still open, as far as is known. The cancellation may be sent again.',
      tags: ['failed'],
      entry: 'refreshOwnReads',
      on: { 'user.cancel': 'cancelling' },
      after: { failureMemory: 'forgotten' },
    },
    held: {
      description: 'The server asked to wait: the row says for how long, and the button rests until then.',
      tags: ['failed', 'held'],
      entry: 'refreshOwnReads',
      after: { askedPause: 'forgotten' },
    },
    closed: {
      description: 'The order is no longer open, or will not be in a moment; it leaves the list.',
      type: 'final',
      entry: 'refreshOwnReads',
    },
    forgotten: { description: 'Nobody tried again; the row is as it was before.', type: 'final' },
  },
});

export type OrderCancellationSnapshot = SnapshotFrom<typeof orderCancellationMachine>;
