import * as z from 'zod/mini';
import { candleAnswer, chartBody } from '../charts.ts';
import { type Decoder, decodeList, decodeMap, decodeOne, unwrap } from '../decode.ts';
import { bookAnswer, btcPriceAnswer, marketAnswer, pairAnswer, tradeAnswer } from '../markets.ts';
import { wholeNumber } from '../values.ts';
import { call } from './call.ts';

const depthQuery = z.object({
  depth: wholeNumber(20, 1, 500),
});
const tradeListQuery = z.object({
  limit: wholeNumber(100, 1, 500),
});
const pairListQuery = z.object({
  skip: wholeNumber(0, 0, 10_000),
  limit: wholeNumber(100, 1, 500),
});

/** `GET /order/orderbook/{pair}` may hold the book bare or under `data`. */
const decodeBook: Decoder<z.output<typeof bookAnswer>> = (raw) =>
  decodeOne(bookAnswer)(unwrap(raw, 'orderbook'));

/** Public market data. */
export const marketCalls = {
  trades: call('trades', 'GET', '/order/trades/:pair', decodeList(tradeAnswer, 'trades', 'items'), {
    query: tradeListQuery,
  }),
  orderBook: call('orderBook', 'GET', '/order/orderbook/:pair', decodeBook, { query: depthQuery }),
  markets: call('markets', 'GET', '/api/markets', decodeMap(marketAnswer, 'pair', 'markets')),
  market: call('market', 'GET', '/api/markets/:pair', (raw) =>
    decodeOne(marketAnswer)(unwrap(raw, 'market')),
  ),
  pairs: call('pairs', 'GET', '/pair/pairs', decodeList(pairAnswer, 'pairs', 'items'), {
    query: pairListQuery,
  }),
  pair: call('pair', 'GET', '/pair/pairs/:pair', decodeOne(pairAnswer)),
  candles: call('candles', 'POST', '/stats/chartx', decodeList(candleAnswer, 'candles'), {
    body: chartBody,
    isWrite: false,
  }),
  btcPrice: call('btcPrice', 'GET', '/stats/btc-usd', decodeOne(btcPriceAnswer)),
} as const;
