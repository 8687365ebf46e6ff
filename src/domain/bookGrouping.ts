import { BOOK_SCALE, type BookLevel, bookUnits } from './orderBook.ts';
import { GROUPINGS, type Grouping } from './bookView.ts';
import { type DecimalText, fromUnits, parseDecimal } from './decimal.ts';
import type { PairSettings } from './market.ts';

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The pair's tick in quote coin, or else the last digit of its prices. */
export function tickOf({
  minPriceIncrement,
  pricePrecision,
}: Pick<PairSettings, 'minPriceIncrement' | 'pricePrecision'>): DecimalText {
  const step = minPriceIncrement === null ? null : parseDecimal(minPriceIncrement);
  return step !== null && step.units > 0n
    ? fromUnits(step.units, step.scale)
    : fromUnits(1n, Math.min(pricePrecision, BOOK_SCALE));
}

/** As many levels as the widest choice merges into a row. */
const MAX_MERGED = 50;

/**
 * The choices for a book as it lies now: up to the first that merges about 50 levels (BOOK-16), and the chosen one.
 * @param sides single prices, best first; without any, the levels are taken to lie a tick apart
 */
export function groupingsFor(
  { bids, asks }: Readonly<Record<'bids' | 'asks', readonly BookLevel[]>>,
  tick: DecimalText,
  chosen: Grouping,
): readonly Grouping[] {
  const gaps = [bids, asks].map((side) => {
    const near = side.slice(0, MAX_MERGED);
    const [first, last] = [near[0], near.at(-1)];
    if (!first || !last || first === last) return 0n;
    const span = bookUnits(first[0]) - bookUnits(last[0]);
    return (span < 0n ? -span : span) / BigInt(near.length - 1);
  });
  const wanted = BigInt(MAX_MERGED) * larger(bookUnits(tick), gaps.reduce(larger));
  const enough = GROUPINGS.find((one) => BigInt(one) * bookUnits(tick) >= wanted) ?? Infinity;
  return GROUPINGS.filter((one) => one <= enough || one === chosen);
}

export function groupingStep(tick: DecimalText, grouping: Grouping): DecimalText | null {
  return grouping === 1 ? null : fromUnits(bookUnits(tick) * BigInt(grouping), BOOK_SCALE);
}
