import { useSyncExternalStore } from 'react';
import { booksOf, type BookTop } from '../../machines/orderBook/index.ts';
import { useApp } from '../kit/app.tsx';

/** The best prices of a pair as they are shown now. Give it to small components: it changes up to ten times a second. */
export function useBookTop(pair: string): BookTop {
  const book = booksOf(useApp()).of(pair);
  return useSyncExternalStore(book.subscribe, book.getTop);
}
