import * as z from 'zod/mini';
import { decodeList, decodeMap, decodeOne, decodeUnder } from '../decode.ts';
import {
  btcPriceAnswer,
  coinAnswer,
  marketAnswer,
  marketFigures,
  pairAnswer,
  statusAnswer,
  tradeAnswer,
} from '../markets.ts';
import { wholeNumber } from '../values.ts';
import { call } from './call.ts';

const tradeListQuery = z.object({ limit: wholeNumber(100, 1, 500) });
const pairListQuery = z.object({ skip: wholeNumber(0, 0, 10_000), limit: wholeNumber(100, 1, 500) });

const coinListQuery = z.object({
  page: wholeNumber(1, 1, 10_000),
  limit: wholeNumber(50, 1, 200),
  sort_by: z._default(z.enum(['ticker', 'name', 'id']), 'ticker'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});

export const marketCalls = {
  trades: call('trades', 'GET', '/order/trades/:pair', decodeList(tradeAnswer, 'trades', 'items'), {
    query: tradeListQuery,
  }),
  markets: call('markets', 'GET', '/api/markets', decodeMap(marketAnswer, 'pair', 'markets')),
  market: call('market', 'GET', '/api/markets/:pair', decodeUnder(marketFigures, 'market')),
  pairs: call('pairs', 'GET', '/pair/pairs', decodeList(pairAnswer, 'pairs', 'items'), {
    query: pairListQuery,
  }),
  pair: call('pair', 'GET', '/pair/pairs/:pair', decodeOne(pairAnswer)),
  coins: call('coins', 'GET', '/coin/coins', decodeList(coinAnswer, 'items', 'coins'), {
    query: coinListQuery,
  }),
  status: call('status', 'GET', '/api/status', decodeOne(statusAnswer)),
  btcPrice: call('btcPrice', 'GET', '/stats/btc-usd', decodeOne(btcPriceAnswer)),
} as const;
