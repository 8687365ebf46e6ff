import { add, decimal, type DecimalText, multiply, toText, ZERO } from '../decimal.ts';
import { feePercent } from '../feePercent.ts';
import type { Execution } from '../order.ts';
import { parsePair } from '../market.ts';
import { byAmount, byText, byTime } from './order.ts';
import type { HistoryRules } from './types.ts';

/** In quote coin: from the server, else price times quantity, exact; null where neither is known. */
export const tradeTotal = ({ value, price, quantity }: Execution): DecimalText | null =>
  value ?? (price === null || quantity === null ? null : toText(multiply(decimal(price), decimal(quantity))));

export const tradeRole = ({ isMaker }: Execution): 'maker' | 'taker' | null =>
  isMaker === null ? null : isMaker ? 'maker' : 'taker';

export const tradeRules: HistoryRules<Execution> = {
  size: 20,
  id: ({ id }) => id,
  time: ({ createdAt }) => createdAt,
  filters: ['all', 'buy', 'sell'],
  passes: ({ side }, filter) => filter === 'all' || side === filter,
  texts: ({ id, orderId = null, pair }) => [id, orderId, pair, pair.replace('-', '/')],
  columns: {
    date: byTime(({ createdAt }) => createdAt),
    pair: byText(({ pair }) => pair),
    type: byText(({ side }) => side),
    side: byText(tradeRole),
    price: byAmount(({ price }) => price),
    amount: byAmount(({ quantity }) => quantity),
    total: byAmount(tradeTotal),
    fee: byAmount(({ fee }) => fee),
  },
  cells: {
    id: ({ id }) => id,
    pair: ({ pair }) => pair,
    type: ({ side }) => side,
    side: tradeRole,
    kind: ({ kind }) => kind,
    price: ({ price }) => price,
    amount: ({ quantity }) => quantity,
    total: tradeTotal,
    fee: ({ fee }) => fee,
    feeCurrency: ({ feeCurrency }) => feeCurrency,
    feePercent,
    orderId: ({ orderId }) => orderId ?? null,
  },
};

export interface CoinSum {
  readonly coin: string;
  readonly amount: DecimalText;
}

export interface TradeSummary {
  readonly count: number;
  readonly buy: number;
  readonly sell: number;
  /** Summed by coin (HISTORY-08): BTC and USDT cannot be added. */
  readonly volume: readonly CoinSum[];
  /** Trades of unknown value, which the volume leaves out. */
  readonly omitted: number;
}

export function summariseTrades(trades: readonly Execution[]): TradeSummary {
  const buy = trades.filter(({ side }) => side === 'buy').length;
  const sums = new Map<string, DecimalText>();
  let omitted = 0;
  for (const trade of trades) {
    const total = tradeTotal(trade);
    if (total === null) {
      omitted += 1;
      continue;
    }
    const coin = parsePair(trade.pair)?.quote ?? '';
    const sum = sums.get(coin);
    sums.set(coin, toText(add(sum === undefined ? ZERO : decimal(sum), decimal(total))));
  }
  const volume = [...sums].map(([coin, amount]) => ({ coin, amount }));
  return {
    count: trades.length,
    buy,
    sell: trades.length - buy,
    omitted,
    volume: volume.toSorted((a, b) => (a.coin < b.coin ? -1 : 1)),
  };
}
