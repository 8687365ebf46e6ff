import type { NetworkFees } from '../../domain/networkFees.ts';

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
