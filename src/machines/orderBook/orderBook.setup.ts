import { assign, fromCallback, fromPromise, raise, sendTo, setup, stateIn } from 'xstate';
import type { BookFilter } from '../../domain/bookView.ts';
import type { Result } from '../../domain/result.ts';
import { unwired, unwiredAction } from '../shared/index.ts';

export interface OrderBookInput {
  /** BASE-QUOTE. A machine lives for one pair: another pair is another actor. */
  readonly pair: string;
}

export interface OrderBookContext {
  readonly pair: string;
  readonly filter: BookFilter;
  /** Whether there are rows to show. */
  readonly hasData: boolean;
  /** Whether the server numbers its frames, so that no loss can go unnoticed. */
  readonly isNumbered: boolean;
  /** Whether the last comparison with the server's own book found a difference. */
  readonly isDoubted: boolean;
  /** Until when the rows are known to be right, in epoch milliseconds; null while they are, or while there are none. */
  readonly trustedUntil: number | null;
}

/** Why the book cannot be trusted any more; `drift`: it differs from the server's own. */
export type BookFault = 'gap' | 'crossed' | 'early' | 'drift';

export type OrderBookEvent =
  | { readonly type: 'link.opened' }
  /** It will be tried again. `heardAt`: epoch milliseconds of the last frame, null when there was none. */
  | { readonly type: 'link.lost'; readonly heardAt: number | null }
  /** It will not be tried again by itself. */
  | { readonly type: 'link.exhausted'; readonly heardAt: number | null }
  /** A whole book came after there was none, or after one that could not be trusted. */
  | { readonly type: 'book.synced'; readonly isEmpty: boolean; readonly isNumbered: boolean }
  | { readonly type: 'book.emptied' }
  | { readonly type: 'book.filled' }
  /** `at`: epoch milliseconds. */
  | { readonly type: 'book.broken'; readonly fault: BookFault; readonly at: number }
  /** The server refused the subscription. */
  | { readonly type: 'book.refused' }
  /** The machine's own: the server was asked for a whole book. */
  | { readonly type: 'resync.sent' }
  | { readonly type: 'user.filter'; readonly filter: BookFilter }
  | { readonly type: 'user.reconnect' };

/** What the `feed` actor is told: ask the server for a whole book. */
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

/** What the machine is made of: its actors, actions, guards and delays by name. */
export const bookSetup = setup({
  types: {
    context: {} as OrderBookContext,
    events: {} as OrderBookEvent,
    input: {} as OrderBookInput,
  },
  actors: {
    /** Subscribes, fills the store, says `link.*` and `book.*`; told to resync, it asks for a whole book. */
    feed: fromCallback<Resync, OrderBookInput>(unwired('orderBook.feed')),
    firstBook: fromPromise<Result<FirstBook>, OrderBookInput>(unwired('orderBook.firstBook')),
    compare: fromPromise<Compared, OrderBookInput>(unwired('orderBook.compare')),
  },
  actions: {
    /** Tells the store whether its prices may be acted on. */
    markFresh: unwiredAction<Freshness>('orderBook.markFresh'),
    /** Asks the socket to try again. */
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
    /** For a whole book after the pair was opened. */
    waitLimit: 15_000,
    /** For a whole book after it was asked for. */
    snapshotLimit: 10_000,
    /** Between two questions for a whole book. */
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

/** Asks for a whole book, and pays for it with five seconds without another question. */
export const resync = [{ type: 'resync' }, { type: 'spendBudget' }] as const;

/** A whole book ends every doubt. */
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

/** The socket subscribed again by itself: the rows on screen wait for a whole book, or there are none. */
export const onReopened = [
  { guard: { type: 'hasData' }, target: '#orderBook.health.stale.restoring' },
  { target: '#orderBook.health.waiting' },
] as const;

/** What can happen to a book that is right. */
export const onWhileRight = {
  'book.broken': onBroken,
  'link.lost': onLost,
  'link.exhausted': onExhausted,
} as const;
