import {
  add,
  compare,
  decimal,
  type Decimal,
  type DecimalText,
  divideBy,
  isPositive,
  multiply,
  smaller,
  subtract,
  toText,
  ZERO,
} from '../decimal.ts';
import { parsePair } from '../market.ts';
import type { Execution } from '../order.ts';
import { tradeTotal } from './trades.ts';

/** Of shares and averages, which are divisions; sums and products are exact. */
const DIGITS = 18;

/** What the trades of a pair cost and brought (RESULT-01). Amounts are in its quote coin unless named otherwise. */
export interface PairResult {
  readonly pair: string;
  readonly base: string;
  readonly quote: string;
  /** Base coin that was bought here and not sold here, whether it is still in the account or not. */
  readonly held: DecimalText;
  /** What that cost, with fees. */
  readonly cost: DecimalText;
  /** Average cost of one unit; null where nothing is held. */
  readonly average: DecimalText | null;
  /** What sales brought, after fees, less what was paid for the same quantity. */
  readonly realised: DecimalText;
  /** Base coin that was sold here but not bought here: what it cost is not known, so it is in no result. */
  readonly unmatched: DecimalText;
  /** Trades left out, because a figure of them is not known. */
  readonly omitted: number;
  /** Trades whose fee is unknown, or in another coin: counted without it. */
  readonly uncharged: number;
}

interface Tally {
  held: Decimal;
  cost: Decimal;
  realised: Decimal;
  unmatched: Decimal;
  omitted: number;
  uncharged: number;
}

const EMPTY: Tally = { held: ZERO, cost: ZERO, realised: ZERO, unmatched: ZERO, omitted: 0, uncharged: 0 };

/** A part of an amount; the rounding is never in the user's favour. */
const shareOf = (amount: Decimal, part: Decimal, whole: Decimal, rounding: 'floor' | 'ceil'): Decimal =>
  compare(part, whole) === 0 ? amount : divideBy(multiply(amount, part), whole, DIGITS, rounding);

function book(tally: Tally, trade: Execution, base: string, quote: string): void {
  const value = tradeTotal(trade);
  if (trade.quantity === null || value === null || trade.createdAt === null) {
    tally.omitted += 1;
    return;
  }
  const fee = decimal(trade.fee ?? '0');
  const isFeeKnown =
    trade.fee !== null && (fee.units === 0n || [base, quote].includes(trade.feeCurrency ?? ''));
  if (!isFeeKnown) tally.uncharged += 1;
  const feeIn = (coin: string): Decimal => (isFeeKnown && trade.feeCurrency === coin ? fee : ZERO);
  if (trade.side === 'buy') {
    tally.held = add(tally.held, subtract(decimal(trade.quantity), feeIn(base)));
    tally.cost = add(tally.cost, add(decimal(value), feeIn(quote)));
    return;
  }
  const given = add(decimal(trade.quantity), feeIn(base));
  const matched = smaller(given, tally.held);
  tally.unmatched = add(tally.unmatched, subtract(given, matched));
  if (!isPositive(matched)) return;
  const brought = shareOf(subtract(decimal(value), feeIn(quote)), matched, given, 'floor');
  const paid = shareOf(tally.cost, matched, tally.held, 'ceil');
  tally.realised = add(tally.realised, subtract(brought, paid));
  tally.held = subtract(tally.held, matched);
  tally.cost = subtract(tally.cost, paid);
}

/**
 * Average cost of each pair, from all of its trades (RESULT-01): a buy adds to what is held and what it cost, a sale
 * takes both away in proportion.
 * @param trades in any order, each once. Of the same instant, the later in the list came first, as servers send them.
 */
export function pairResults(trades: readonly Execution[]): readonly PairResult[] {
  return [...talliesOf(trades)]
    .map(([pair, { held, cost, realised, unmatched, omitted, uncharged }]) => ({
      pair,
      base: parsePair(pair)?.base ?? '',
      quote: parsePair(pair)?.quote ?? '',
      held: toText(held),
      cost: toText(cost),
      average: isPositive(held) ? toText(divideBy(cost, held, DIGITS, 'ceil')) : null,
      realised: toText(realised),
      unmatched: toText(unmatched),
      omitted,
      uncharged,
    }))
    .toSorted((a, b) => (a.pair < b.pair ? -1 : 1));
}

