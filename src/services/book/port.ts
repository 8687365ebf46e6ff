import type { DecimalText } from '../../domain/decimal.ts';
import type { Grouping, BookPrices, BookView, BookViewOptions } from '../../domain/bookView.ts';

export interface BookTop extends BookPrices {
  /** The connection is up and no frame was missed, or the prices were just read. */
  readonly isFresh: boolean;
}

export type BookFill = 'nothing' | 'empty' | 'rows';

/** Publishes at most 10 times a second; at once for the first data; never while the page is hidden. */
export interface BookStore {
  readonly pair: string;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until one of the prices changes. */
  readonly getTop: () => BookTop;
  /** `empty`: a book without orders came. */
  readonly getFill: () => BookFill;
  /** Computed anew by each call, so call it in a listener. */
  readonly view: (options: BookViewOptions) => BookView;
  /** Ticks per row, stored for each pair. */
  readonly getGrouping: () => Grouping;
  readonly group: (grouping: Grouping) => void;
  /** The last price of the tape takes the place of the book's own, at once; null gives it back (LIVE-09). */
  readonly shareLast: (price: DecimalText | null) => void;
  /** Publishes the next change at once. */
  readonly expectOwnChange: () => void;
}

/** A store holds no data unless an `orderBook` actor of its pair runs. */
export interface Books {
  of(pair: string): BookStore;
}
