import { fromUnits, parseDecimal, type DecimalText } from './decimal.ts';
import { BOOK_SCALE, bookUnits } from './orderBook.ts';
import type { PairSettings } from './market.ts';

/** How many ticks a row of the book may gather: 1 shows every price. */
export const GROUPINGS = [1, 2, 5, 10, 20, 50, 100] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** Reads a kept choice; anything unknown counts as no grouping. */
export function readGrouping(text: string | null): Grouping {
  return GROUPINGS.find((one) => String(one) === text) ?? 1;
}

/** The smallest step of a pair's prices, in quote coin: its tick, or else the last digit that its prices have. */
export function tickOf({
  minPriceIncrement,
  pricePrecision,
}: Pick<PairSettings, 'minPriceIncrement' | 'pricePrecision'>): DecimalText {
  const told = minPriceIncrement === null ? null : parseDecimal(minPriceIncrement);
  return told !== null && told.units > 0n
    ? fromUnits(told.units, told.scale)
    : fromUnits(1n, Math.min(pricePrecision, BOOK_SCALE));
}

/** The step between two rows, in quote coin, exact; null where nothing is gathered. */
export function groupingStep(tick: DecimalText, grouping: Grouping): DecimalText | null {
  return grouping === 1 ? null : fromUnits(bookUnits(tick) * BigInt(grouping), BOOK_SCALE);
}
