import { valueOf } from '../ledger/units.ts';
import type { Fill } from '../matching/match.ts';

/** Millionths of the median of the last hour: an order beyond that is far from it (LEDGER-08). */
const FAR_PPM = 50_000n;
const MILLION = 1_000_000n;

/** The worst price at which an order could trade. */
export interface WorstCase {
  readonly side: 'buy' | 'sell';
  /** Null where it cannot be known. */
  readonly worst: bigint | null;
  /** What it trades at once. */
  readonly fills: readonly Pick<Fill, 'price' | 'quantity'>[];
  /** Base units that wait for others, at `worst`. */
  readonly waiting: bigint;
}

/** Units: the value of an order, and the part that is worse than the median. Or the owner has confirmed it. */
export type FarOrder = { readonly value: string; readonly lost: string } | { readonly confirmed: true };

/**
 * How much worse than the median an order would trade at worst. Beyond 5 percent the second factor is asked for; and
 * all orders of a day together may lose at most 5 percent of the largest one, which the database counts for all nodes.
 * So a stolen session cannot trade an account away in many small steps (LEDGER-08).
 * @returns null for an order more than 5 percent away.
 */
export function farOrder(median: bigint, { side, worst, fills, waiting }: WorstCase): FarOrder | null {
  const away = (price: bigint): bigint => (side === 'buy' ? price - median : median - price);
  if (worst === null || away(worst) * MILLION > median * FAR_PPM) return null;
  const parts = waiting > 0n ? [...fills, { price: worst, quantity: waiting }] : fills;
  let [value, lost] = [0n, 0n];
  for (const { price, quantity } of parts) {
    const distance = away(price);
    value += valueOf(side === 'buy' && price < median ? price : median, quantity);
    if (distance > 0n) lost += valueOf(distance, quantity);
  }
  return { value: String(value), lost: String(lost) };
}
