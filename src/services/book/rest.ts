import { BOOK_DEPTH } from '../../domain/orderBook.ts';
import { succeeded, type Result } from '../../domain/result.ts';
import type { Answer } from '../contract/calls/call.ts';
import { tradingCalls } from '../contract/calls/trading.ts';
import type { Http } from '../http/port.ts';
import type { BookControl, BookSides, Comparison } from './port.ts';

/** @throws OutageError when there is no usable answer. */
export function readBook(http: Pick<Http, 'send'>, pair: string, signal?: AbortSignal) {
  const input = { params: { pair }, query: { depth: BOOK_DEPTH } };
  return http.send(tradingCalls.orderBook, input, signal ? { signal } : {});
}

/**
 * Shows rows before the socket does; rows from the socket are newer and stay.
 * @returns the server's refusal, if it refused. @throws OutageError when there is no usable answer.
 */
export async function readFirstBook(
  http: Pick<Http, 'send'>,
  book: Pick<BookControl, 'pair' | 'showFirst'>,
  signal: AbortSignal,
): Promise<Result<null>> {
  const answer = await readBook(http, book.pair, signal);
  if (!answer.ok) return answer;
  if (!signal.aborted) book.showFirst(sidesOf(answer.value));
  return succeeded(null);
}

/** Finds lost changes where frames have no numbers (BOOK-14). @throws OutageError without a usable answer. */
export async function compareBook(
  http: Pick<Http, 'send'>,
  book: Pick<BookControl, 'pair' | 'compareWith'>,
  signal: AbortSignal,
): Promise<Comparison> {
  return book.compareWith(async () => {
    const answer = await readBook(http, book.pair, signal);
    return answer.ok ? sidesOf(answer.value) : null;
  });
}

/** The part of the answer that another thread needs. */
const sidesOf = ({ bids, asks }: Answer<typeof tradingCalls.orderBook>): BookSides => ({ bids, asks });
