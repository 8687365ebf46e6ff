import { add, decimal, type DecimalText, toText, ZERO } from './decimal.ts';
import type { BookLevel } from './orderBook.ts';

export interface DepthPoint {
  readonly side: 'ask' | 'bid';
  readonly price: DecimalText;
  /** Base coin from the best price up to this one. */
  readonly total: DecimalText;
}

interface Sides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** How much the book holds up to each price (CHART-17). @param sides best first @returns by rising price */
export function depthOf({ bids, asks }: Sides): readonly DepthPoint[] {
  return [...sumsOf('bid', bids).toReversed(), ...sumsOf('ask', asks)];
}

function sumsOf(side: DepthPoint['side'], levels: readonly BookLevel[]): DepthPoint[] {
  let total = ZERO;
  return levels.map(([price, quantity]) => {
    total = add(total, decimal(quantity));
    return { side, price, total: toText(total) };
  });
}
