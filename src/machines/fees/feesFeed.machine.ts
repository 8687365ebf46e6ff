import { assign, fromCallback, sendTo, setup, type SnapshotFrom } from 'xstate';
import { type NetworkFees, feesAfter } from '../../domain/networkFees.ts';
import { unwired, unwiredAction } from '../shared/index.ts';

export interface FeesFeedContext {
  /** What is known, by coin symbol; empty before the first news. */
  readonly fees: NetworkFees;
}

export type FeesFeedEvent =
  /** News of the feed: a whole set, or the coins that changed. */
  | { readonly type: 'fees.told'; readonly mode: 'replace' | 'merge'; readonly fees: NetworkFees }
  /** The server says that it has no fees to tell (FEE_DATA_NOT_AVAILABLE). */
  | { readonly type: 'fees.unavailable' }
  | { readonly type: 'link.opened' }
  /** No news can come for now. */
  | { readonly type: 'link.lost' }
  | { readonly type: 'user.retry' };

/** What the `feed` actor is told: the server is to be asked for a whole set again. */
export interface AskAgain {
  readonly type: 'ask';
}

interface News {
  readonly mode: 'replace' | 'merge';
  readonly fees: NetworkFees;
}

/**
 * The network fees as they are pushed (FEES-01): subscribed to while the actor runs, so that entering and leaving a
 * screen is subscribing and unsubscribing (FEES-02). Fees that were known once stay, marked old, when the link breaks.
 */
export const feesFeedMachine = setup({
  types: {
    context: {} as FeesFeedContext,
    events: {} as FeesFeedEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Subscribes, and says what comes; unsubscribes when it is stopped. */
    feed: fromCallback<AskAgain>(unwired('feesFeed.feed')),
  },
  actions: {
    keepFees: assign({ fees: ({ context }, { mode, fees }: News) => feesAfter(context.fees, mode, fees) }),
    askAgain: sendTo('feed', { type: 'ask' }),
    /** Only logged, as a warning. */
    warnUnavailable: unwiredAction<undefined>('feesFeed.warnUnavailable'),
  },
  delays: {
    /** How long a screen waits for the first fees before it says that there are none, in milliseconds. */
    patience: 10_000,
  },
}).createMachine({
  id: 'feesFeed',
  description: 'The network fees of every coin, as the server pushes them.',
  context: { fees: {} },
  // A feed that could not begin brings nothing, and the screen says so after a while.
  invoke: { id: 'feed', src: 'feed', onError: {} },
  initial: 'waiting',
  on: {
    'fees.told': {
      target: '.live',
      actions: { type: 'keepFees', params: ({ event }) => event },
    },
    'fees.unavailable': { actions: { type: 'warnUnavailable' } },
  },
  states: {
    waiting: {
      description: 'Subscribed; the first fees are awaited.',
      tags: ['busy'],
      after: { patience: { target: 'missing' } },
    },
    live: {
      description: 'The fees are those of the feed.',
      on: { 'link.lost': { target: 'outdated' } },
    },
    outdated: {
      description: 'The link broke: the fees are what was known then, until the feed tells them again.',
      tags: ['failed'],
      on: { 'user.retry': { actions: { type: 'askAgain' } } },
    },
    missing: {
      description: 'No fees came. They are still waited for, and may be asked for again.',
      tags: ['failed'],
      on: {
        'user.retry': { target: 'waiting', actions: { type: 'askAgain' } },
        'link.opened': { target: 'waiting' },
      },
    },
  },
});

type FeesFeedSnapshot = SnapshotFrom<typeof feesFeedMachine>;

/** `outdated`: what is shown was true when the link broke. `missing`: the server told none. */
export type FeesStatus = 'waiting' | 'live' | 'outdated' | 'missing';

export const feesStatus = (snapshot: FeesFeedSnapshot): FeesStatus => snapshot.value;
/** By coin symbol. The same object until the feed tells news. */
export const selectFees = (snapshot: FeesFeedSnapshot) => snapshot.context.fees;
