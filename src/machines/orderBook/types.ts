import type { BookFilter } from '../../domain/bookView.ts';

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
