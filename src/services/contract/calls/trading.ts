import * as z from 'zod/mini';
import { chartBody, decodeChart } from '../charts.ts';
import { decodeUnder } from '../decode.ts';
import { bookAnswer } from '../markets.ts';
import { wholeNumber } from '../values.ts';
import { call } from './call.ts';

const depthQuery = z.object({ depth: wholeNumber(20, 1, 500) });

/** Read only by the trading screen: a pair's book, and its candles. */
export const tradingCalls = {
  orderBook: call('orderBook', 'GET', '/order/orderbook/:pair', decodeUnder(bookAnswer, 'orderbook'), {
    query: depthQuery,
  }),
  candles: call('candles', 'POST', '/stats/chartx', decodeChart, { body: chartBody, isWrite: false }),
} as const;
