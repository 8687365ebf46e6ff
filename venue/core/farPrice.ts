import { valueOf } from '../ledger/units.ts';
import type { Fill } from '../matching/match.ts';

/** Millionths of the median of the last hour: beyond that an order is far from it (LEDGER-08). */
const FAR_PPM = 50_000n;
const MILLION = 1_000_000n;

/** What an order could trade at, at the worst. */
export interface WorstCase {
  readonly side: 'buy' | 'sell';
  /** Null where nobody can know it. */
  readonly worst: bigint | null;
  /** What it trades at once. */
  readonly fills: readonly Pick<Fill, 'price' | 'quantity'>[];
  /** Base units that wait for others, at `worst`. */
  readonly waiting: bigint;
}

/** Units: the value of an order, and what of it is worse than the median. Or the owner has confirmed it. */
export type FarOrder = { readonly value: string; readonly lost: string } | { readonly confirmed: true };

/**
 * How much worse than the median an order trades at the worst. None may be more than 5 percent away before the second
 * factor is asked for; and of a day together no more than 5 percent of the largest order is lost, which the database
 * counts for all nodes. So a stolen session cannot trade an account away in many small steps (LEDGER-08).
 * @returns null for one that is more than 5 percent away.
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
