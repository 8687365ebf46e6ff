import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

interface HeldWithdrawalInput {
  /** ID of the withdrawal. */
  readonly id: string;
}

export interface HeldWithdrawalContext extends HeldWithdrawalInput {
  /** What came instead of an answer to the cancellation, while its outcome is unknown. */
  readonly failure: Failure | null;
}

/**
 * Cancels a withdrawal that waits for its release by the exchange (HELD-06). After a lost answer it is read; only the
 * user sends it again (LOST-01), at once if they like. Its result is in the history, which is read again.
 */
export const heldWithdrawalMachine = setup({
  types: {
    context: {} as HeldWithdrawalContext,
    events: {} as { readonly type: 'user.cancel' } | WriteEvent<'cancel'>,
    input: {} as HeldWithdrawalInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'unknown',
  },
  actors: { cancel: createWrite<string>() },
  actions: { refreshOwnReads: effect() },
}).createMachine({
  id: 'heldWithdrawal',
  description: 'A withdrawal that waits for its release by the exchange, and its cancellation.',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Its coins are held. Cancelling it is offered.',
      on: { 'user.cancel': 'cancelling' },
    },
    cancelling: {
      description: 'The cancellation is on its way, once; after a lost answer the withdrawal is read.',
      exit: assign({ failure: null }),
      invoke: { id: 'cancel', src: 'cancel', input: ({ context }) => ({ subject: context.id }) },
      on: {
        'cancel.done': {
          target: 'waiting',
          actions: [
            emit({ type: 'toast', kind: 'success', key: 'history:toast.withdrawalCancelled' }),
            'refreshOwnReads',
          ],
        },
        'cancel.refused': {
          target: 'waiting',
          actions: [
            emit(({ event: { failure } }) => ({
              type: 'toast',
              kind: 'error',
              key: 'history:toast.cancelFailed',
              ...(failure.text === undefined ? {} : { text: failure.text }),
            })),
            'refreshOwnReads',
          ],
        },
        'cancel.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'cancel.absent': {
          target: 'waiting',
          actions: [
            emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelFailed' }),
            'refreshOwnReads',
          ],
        },
        'cancel.unknown': {
          target: 'waiting',
          actions: [
            emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelUnknown' }),
            'refreshOwnReads',
          ],
        },
      },
      initial: 'sending',
      states: {
        sending: { description: 'It is on its way.', tags: ['busy'] },
        looking: {
          description: 'Its answer was lost, and it is read. It may be cancelled again at once.',
          tags: ['unknown'],
          on: { 'user.cancel': '#heldWithdrawal.cancelling' },
        },
      },
    },
  },
});

type HeldWithdrawalSnapshot = SnapshotFrom<typeof heldWithdrawalMachine>;

/** The answer to a cancellation that may not have arrived. */
export const selectUncertain = (snapshot: HeldWithdrawalSnapshot): Failure | null =>
  snapshot.hasTag('unknown') ? snapshot.context.failure : null;
