import { assign, fromCallback, fromPromise, raise, sendTo, setup, stateIn } from 'xstate';
import type { BookFilter } from '../../domain/bookView.ts';
import type { Result } from '../../domain/result.ts';
import { unwired, unwiredAction } from '../shared/index.ts';

export interface OrderBookInput {
  /** BASE-QUOTE. */
  readonly pair: string;
}

export interface OrderBookContext {
  readonly pair: string;
  readonly filter: BookFilter;
  readonly hasData: boolean;
  /** Numbered frames show every loss. */
  readonly isNumbered: boolean;
  /** The last comparison with the server's own book found a difference. */
  readonly isDoubted: boolean;
  /** Epoch milliseconds until which the rows were right; null while they are, or while there are none. */
  readonly trustedUntil: number | null;
}

/** `drift`: it differs from the server's own. */
export type BookFault = 'gap' | 'crossed' | 'early' | 'drift';

export type OrderBookEvent =
  | { readonly type: 'link.opened' }
  /** The socket will try again. `heardAt`: epoch milliseconds of the last frame, null when there was none. */
  | { readonly type: 'link.lost'; readonly heardAt: number | null }
  /** The socket will not try again by itself. */
  | { readonly type: 'link.exhausted'; readonly heardAt: number | null }
  /** A whole book came, the first one or after a fault. */
  | { readonly type: 'book.synced'; readonly isEmpty: boolean; readonly isNumbered: boolean }
  | { readonly type: 'book.emptied' }
  | { readonly type: 'book.filled' }
  /** `at`: epoch milliseconds. */
  | { readonly type: 'book.broken'; readonly fault: BookFault; readonly at: number }
  | { readonly type: 'book.refused' }
  | { readonly type: 'resync.sent' }
  | { readonly type: 'user.filter'; readonly filter: BookFilter }
  | { readonly type: 'user.reconnect' };

export interface Resync {
  readonly type: 'resync';
}

export interface FirstBook {
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

export type Comparison = 'same' | 'different' | 'unclear';

export interface Compared {
  readonly comparison: Comparison;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Freshness {
  readonly pair: string;
  readonly isFresh: boolean;
}

export const bookSetup = setup({
  types: {
    context: {} as OrderBookContext,
    events: {} as OrderBookEvent,
    input: {} as OrderBookInput,
  },
  actors: {
    /** Subscribes, fills the store, and sends `link.*` and `book.*`. `resync` requests a whole book. */
    feed: fromCallback<Resync, OrderBookInput>(unwired('orderBook.feed')),
    firstBook: fromPromise<Result<FirstBook>, OrderBookInput>(unwired('orderBook.firstBook')),
    compare: fromPromise<Compared, OrderBookInput>(unwired('orderBook.compare')),
  },
  actions: {
    /** Tells the store whether its prices may fill a form. */
    markFresh: unwiredAction<Freshness>('orderBook.markFresh'),
    reconnect: unwiredAction<unknown>('orderBook.reconnect'),
    resync: sendTo('feed', { type: 'resync' }),
    spendBudget: raise({ type: 'resync.sent' }),
    keepFilter: assign({ filter: (_, { filter }: { filter: BookFilter }) => filter }),
    trust: assign({
      hasData: true,
      trustedUntil: null,
      isDoubted: false,
      isNumbered: (_, { isNumbered }: { isNumbered: boolean }) => isNumbered,
    }),
    keepPreview: assign({ hasData: true, trustedUntil: (_, { at }: FirstBook) => at }),
    distrustSince: assign({
      trustedUntil: ({ context }, { at }: { at: number | null }) =>
        context.hasData ? (context.trustedUntil ?? at) : null,
    }),
    doubt: assign({ isDoubted: true }),
    stopDoubting: assign({ isDoubted: false }),
  },
  guards: {
    isEmptyBook: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty,
    isRead: (_, { ok }: { ok: boolean }) => ok,
    hasData: ({ context }) => context.hasData,
    isNumbered: ({ context }) => context.isNumbered,
    isDifferent: (_, { comparison }: Compared) => comparison === 'different',
    isDifferentAgain: ({ context }, { comparison }: Compared) =>
      context.isDoubted && comparison === 'different',
    isLinkOpen: stateIn({ link: 'open' }),
    mayResync: stateIn({ budget: 'free' }),
  },
  delays: {
    /** Until the first whole book. */
    waitLimit: 15_000,
    /** Until a whole book that was requested. */
    snapshotLimit: 10_000,
    /** Between two requests for a whole book. */
    resyncPause: 5000,
    comparePause: 60_000,
    doubtPause: 5000,
  },
});

const freshness =
  (isFresh: boolean) =>
  ({ context }: { context: OrderBookContext }): Freshness => ({ pair: context.pair, isFresh });
export const markFresh = { type: 'markFresh', params: freshness(true) } as const;
export const markStale = { type: 'markFresh', params: freshness(false) } as const;

export const resync = [{ type: 'resync' }, { type: 'spendBudget' }] as const;

export const trust = {
  type: 'trust',
  params: ({ event }: { event: { isNumbered: boolean } }) => ({ isNumbered: event.isNumbered }),
} as const;
export const onSynced = [
  {
    guard: {
      type: 'isEmptyBook',
      params: ({ event }: { event: { isEmpty: boolean } }) => ({ isEmpty: event.isEmpty }),
    },
    target: '#orderBook.health.empty',
    actions: trust,
  },
  { target: '#orderBook.health.live', actions: trust },
] as const;

export const sinceHeard = {
  type: 'distrustSince',
  params: ({ event }: { event: { heardAt: number | null } }) => ({ at: event.heardAt }),
} as const;
export const sinceNow = {
  type: 'distrustSince',
  params: ({ event }: { event: { at: number } }) => ({ at: event.at }),
} as const;

export const onLost = { target: '#orderBook.health.disconnected', actions: sinceHeard } as const;
export const onExhausted = { target: '#orderBook.health.failed.unreachable', actions: sinceHeard } as const;
export const onBroken = { target: '#orderBook.health.stale.holding', actions: sinceNow } as const;
export const onRefused = { target: '#orderBook.health.failed.refused' } as const;

/** The socket has subscribed again by itself. */
export const onReopened = [
  { guard: { type: 'hasData' }, target: '#orderBook.health.stale.restoring' },
  { target: '#orderBook.health.waiting' },
] as const;

export const onWhileRight = {
  'book.broken': onBroken,
  'link.lost': onLost,
  'link.exhausted': onExhausted,
} as const;
