import { add, decimal, type DecimalText, divideBy, isPositive, multiply, toText, ZERO } from '../decimal.ts';
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

/** Trades of one order as one. */
export interface FoldedTrade extends Execution {
  readonly fills: readonly Execution[];
}

/** The single trades of a row; none where it is one itself. */
export const fillsOf = (row: Execution | FoldedTrade): readonly Execution[] =>
  'fills' in row ? row.fills : [];

/** Digits of an average price beyond the longest price in it. */
const MORE_DIGITS = 2;

/**
 * Trades of one order become one (HISTORY-31), at the place of the first of them. What the server names no order of
 * stays by itself.
 */
export function foldTrades(trades: readonly Execution[]): readonly Execution[] {
  const orders = new Map<string, Execution[]>();
  for (const trade of trades) {
    const { id, orderId, pair, side } = trade;
    const key = JSON.stringify(orderId === null || orderId === undefined ? [id] : [orderId, pair, side]);
    const known = orders.get(key);
    if (known) known.push(trade);
    else orders.set(key, [trade]);
  }
  return [...orders.values()].flatMap((fills) => (fills.length === 1 ? fills : folded(fills)));
}

/** What is not known of one of them is not known of all. */
function folded(fills: readonly Execution[]): FoldedTrade | [] {
  const [first] = fills;
  if (!first) return [];
  const quantity = sumOf(fills.map((fill) => fill.quantity));
  const value = sumOf(fills.map(tradeTotal));
  const times = fills.map(({ createdAt }) => createdAt).filter((time) => time !== null);
  return {
    ...first,
    id: first.orderId ?? first.id,
    fills,
    quantity,
    value,
    price: averageOf(fills, quantity, value),
    fee: fills.every((fill) => fill.feeCurrency === first.feeCurrency)
      ? sumOf(fills.map(({ fee }) => fee))
      : null,
    feeCurrency: sameOf(fills.map((fill) => fill.feeCurrency)),
    feeRate: sameOf(fills.map(({ feeRate }) => feeRate)),
    isMaker: sameOf(fills.map(({ isMaker }) => isMaker)),
    createdAt: times.length === 0 ? null : Math.max(...times),
  };
}

/** Never better than it is, as in an order (COST-01). */
function averageOf(
  fills: readonly Execution[],
  quantity: DecimalText | null,
  value: DecimalText | null,
): DecimalText | null {
  if (quantity === null || value === null || !isPositive(decimal(quantity))) return null;
  // A sum has as many decimals as the most exact of its parts.
  const digits = fills.map(({ price }) => decimal(price ?? '0')).reduce(add, ZERO).scale + MORE_DIGITS;
  const rounding = fills[0]?.side === 'buy' ? 'ceil' : 'floor';
  return toText(divideBy(decimal(value), decimal(quantity), digits, rounding));
}

const sumOf = (amounts: readonly (DecimalText | null)[]): DecimalText | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : toText(known.map(decimal).reduce(add, ZERO));
};

/** Null where they differ. */
const sameOf = <Value>(values: readonly Value[]): Value | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

export const tradeRules: HistoryRules<Execution> = {
  size: 20,
  id: ({ id }) => id,
  time: ({ createdAt }) => createdAt,
  order: { types: ['limit', 'market'], of: ({ pair, kind }) => ({ pair, type: kind }) },
  filters: ['all', 'buy', 'sell'],
  passes: ({ side }, filter) => filter === 'all' || side === filter,
  texts: ({ id, orderId = null, pair }) => [id, orderId, pair, pair.replace('-', '/')],
  whole: ({ id, orderId }) => orderId ?? id,
  fold: foldTrades,
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
