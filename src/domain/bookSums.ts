import { add, compare, type DecimalText, decimal, divideBy, multiply, toText, ZERO } from './decimal.ts';
import type { BookLevel } from './orderBook.ts';

/** Digits of an average price beyond the longest price in it. */
const MORE_DIGITS = 2;

export interface BookSum {
  /** Base coin. */
  readonly quantity: DecimalText;
  /** Quote coin per base coin, cut to two digits more than the longest price has. */
  readonly average: DecimalText;
}

/**
 * The result of an order that takes every level from the best price up to this one (BOOK-17).
 * @param levels of one side, single prices, best first @returns null where there is none
 */
export function sumUpTo(
  levels: readonly BookLevel[],
  side: 'ask' | 'bid',
  price: DecimalText,
): BookSum | null {
  const end = decimal(price);
  let quantity = ZERO;
  let cost = ZERO;
  let digits = 0;
  for (const [level, held] of levels) {
    const at = decimal(level);
    if (side === 'ask' ? compare(at, end) > 0 : compare(at, end) < 0) break;
    const size = decimal(held);
    quantity = add(quantity, size);
    cost = add(cost, multiply(at, size));
    digits = Math.max(digits, at.scale);
  }
  if (quantity.units === 0n) return null;
  return { quantity: toText(quantity), average: toText(divideBy(cost, quantity, digits + MORE_DIGITS)) };
}
