import { parsePair } from '../domain/market.ts';
import { readBook } from '../services/book/rest.ts';
import type { Http } from '../services/http/port.ts';
import type { SocketEngine } from '../services/socket/remote.ts';
import { readData } from '../machines/resource/resource.reads.ts';

const TRADE = /^\/trade\/([^/]+)$/;

/** Starts a screen's first reads while its scripts load; `tests/e2e/prefetch.spec.ts` checks that both are the same. */
export function prefetchRoute(
  path: string,
  http: Pick<Http, 'send'>,
  engine: Pick<SocketEngine, 'begin'>,
): void {
  const pair = parsePair(TRADE.exec(path)?.[1])?.symbol;
  if (pair === undefined) return;
  engine.begin();
  const reads = [
    readBook(http, pair),
    readData(http, 'pairSettings', { pair }, {}),
    readData(http, 'trades', { pair }, {}),
    readData(http, 'markets', undefined, {}),
  ];
  // The screen's own read reports a failure.
  for (const read of reads) read.catch(() => undefined);
}
