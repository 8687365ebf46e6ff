import { emit, setup, type SnapshotFrom } from 'xstate';
import { type Toast, unwiredAction } from '../shared/index.ts';
import { createWrite, type WriteEvent } from '../write/index.ts';

/** The id of the withdrawal. */
type HeldWithdrawalContext = { readonly id: string };

/**
 * Cancels a withdrawal that waits for its release by the exchange (HELD-06). After a lost answer it is read; only the
 * user sends it again (LOST-01). What it became stands in the history, which is read again.
 */
export const heldWithdrawalMachine = setup({
  types: {
    context: {} as HeldWithdrawalContext,
    events: {} as { readonly type: 'user.cancel' } | WriteEvent<'cancel'>,
    input: {} as HeldWithdrawalContext,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: { cancel: createWrite<string>() },
  actions: {
    refreshOwnReads: unwiredAction<undefined>('heldWithdrawal.refreshOwnReads'),
  },
}).createMachine({
  id: 'heldWithdrawal',
  description: 'A withdrawal that waits for its release by the exchange, and its cancellation.',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Its coins are held. Cancelling it is offered.',
      on: { 'user.cancel': 'cancelling' },
    },
    cancelling: {
      description: 'The cancellation is on its way, once; after a lost answer the withdrawal is read.',
      tags: ['busy'],
      exit: 'refreshOwnReads',
      invoke: { id: 'cancel', src: 'cancel', input: ({ context }) => ({ subject: context.id }) },
      on: {
        'cancel.done': {
          target: 'waiting',
          actions: emit({ type: 'toast', kind: 'success', key: 'history:toast.withdrawalCancelled' }),
        },
        'cancel.refused': {
          target: 'waiting',
          actions: emit(({ event: { failure } }) => ({
            type: 'toast',
            kind: 'error',
            key: 'history:toast.cancelFailed',
            ...(failure.text === undefined ? {} : { text: failure.text }),
          })),
        },
        'cancel.absent': {
          target: 'waiting',
          actions: emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelFailed' }),
        },
        'cancel.unknown': {
          target: 'waiting',
          actions: emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelUnknown' }),
        },
      },
    },
  },
});

type HeldWithdrawalSnapshot = SnapshotFrom<typeof heldWithdrawalMachine>;

export const isCancelling = (snapshot: HeldWithdrawalSnapshot): boolean => snapshot.hasTag('busy');
