import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { bookRows, type BookFilter } from '../../domain/bookView.ts';
import {
  bookFailure,
  bookStatus,
  mayPick,
  trustedUntil,
  type BookStatus,
  type BookStore,
  type BookTop,
} from '../../machines/orderBook/orderBook.machine.ts';
import { booksOf, provideOrderBook } from '../../machines/orderBook/orderBook.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useProvided } from '../kit/useScreenActor.ts';

type Levels = Awaited<ReturnType<BookStore['levels']>>;

export interface OrderBook {
  readonly pair: string;
  /** Changes up to ten times a second, and is read outside React. */
  readonly store: BookStore;
  readonly status: BookStatus;
  readonly filter: BookFilter;
  readonly mayPick: boolean;
  /** Since when the rows may be wrong, epoch milliseconds; null while they are right. */
  readonly trustedUntil: number | null;
  /** Set where nothing more happens without the user. */
  readonly failure: 'unreachable' | 'refused' | null;
  readonly chooseFilter: (filter: BookFilter) => void;
  readonly reconnect: () => void;
}

/** The order book of one pair, for the component's life. Give the component the pair as its key. */
export function useOrderBook(pair: string): OrderBook {
  const app = useApp();
  const books = booksOf(app);
  const ref = useActorRef(useProvided(provideOrderBook), { input: { pair } });
  return {
    pair,
    store: books.of(pair),
    status: useSelector(ref, bookStatus),
    filter: useSelector(ref, ({ context }) => context.filter),
    mayPick: useSelector(ref, mayPick),
    trustedUntil: useSelector(ref, trustedUntil),
    failure: useSelector(ref, bookFailure),
    chooseFilter: useCallback((filter) => ref.send({ type: 'user.filter', filter }), [ref]),
    reconnect: useCallback(() => ref.send({ type: 'user.reconnect' }), [ref]),
  };
}

function listen(listener: () => void): () => void {
  globalThis.addEventListener('resize', listener);
  return () => globalThis.removeEventListener('resize', listener);
}

/** Rows per side that fit the window (BOOK-02, BOOK-20). */
export function useBookRows(filter: BookFilter): number {
  const rows = useSyncExternalStore(listen, () => bookRows(globalThis.innerWidth, globalThis.innerHeight));
  return filter === 'all' ? rows : rows * 2;
}

/** Best prices. Use in small components: they change up to ten times a second. */
export function useBookTop(pair: string): BookTop {
  const book = booksOf(useApp()).of(pair);
  return useSyncExternalStore(book.subscribe, book.getTop);
}

/**
 * The current book, read again at most once in `pace` milliseconds.
 * @param isWanted while it is false nothing is requested or stored @returns null until it is known
 */
export function useBookLevels(pair: string, pace: number, isWanted = true): Levels | null {
  const book = booksOf(useApp()).of(pair);
  const [levels, setLevels] = useState<Levels | null>(null);
  // The book is read from its worker, no more often than wanted.
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      timer = undefined;
      const now = await book.levels();
      if (!isOver) setLevels(now);
    };
    void read();
    const stop = book.subscribe(() => {
      timer ??= setTimeout(() => void read(), pace);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
      setLevels(null);
    };
  }, [book, pace, isWanted]);
  return levels;
}
