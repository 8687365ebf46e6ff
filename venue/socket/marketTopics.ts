import type { Exchange, TradeRecord } from '../exchange.ts';
import { wireMarket, wireTrade } from '../http/wire.ts';
import { barText } from '../market/candleBlocks.ts';
import type { MarketData } from '../market/market.ts';
import type { CandleRecord, Frame } from '../market/types.ts';
import type { Topic } from './streams.ts';

/** As many as `GET /order/trades/{pair}` answers by default. */
const MAX_TRADES = 100;
/** Enough for the newest bar of every interval that is built from a frame. */
const MAX_CANDLES = 120;
/** Milliseconds after which figures of 24 hours change without a trade. */
const FIGURES_AGE = 5000;

export interface MarketTopics {
  trades(pair: string): Topic;
  candles(pair: string, frame: Frame): Topic;
  readonly markets: Topic;
}

/** Topics that everybody may follow, with what the calls of the same names return (LIVE-02, LIVE-03, LIVE-04). */
export function createMarketTopics(
  exchange: Exchange,
  market: Pick<MarketData, 'figures' | 'newest' | 'trades'>,
  now: () => number,
): MarketTopics {
  return {
    trades: (pair) => ({
      key: `trades:${pair}`,
      name: 'trades',
      fields: { pair_symbol: pair },
      async open() {
        /** Newest first. */
        let known: readonly TradeRecord[] = [];
        let fresh: readonly TradeRecord[] = [];
        const add = (trades: readonly TradeRecord[]): void => {
          const last = Math.max(0, known[0]?.number ?? 0);
          const later = trades.filter((trade) => trade.pair === pair && trade.number > last).toReversed();
          known = [...later, ...known].slice(0, MAX_TRADES);
          fresh = [...later, ...fresh].slice(0, MAX_TRADES);
        };
        const early: TradeRecord[] = [];
        let take = (trades: readonly TradeRecord[]): void => void early.push(...trades);
        const close = exchange.on('trades', (trades) => take(trades));
        try {
          known = await market.trades(pair, MAX_TRADES);
        } catch (error) {
          close();
          throw error;
        }
        add(early);
        fresh = [];
        take = add;
        return {
          snapshot: () => ({ trades: known.map(wireTrade) }),
          advance() {
            if (fresh.length === 0) return null;
            const trades = fresh.map(wireTrade);
            fresh = [];
            return trades.length < MAX_TRADES ? { trades } : 'all';
          },
          close,
        };
      },
    }),

    candles: (pair, frame) => ({
      key: `candles:${pair}/${frame}`,
      name: 'candles',
      fields: { pair_symbol: pair, frame },
      async open() {
        const read = await market.newest(pair, frame, MAX_CANDLES);
        let rows = read();
        return {
          snapshot: () => ({ candles: rows.map(rowOf) }),
          advance() {
            const next = read();
            const changed = changedRows(rows, next);
            rows = next;
            return changed.length === 0 ? null : { candles: changed.map(rowOf) };
          },
          close: () => undefined,
        };
      },
    }),

    markets: {
      key: 'markets',
      name: 'markets',
      fields: {},
      open() {
        const changed = new Set<string>();
        const close = exchange.on('book', ({ pair }) => changed.add(pair));
        const all = exchange.pairs.flatMap(({ symbol, isListed }) => (isListed ? [symbol] : []));
        const figures = new Map<string, string>();
        const read = (pairs: Iterable<string>): Record<string, object> => {
          const news: Record<string, object> = {};
          for (const pair of pairs) {
            const wire = wireMarket(market.figures(pair));
            const text = JSON.stringify(wire);
            if (figures.get(pair) !== text) news[pair] = wire;
            figures.set(pair, text);
          }
          return news;
        };
        read(all);
        let readAt = now();
        return {
          snapshot: () => ({
            markets: Object.fromEntries([...figures].map(([pair, text]) => [pair, JSON.parse(text)])),
          }),
          advance() {
            const isDue = now() - readAt >= FIGURES_AGE;
            if (isDue) readAt = now();
            const markets = read(isDue ? all : changed);
            changed.clear();
            return Object.keys(markets).length === 0 ? null : { markets };
          },
          close,
        };
      },
    },
  };
}

const rowOf = (bar: CandleRecord): unknown => JSON.parse(barText(bar));

/** From the first bar that differs; the oldest ones leave silently. */
function changedRows(known: readonly CandleRecord[], next: readonly CandleRecord[]): readonly CandleRecord[] {
  const byTime = new Map(known.map((bar) => [bar.time, bar]));
  const first = next.findIndex((bar) => {
    const before = byTime.get(bar.time);
    return (
      before?.close !== bar.close ||
      before.volume !== bar.volume ||
      before.high !== bar.high ||
      before.low !== bar.low ||
      before.open !== bar.open
    );
  });
  return first < 0 ? [] : next.slice(first);
}
