import { assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type NetworkFees, feesAfter } from '../../domain/networkFees.ts';
import { callback, effect } from '../shared/common.ts';

export interface FeesFeedContext {
  /** By coin symbol. */
  readonly fees: NetworkFees;
}

export type FeesFeedEvent =
  | { readonly type: 'fees.received'; readonly mode: 'replace' | 'merge'; readonly fees: NetworkFees }
  /** FEE_DATA_NOT_AVAILABLE. */
  | { readonly type: 'fees.unavailable' }
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.lost' }
  | { readonly type: 'user.retry' };

/** Requests the whole set again. */
export interface AskAgain {
  readonly type: 'ask';
}

/**
 * The pushed network fees (FEES-01). The actor is subscribed while it runs (FEES-02). Known fees stay, as outdated,
 * when the connection is lost.
 */
export const feesFeedMachine = setup({
  types: { context: {} as FeesFeedContext, events: {} as FeesFeedEvent, tags: {} as 'busy' | 'failed' },
  actors: { feed: callback<AskAgain>() },
  actions: { askAgain: sendTo('feed', { type: 'ask' }), warnUnavailable: effect() },
  delays: {
    /** Milliseconds without fees after which a screen shows that there are none. */
    patience: 10_000,
  },
}).createMachine({
  id: 'feesFeed',
  description: 'The network fees of every coin, as the server pushes them.',
  context: { fees: {} },
  invoke: { id: 'feed', src: 'feed', onError: {} },
  initial: 'waiting',
  on: {
    'fees.received': {
      target: '.live',
      actions: assign({ fees: ({ context, event }) => feesAfter(context.fees, event.mode, event.fees) }),
    },
    'fees.unavailable': { actions: 'warnUnavailable' },
  },
  states: {
    waiting: {
      description: 'Subscribed; the first fees are awaited.',
      tags: ['busy'],
      after: { patience: 'missing' },
    },
    live: { description: 'The fees are those of the feed.', on: { 'link.lost': 'outdated' } },
    outdated: {
      description: 'The link broke: the fees are what was known then, until the feed tells them again.',
      tags: ['failed'],
      on: { 'user.retry': { actions: 'askAgain' } },
    },
    missing: {
      description: 'No fees came. They are still waited for, and may be asked for again.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'waiting', actions: 'askAgain' }, 'link.opened': 'waiting' },
    },
  },
});

type FeesFeedSnapshot = SnapshotFrom<typeof feesFeedMachine>;

/** `outdated`: from before the connection was lost. `missing`: the server sent none. */
export type FeesStatus = FeesFeedSnapshot['value'];

export const feesStatus = (snapshot: FeesFeedSnapshot): FeesStatus => snapshot.value;
/** By coin symbol; the same object until fees change. */
export const selectFees = (snapshot: FeesFeedSnapshot) => snapshot.context.fees;
