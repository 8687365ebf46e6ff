import * as z from 'zod/mini';
import { chartBody, decodeChart } from '../charts.ts';
import { type Decoder, decodeOne, unwrap } from '../decode.ts';
import { bookAnswer } from '../markets.ts';
import { wholeNumber } from '../values.ts';
import { call } from './call.ts';

const depthQuery = z.object({
  depth: wholeNumber(20, 1, 500),
});

/** `GET /order/orderbook/{pair}` may hold the book bare or under `data`. */
const decodeBook: Decoder<z.output<typeof bookAnswer>> = (raw) =>
  decodeOne(bookAnswer)(unwrap(raw, 'orderbook'));

/** What only the trading screen reads: a pair's book, and its candles. */
export const tradingCalls = {
  orderBook: call('orderBook', 'GET', '/order/orderbook/:pair', decodeBook, { query: depthQuery }),
  candles: call('candles', 'POST', '/stats/chartx', decodeChart, {
    body: chartBody,
    isWrite: false,
  }),
} as const;
