import type { Grouping, BookPrices, BookView, BookViewOptions } from '../../domain/bookView.ts';

/** The best prices, for the order forms. */
export interface BookTop extends BookPrices {
  /** Whether the prices may be acted on: the link is up and nothing was missed, or they were read a moment ago. */
  readonly isFresh: boolean;
}

export type BookFill = 'nothing' | 'empty' | 'rows';

/**
 * The book of one pair as views read it. It publishes at most 10 times a second, at once for the first data and for
 * the answer to the user's own action, and never while the page is hidden.
 */
export interface BookStore {
  readonly pair: string;
  /**
   * Calls `listener` after every publish (the `subscribe` of `useSyncExternalStore`).
   * @returns a function that stops it.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Best bid, best ask and last price; the same object until the next publish that changes one of them. */
  readonly getTop: () => BookTop;
  /** Whether there is something to show; `empty`: a book came and held no order. */
  readonly getFill: () => BookFill;
  /** The rows as they are now; call it in a listener, not for every render. */
  readonly view: (options: BookViewOptions) => BookView;
  /** How many ticks a row gathers; kept in the browser for each pair. */
  readonly getGrouping: () => Grouping;
  readonly group: (grouping: Grouping) => void;
  /** The user acted on this book: the next change, which shows it, is published at once. */
  readonly expectOwnChange: () => void;
}

/** Book stores by pair symbol. A store without a running `orderBook` actor holds no data. */
export interface Books {
  of(pair: string): BookStore;
}
