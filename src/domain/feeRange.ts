import { compare, decimal, type DecimalText } from './decimal.ts';

export interface FeeRange {
  readonly low: DecimalText;
  readonly high: DecimalText;
}

/** The lowest and the highest of some rates; null when none is known. */
export function rangeOf(rates: readonly (DecimalText | null)[]): FeeRange | null {
  let range: FeeRange | null = null;
  for (const rate of rates) {
    if (rate === null) continue;
    const { low, high }: FeeRange = range ?? { low: rate, high: rate };
    range = {
      low: compare(decimal(rate), decimal(low)) < 0 ? rate : low,
      high: compare(decimal(rate), decimal(high)) > 0 ? rate : high,
    };
  }
  return range;
}
