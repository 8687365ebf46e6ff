import { parsePair } from '../domain/market.ts';
import { readBook } from '../services/book/rest.ts';
import type { Http } from '../services/http/port.ts';
import { readData } from '../machines/resource/index.ts';

const TRADE = /^\/trade\/([^/]+)$/;

/**
 * Begins what the screen at an address reads first, while its scripts are on their way: on a slow line the first book
 * stands a second sooner. The same questions as the screen asks, or they are asked twice (`tests/e2e/prefetch.spec.ts`).
 */
export function prefetchRoute(path: string, http: Pick<Http, 'send'>): void {
  const pair = parsePair(TRADE.exec(path)?.[1])?.symbol;
  if (pair === undefined) return;
  const reads = [
    readBook(http, pair),
    readData(http, 'pairSettings', { pair }, {}),
    readData(http, 'trades', { pair }, {}),
    readData(http, 'markets', undefined, {}),
  ];
  // Whoever asks next hears of a failure; it has been logged.
  for (const read of reads) read.catch(() => undefined);
}
