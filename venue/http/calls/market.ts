import type { Exchange } from '../../exchange.ts';
import type { Catalogue } from '../../market/catalogue.ts';
import { plainAnswer, zippedAnswer } from '../../market/candleBlocks.ts';
import type { MarketData } from '../../market/market.ts';
import { RefusedError } from '../../refused.ts';
import { isGone } from '../entrance.ts';
import { answerZipped, type Handlers } from '../handler.ts';
import { wireBook, wireMarket, wireTrade } from '../wire.ts';
import { knownPair } from './orders.ts';

export interface MarketParts {
  readonly exchange: Exchange;
  readonly market: MarketData;
  readonly catalogue: Catalogue;
  readonly isStopped: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function marketHandlers({
  exchange,
  market,
  catalogue,
  isStopped,
  now,
}: MarketParts): Handlers<
  | 'trades'
  | 'orderBook'
  | 'markets'
  | 'market'
  | 'pairs'
  | 'pair'
  | 'coins'
  | 'candles'
  | 'btcPrice'
  | 'status'
> {
  return {
    async trades({ c, query }) {
      return (await market.trades(knownPair(exchange, c.req.param('pair')), query.limit)).map(wireTrade);
    },

    orderBook({ c, query }) {
      const book = exchange.book(knownPair(exchange, c.req.param('pair')), query.depth);
      if (!book)
        throw new RefusedError(
          503,
          'BOOK_UNKNOWN',
          'The order book is loading. Please try again in a moment.',
          1,
        );
      return wireBook(book);
    },

    markets: () => ({
      markets: Object.fromEntries(
        exchange.pairs
          .filter(({ isListed }) => isListed)
          .map(({ symbol }) => [symbol, wireMarket(market.figures(symbol))]),
      ),
    }),

    market({ c }) {
      const symbol = knownPair(exchange, c.req.param('pair'));
      return { pair: symbol, ...wireMarket(market.figures(symbol)) };
    },

    pairs: ({ query }) =>
      catalogue.pairs.slice(query.skip, query.skip + query.limit).map(({ object }) => object),

    pair({ c }) {
      const symbol = knownPair(exchange, c.req.param('pair'));
      return catalogue.pairs.find((entry) => entry.symbol === symbol)?.object;
    },

    coins({ query }) {
      const { page, limit, sort_by, order } = query;
      const sign = order === 'asc' ? 1 : -1;
      const sorted = catalogue.coins.toSorted(
        (a, b) => sign * (a[sort_by] < b[sort_by] ? -1 : Number(a[sort_by] > b[sort_by])),
      );
      const items = sorted.slice((page - 1) * limit, page * limit);
      // Lets clients close their withdrawal forms.
      const listed = isStopped() ? items.map((coin) => ({ ...coin, is_withdrawal_enabled: false })) : items;
      return { items: listed, total: sorted.length };
    },

    async candles({ c, body }) {
      const pair = knownPair(exchange, body.pair);
      if (body.stop_ts < body.start_ts) {
        throw new RefusedError(422, 'VALIDATION_FAILED', 'stop_ts must not be before start_ts.');
      }
      const { frame, start_ts, stop_ts } = body;
      const slices = await market.candles(pair, frame, start_ts, stop_ts, () => !isGone(c));
      return answerZipped(
        c,
        () => plainAnswer(slices ?? []),
        () => zippedAnswer(slices ?? []),
      );
    },

    status() {
      const { maintenance } = catalogue;
      return {
        status: maintenance ? 'maintenance' : 'ok',
        reason: maintenance?.reason ?? null,
        since: maintenance?.since.toISOString() ?? null,
        time: new Date(now()).toISOString(),
      };
    },

    btcPrice() {
      const price = market.figures('BTC-USDT').lastPrice;
      if (price === null) throw new RefusedError(404, 'NO_PRICE', 'BTC has no price yet.');
      return { price };
    },
  };
}
