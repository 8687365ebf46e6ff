import type { DecimalText } from '../../domain/decimal.ts';
import { readGrouping, bookPrices, bookView, type BookView } from '../../domain/bookView.ts';
import { OrderBook, type Applied, type BookFrame } from '../../domain/orderBook.ts';
import type { Clock } from '../clock.ts';
import { isReturn, type Page } from '../page.ts';
import type { Storage } from '../storage.ts';
import type { BookFill, Books, BookStore, BookTop } from './port.ts';

/** Milliseconds (BOOK-12). */
const PUBLISH_EVERY = 100;

export interface OrderBookStore extends BookStore {
  readonly revision: number;
  readonly book: Pick<OrderBook, 'isSynced' | 'isEmpty' | 'isCrossed' | 'sequence' | 'bids' | 'asks'>;
  /** Does not publish. */
  apply(frame: BookFrame): Applied;
  /** Publishes now, or a tenth of a second after the last time. */
  publish(): void;
  /** Ignores deltas until the next whole book. */
  expectSnapshot(): void;
  setFresh(isFresh: boolean): void;
  clear(): void;
}

export interface OrderBookStoreDependencies {
  readonly clock: Clock;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly storage: Pick<Storage, 'read' | 'write' | 'remove'>;
}

const NOTHING: BookTop = { bid: null, ask: null, last: null, isFresh: false };

const isSame = (a: BookTop, b: BookTop): boolean =>
  a.bid === b.bid && a.ask === b.ask && a.last === b.last && a.isFresh === b.isFresh;

/** There is no entry where every price is shown. */
export const groupingKey = (pair: string): string => `book_grouping:${pair}`;

interface PairDependencies extends Pick<OrderBookStoreDependencies, 'clock' | 'storage'> {
  readonly isVisible: () => boolean;
}

function createOrderBookStore(
  pair: string,
  { clock, storage, isVisible }: PairDependencies,
): OrderBookStore & { readonly shown: () => void } {
  const book = new OrderBook(pair);
  const listeners = new Set<() => void>();
  let top = NOTHING;
  let isFresh = false;
  let fill: BookFill = 'nothing';
  let hasData = false;
  let revision = 0;
  let isDirty = false;
  let isUrgent = false;
  let publishedAt = -PUBLISH_EVERY;
  let grouping = readGrouping(storage.read(groupingKey(pair)));
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
    if (!isSame(next, top)) top = next;
    fill = hasData ? (book.isEmpty ? 'empty' : 'rows') : 'nothing';
    for (const listener of listeners) listener();
  }

  function publish(): void {
    isDirty = true;
    const passed = clock.now() - publishedAt;
    // The clock may have been set back.
    const wait = passed < 0 ? 0 : PUBLISH_EVERY - passed;
    if (isUrgent || wait <= 0) publishNow();
    else timer ??= clock.setTimeout(publishNow, wait);
  }

  return {
    pair,
    book,
    get revision() {
      return revision;
    },
    apply(frame) {
      const applied = book.apply(frame);
      if (applied === 'applied') {
        revision += 1;
        if (!hasData) isUrgent = true;
        hasData = true;
      }
      return applied;
    },
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
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getTop: () => top,
    getFill: () => fill,
    view(options) {
      if (!lastView || !book.isCrossed) lastView = bookView(book, options);
      if (sharedLast === null) return lastView;
      return { ...lastView, top: { ...lastView.top, last: sharedLast } };
    },
    getGrouping: () => grouping,
    group(chosen) {
      grouping = chosen;
      if (chosen === 1) storage.remove(groupingKey(pair));
      else storage.write(groupingKey(pair), String(chosen));
      for (const listener of listeners) listener();
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

export interface OrderBookStores extends Books {
  of(pair: string): OrderBookStore;
}

export function createOrderBookStores({ clock, page, storage }: OrderBookStoreDependencies): OrderBookStores {
  const stores = new Map<string, ReturnType<typeof createOrderBookStore>>();
  page.listen((fact) => {
    if (isReturn(fact)) for (const store of stores.values()) store.shown();
  });
  return {
    of(pair) {
      const isVisible = (): boolean => page.isVisible();
      const known = stores.get(pair) ?? createOrderBookStore(pair, { clock, storage, isVisible });
      stores.set(pair, known);
      return known;
    },
  };
}
