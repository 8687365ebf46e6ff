import type { DecimalText } from '../../domain/decimal.ts';
import { bookPrices, bookView, type BookView } from '../../domain/bookView.ts';
import {
  OrderBook,
  type Applied,
  type BookFrame,
  type BookLevel,
  type Level,
} from '../../domain/orderBook.ts';
import type { Clock } from '../clock.ts';
import {
  isSameTop,
  type BookControl,
  type BookFill,
  type BookSides,
  type BookSource,
  type BookTop,
  type Comparison,
} from './port.ts';

/** Milliseconds (BOOK-12). */
const PUBLISH_EVERY = 100;

/** Per side. */
const COMPARED_LEVELS = 10;

/** The book itself, in the thread that reads the socket. */
export interface OrderBookStore extends Omit<BookSource, 'subscribe'>, Omit<BookControl, 'compareWith'> {
  readonly revision: number;
  readonly book: Pick<OrderBook, 'isSynced' | 'isEmpty' | 'isCrossed' | 'sequence' | 'bids' | 'asks'>;
  /** Does not publish. */
  apply(frame: BookFrame): Applied;
  /** Publishes now, or a tenth of a second after the last time. */
  publish(): void;
  /** Ignores deltas until the next whole book. */
  expectSnapshot(): void;
  /** The page is seen again. */
  shown(): void;
  compare(sides: BookSides, revision: number): Comparison;
  levels(): BookSides;
}

export interface OrderBookStoreDependencies {
  readonly clock: Clock;
  readonly isVisible: () => boolean;
  readonly published: () => void;
}

const NOTHING: BookTop = { bid: null, ask: null, last: null, isFresh: false };

const frameOf = (pair: string, sides: BookSides): BookFrame => ({
  kind: 'snapshot',
  pair,
  ...sides,
  lastPrice: null,
  buysVolume: null,
  sellsVolume: null,
  sequence: null,
  previousSequence: null,
  isDelta: false,
});

export function createOrderBookStore(
  pair: string,
  { clock, isVisible, published }: OrderBookStoreDependencies,
): OrderBookStore {
  const book = new OrderBook(pair);
  let top = NOTHING;
  let isFresh = false;
  let fill: BookFill = 'nothing';
  let hasData = false;
  let revision = 0;
  let isDirty = false;
  let isUrgent = false;
  let publishedAt = -PUBLISH_EVERY;
  let lastView: BookView | undefined;
  let sharedLast: DecimalText | null = null;
  let timer: unknown;

  function publishNow(): void {
    clock.clearTimeout(timer);
    timer = undefined;
    if (!isVisible()) return;
    isDirty = false;
    isUrgent = false;
    publishedAt = clock.now();
    // A book whose sides overlap is not shown: the last right one stays.
    const prices = book.isCrossed ? top : bookPrices(book);
    const next = { ...prices, last: sharedLast ?? prices.last, isFresh };
    if (!isSameTop(next, top)) top = next;
    fill = hasData ? (book.isEmpty ? 'empty' : 'rows') : 'nothing';
    published();
  }

  function publish(): void {
    isDirty = true;
    const passed = clock.now() - publishedAt;
    // The clock may have been set back.
    const wait = passed < 0 ? 0 : PUBLISH_EVERY - passed;
    if (isUrgent || wait <= 0) publishNow();
    else timer ??= clock.setTimeout(publishNow, wait);
  }

  function apply(frame: BookFrame): Applied {
    const applied = book.apply(frame);
    if (applied === 'applied') {
      revision += 1;
      if (!hasData) isUrgent = true;
      hasData = true;
    }
    return applied;
  }

  function compare(sides: BookSides, before: number): Comparison {
    if (revision !== before) return 'unclear';
    const theirs = new OrderBook(pair);
    theirs.apply(frameOf(pair, sides));
    const isSameBook = sameLevels(theirs.bids, book.bids) && sameLevels(theirs.asks, book.asks);
    return isSameBook ? 'same' : 'different';
  }

  return {
    pair,
    book,
    get revision() {
      return revision;
    },
    apply,
    showFirst(sides) {
      if (book.isSynced) return;
      apply(frameOf(pair, sides));
      // Changes cannot be applied, because it is unknown which of them it holds.
      book.expectSnapshot();
      publish();
    },
    compare,
    levels: () => ({ bids: book.bids.map(levelOf), asks: book.asks.map(levelOf) }),
    publish,
    expectSnapshot: () => book.expectSnapshot(),
    setFresh(fresh) {
      if (isFresh === fresh) return;
      isFresh = fresh;
      isUrgent = true;
      publish();
    },
    clear() {
      book.clear();
      hasData = false;
      isFresh = false;
      isUrgent = true;
      publish();
    },
    shown: () => {
      if (isDirty) publishNow();
    },
    getTop: () => top,
    getFill: () => fill,
    view(options) {
      if (!lastView || !book.isCrossed) lastView = bookView(book, options);
      if (sharedLast === null) return lastView;
      return { ...lastView, top: { ...lastView.top, last: sharedLast } };
    },
    shareLast(price) {
      if (price === sharedLast) return;
      sharedLast = price;
      isUrgent = true;
      publish();
    },
    expectOwnChange: () => {
      isUrgent = true;
    },
  };
}

const levelOf = ({ price, quantity }: Level): BookLevel => [price, quantity];

function sameLevels(a: readonly Level[], b: readonly Level[]): boolean {
  const shown = Math.min(COMPARED_LEVELS, Math.max(a.length, b.length));
  for (let index = 0; index < shown; index += 1) {
    if (a[index]?.price !== b[index]?.price || a[index]?.quantity !== b[index]?.quantity) return false;
  }
  return true;
}
