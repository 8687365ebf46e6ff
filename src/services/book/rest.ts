import { BOOK_DEPTH, OrderBook, type BookFrame, type Level } from '../../domain/orderBook.ts';
import { succeeded, type Result } from '../../domain/result.ts';
import type { Answer } from '../contract/calls/call.ts';
import { tradingCalls } from '../contract/calls/trading.ts';
import type { Http } from '../http/port.ts';
import type { OrderBookStore } from './orderBookStore.ts';

/** Per side. */
const COMPARED_LEVELS = 10;

/** @throws OutageError when there is no usable answer. */
export function readBook(http: Pick<Http, 'send'>, pair: string, signal?: AbortSignal) {
  const input = { params: { pair }, query: { depth: BOOK_DEPTH } };
  return http.send(tradingCalls.orderBook, input, signal ? { signal } : {});
}

const frameOf = (pair: string, book: Answer<typeof tradingCalls.orderBook>): BookFrame => ({
  kind: 'snapshot',
  pair,
  bids: book.bids,
  asks: book.asks,
  lastPrice: null,
  buysVolume: null,
  sellsVolume: null,
  sequence: null,
  previousSequence: null,
  isDelta: false,
});

/**
 * Shows rows before the socket does; rows from the socket are newer and stay.
 * @returns the server's refusal, if it refused. @throws OutageError when there is no usable answer.
 */
export async function readFirstBook(
  http: Pick<Http, 'send'>,
  store: OrderBookStore,
  signal: AbortSignal,
): Promise<Result<null>> {
  const answer = await readBook(http, store.pair, signal);
  if (!answer.ok) return answer;
  if (!signal.aborted && !store.book.isSynced) {
    store.apply(frameOf(store.pair, answer.value));
    // Changes cannot be applied, because it is unknown which of them it holds.
    store.expectSnapshot();
    store.publish();
  }
  return succeeded(null);
}

/** `unclear`: the book changed meanwhile, or the page was hidden. */
export type Comparison = 'same' | 'different' | 'unclear';

/** Finds lost changes where frames have no numbers (BOOK-14). @throws OutageError without a usable answer. */
export async function compareBook(
  http: Pick<Http, 'send'>,
  store: OrderBookStore,
  signal: AbortSignal,
): Promise<Comparison> {
  const { revision } = store;
  const answer = await readBook(http, store.pair, signal);
  if (!answer.ok || store.revision !== revision) return 'unclear';
  const theirs = new OrderBook(store.pair);
  theirs.apply(frameOf(store.pair, answer.value));
  const isSame = sameLevels(theirs.bids, store.book.bids) && sameLevels(theirs.asks, store.book.asks);
  return isSame ? 'same' : 'different';
}

function sameLevels(a: readonly Level[], b: readonly Level[]): boolean {
  const shown = Math.min(COMPARED_LEVELS, Math.max(a.length, b.length));
  for (let index = 0; index < shown; index += 1) {
    if (a[index]?.price !== b[index]?.price || a[index]?.quantity !== b[index]?.quantity) return false;
  }
  return true;
}
