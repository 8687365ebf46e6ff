import { assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type Failure, isOutage } from '../../domain/failure.ts';
import type { RefundRow } from '../../domain/refundAddress.ts';
import { callback, effect, type Toast } from '../shared/common.ts';

export interface RefundAddressesContext {
  /** Every coin with its refund address; null while nothing is known. */
  readonly rows: readonly RefundRow[] | null;
  /** Why the lists could not be loaded, or not be loaded again; null after a try that did not fail. */
  readonly failure: Failure | null;
}

export type RefundAddressesEvent =
  /** @param failure why the lists are older than they should be; null when they are not. */
  | { readonly type: 'list.known'; readonly rows: readonly RefundRow[]; readonly failure: Failure | null }
  | { readonly type: 'list.failed'; readonly failure: Failure }
  | { readonly type: 'user.reload' };

/** Sent to the `list` actor: what could not be loaded is to be requested again. */
export interface ReloadList {
  readonly type: 'reload';
}

/**
 * The refund addresses page (REFUND-02): nothing of it can be shown before both the coins and the user's own addresses
 * are known. What is shown stays when a later reading fails (CALL-02). Each row is a machine of its own.
 */
export const refundAddressesMachine = setup({
  types: {
    context: {} as RefundAddressesContext,
    events: {} as RefundAddressesEvent,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Follows the coins and the user's refund addresses. */
    list: callback<ReloadList>(),
  },
  actions: {
    reloadList: sendTo('list', { type: 'reload' }),
    /** The screen is nothing without its data: the maintenance page takes over (CALL-02). */
    reportOutage: effect(),
  },
  guards: { isOutage: (_, failure: Failure) => isOutage(failure) },
}).createMachine({
  id: 'refundAddresses',
  description: 'The refund addresses page: its lists, and what it says when there are none.',
  context: { rows: null, failure: null },
  // A defect of the list leaves the shown data as it is.
  invoke: { id: 'list', src: 'list', onError: {} },
  initial: 'gating',
  on: {
    'list.known': {
      target: '.listed',
      actions: assign({ rows: ({ event }) => event.rows, failure: ({ event }) => event.failure }),
    },
  },
  states: {
    gating: {
      description: 'The coins and the refund addresses are awaited.',
      tags: ['busy'],
      on: {
        'list.failed': [
          {
            guard: { type: 'isOutage', params: ({ event }) => event.failure },
            target: 'unloaded',
            actions: [assign({ failure: ({ event }) => event.failure }), 'reportOutage'],
          },
          {
            target: 'unloaded',
            actions: [
              assign({ failure: ({ event }) => event.failure }),
              emit({ type: 'toast', kind: 'error', key: 'refund:toast.loadFailed' }),
            ],
          },
        ],
      },
    },
    unloaded: {
      description: 'They could not be loaded; reloading is offered.',
      tags: ['failed'],
      on: { 'user.reload': { target: 'gating', actions: [assign({ failure: null }), 'reloadList'] } },
    },
    listed: {
      description: 'Every coin is shown with its refund address, marked old when it could not be read again.',
      on: { 'user.reload': { actions: 'reloadList' } },
    },
  },
});

type RefundAddressesSnapshot = SnapshotFrom<typeof refundAddressesMachine>;

export const refundAddressesView = (snapshot: RefundAddressesSnapshot) => snapshot.value;
