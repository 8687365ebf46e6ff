import type { OrderBookContext } from './types.ts';
import type { Freshness } from './setup.ts';

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
