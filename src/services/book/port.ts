import type { DecimalText } from '../../domain/decimal.ts';
import type { Grouping, BookPrices, BookView, BookViewOptions } from '../../domain/bookView.ts';
import type { BookLevel } from '../../domain/orderBook.ts';

export interface BookTop extends BookPrices {
  /** The connection is up and no frame was missed, or the prices were just read. */
  readonly isFresh: boolean;
}

export const isSameTop = (a: BookTop, b: BookTop): boolean =>
  a.bid === b.bid && a.ask === b.ask && a.last === b.last && a.isFresh === b.isFresh;

export type BookFill = 'nothing' | 'empty' | 'rows';

/** Publishes at most 10 times a second; at once for the first data; never while the page is hidden. */
export interface BookSource {
  readonly pair: string;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until one of the prices changes. */
  readonly getTop: () => BookTop;
  /** `empty`: a book without orders came. */
  readonly getFill: () => BookFill;
  /**
   * Call it in a listener. After other options than before it may answer with the rows of the older ones, and
   * publishes the new rows as soon as they are there.
   */
  readonly view: (options: BookViewOptions) => BookView;
  /** The last price of the tape takes the place of the book's own, at once; null gives it back (LIVE-09). */
  readonly shareLast: (price: DecimalText | null) => void;
  /** Publishes the next change at once. */
  readonly expectOwnChange: () => void;
}

/** The book as views have it. */
export interface BookStore extends BookSource {
  /** The view that was published last. */
  readonly latest: () => BookView;
  /** All single prices as they lie now, best first. */
  readonly levels: () => Promise<BookSides>;
  /** Ticks per row, stored for each pair. */
  readonly getGrouping: () => Grouping;
  readonly group: (grouping: Grouping) => void;
}

/** A book that a call has read. */
export interface BookSides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** `unclear`: the book changed in the meantime, or the page was hidden. */
export type Comparison = 'same' | 'different' | 'unclear';

/** The book as its machine has it. */
export interface BookControl {
  readonly pair: string;
  readonly setFresh: (isFresh: boolean) => void;
  readonly clear: () => void;
  /** Shows a book unless the socket has brought one. */
  readonly showFirst: (sides: BookSides) => void;
  /** @param read starts a call; null where the server gave no book. */
  readonly compareWith: (read: () => Promise<BookSides | null>) => Promise<Comparison>;
}

export type Fault =
  | 'gap'
  /** Bids and asks overlap for longer than a moment. */
  | 'crossed'
  /** A change came before the first whole book. */
  | 'early';

export type BookFact =
  /** A whole book arrived, the first one or after an error. */
  | { readonly type: 'synced'; readonly isEmpty: boolean; readonly isNumbered: boolean }
  | { readonly type: 'emptied' }
  | { readonly type: 'filled' }
  | { readonly type: 'broken'; readonly fault: Fault }
  | { readonly type: 'refused' };

export interface BookFeed {
  /** The first frame must be a whole book. */
  linkOpened(): void;
  linkLost(): void;
  /** A whole book was requested; changes before it are ignored. */
  resyncing(): void;
  stop(): void;
}

/** A store holds no data unless an `orderBook` actor of its pair runs. */
export interface Books {
  of(pair: string): BookStore & BookControl;
  /** Applies the frames of the pair to its book, and reports the results. */
  startFeed(pair: string, say: (fact: BookFact) => void): BookFeed;
}