/** @param after each trade, with what its pair comes to */
function talliesOf(
  trades: readonly Execution[],
  after: (trade: Execution, quote: string, tally: Readonly<Tally>) => void = () => undefined,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const trade of trades.toReversed().toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))) {
    const sides = parsePair(trade.pair);
    if (sides === null) continue;
    const tally = tallies.get(trade.pair) ?? { ...EMPTY };
    tallies.set(trade.pair, tally);
    book(tally, trade, sides.base, sides.quote);
    after(trade, sides.quote, tally);
  }
  return tallies;
}

/** In the quote coin. */
export interface ValuePoint {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of what was bought and is held, each pair at the price of its last own trade. */
  readonly value: DecimalText;
  /** What that cost. */
  readonly cost: DecimalText;
}

/**
 * What was held by quote coin, after each own trade (RESULT-06).
 * @param most points of a coin: of those close together the last stays
 */
export function valuesOverTime(
  trades: readonly Execution[],
  most: number,
): readonly { readonly coin: string; readonly points: readonly ValuePoint[] }[] {
  const pairs = new Map<string, Readonly<Record<'price' | 'value' | 'cost', Decimal>>>();
  const sums = new Map<string, { value: Decimal; cost: Decimal; points: ValuePoint[] }>();
  talliesOf(trades, ({ pair, price, createdAt }, coin, { held, cost }) => {
    if (createdAt === null) return;
    const before = pairs.get(pair) ?? { price: ZERO, value: ZERO, cost: ZERO };
    const last = price === null ? before.price : decimal(price);
    const now = { price: last, value: multiply(held, last), cost };
    pairs.set(pair, now);
    const sum = sums.get(coin) ?? { value: ZERO, cost: ZERO, points: [] };
    sums.set(coin, sum);
    sum.value = add(sum.value, subtract(now.value, before.value));
    sum.cost = add(sum.cost, subtract(now.cost, before.cost));
    sum.points.push({ at: createdAt, value: toText(sum.value), cost: toText(sum.cost) });
  });
  return [...sums]
    .map(([coin, { points }]) => ({ coin, points: thinned(points, most) }))
    .toSorted((a, b) => (a.coin < b.coin ? -1 : 1));
}

/** At most one of each of as many equal spans of time. */
function thinned(points: readonly ValuePoint[], most: number): readonly ValuePoint[] {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const spanOf = ({ at }: ValuePoint): number =>
    Math.min(most - 1, Math.floor(((at - first) / (last - first || 1)) * most));
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || spanOf(next) !== spanOf(point);
  });
}

/** What holds at a price, less what it cost (RESULT-02); null while the price is not known. In quote coin. */
export const unrealisedAt = (
  { held, cost }: Pick<PairResult, 'held' | 'cost'>,
  price: DecimalText | null,
): DecimalText | null =>
  price === null ? null : toText(subtract(multiply(decimal(held), decimal(price)), decimal(cost)));

/** Sums by quote coin, sorted by it; null where a part is not known. */
export function sumsByQuote(
  parts: readonly { readonly quote: string; readonly amount: DecimalText | null }[],
): readonly { readonly coin: string; readonly amount: DecimalText | null }[] {
  const sums = new Map<string, DecimalText | null>();
  for (const { quote, amount } of parts) {
    const sum = sums.get(quote) ?? (sums.has(quote) ? null : '0');
    sums.set(quote, sum === null || amount === null ? null : toText(add(decimal(sum), decimal(amount))));
  }
  return [...sums].map(([coin, amount]) => ({ coin, amount })).toSorted((a, b) => (a.coin < b.coin ? -1 : 1));
}

/** With its sign, as a result is written: `+1.5`, `-0.2`, `0`. */
export const signed = (amount: DecimalText): string => (isPositive(decimal(amount)) ? `+${amount}` : amount);

/** In USD, at present prices; null where a coin has no known price or a sum is not known (RESULT-03). */
export function inUsd(
  sums: readonly { readonly coin: string; readonly amount: DecimalText | null }[],
  prices: Readonly<Record<string, DecimalText>>,
): DecimalText | null {
  let total = ZERO;
  for (const { coin, amount } of sums) {
    if (amount === null) return null;
    if (decimal(amount).units === 0n) continue;
    const price = prices[coin];
    if (price === undefined) return null;
    total = add(total, multiply(decimal(amount), decimal(price)));
  }
  return toText(total);
}
