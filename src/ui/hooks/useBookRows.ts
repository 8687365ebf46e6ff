import { useSyncExternalStore } from 'react';
import { bookRows } from '../../domain/bookRows.ts';

function listen(hear: () => void): () => void {
  globalThis.addEventListener('resize', hear);
  return () => globalThis.removeEventListener('resize', hear);
}

/** Rows per side of the order book that the window has room for (BOOK-02). */
export function useBookRows(): number {
  return useSyncExternalStore(listen, () => bookRows(globalThis.innerWidth, globalThis.innerHeight));
}
