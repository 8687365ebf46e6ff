import { decimal, divideBy, fromUnits, toFixedText } from '../../src/domain/decimal.ts';
import { type CandleRecord, FRAME_LENGTH, UNIT_SCALE } from './types.ts';

export interface DaySums {
  readonly at: number;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly reference: bigint | null;
}

/** @param bars minutes in order of time. @param seconds epoch seconds, now. @param at epoch milliseconds, now. */
export function sumDay(bars: readonly CandleRecord[], seconds: number, at: number): DaySums {
  let high: bigint | null = null;
  let low: bigint | null = null;
  let reference: bigint | null = null;
  let volume = 0n;
  let quoteVolume = 0n;
  for (const bar of bars) {
    if (bar.time <= seconds - FRAME_LENGTH.day) reference = bar.close;
    else {
      reference ??= bar.open;
      if (high === null || bar.high > high) high = bar.high;
      if (low === null || bar.low < low) low = bar.low;
      volume += bar.volume;
      quoteVolume += bar.quoteVolume;
    }
  }
  return { at, high, low, volume, quoteVolume, reference };
}

/** Percent with two digits, truncated. */
export function changePercent(price: string, reference: bigint | null): string {
  if (reference === null || reference <= 0n) return '0.00';
  const { units, scale } = decimal(price);
  const base = { units: reference, scale: UNIT_SCALE };
  const difference = units * 10n ** BigInt(UNIT_SCALE) - reference * 10n ** BigInt(scale);
  const ratio = divideBy({ units: difference * 100n, scale: scale + UNIT_SCALE }, base, 6);
  const percent = toFixedText(ratio, 2);
  return percent === '-0.00' ? '0.00' : percent;
}

export const amountText = (units: bigint): string => fromUnits(units, UNIT_SCALE);
