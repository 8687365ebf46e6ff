import { fromUnits } from '../../src/domain/decimal.ts';
import { UNIT_SCALE } from './types.ts';

/** Sandbox prices and sizes are plain numbers; rounding to tick and increment makes them money. */
export interface PairModel {
  readonly worth: number;
  /** Daily volatility, as a fraction. */
  readonly daily: number;
  /** Daily volume in base coin. */
  readonly turnover: number;
}

export const PAIR_MODELS: Readonly<Record<string, PairModel>> = {
  'BTC-USDT': { worth: 90_000, daily: 0.022, turnover: 60 },
  'XMR-USDT': { worth: 350, daily: 0.03, turnover: 9_000 },
  'XMR-BTC': { worth: 350 / 90_000, daily: 0.03, turnover: 6_000 },
  'GRIN-BTC': { worth: 0.000_000_35, daily: 0.05, turnover: 900_000 },
  'WOW-BTC': { worth: 0.000_000_45, daily: 0.05, turnover: 700_000 },
  'KAS-USDT': { worth: 0.06, daily: 0.045, turnover: 6_000_000 },
  'AVAX-USDT': { worth: 18, daily: 0.04, turnover: 25_000 },
};

/** Pairs whose price is the quotient of two others. */
export const QUOTIENTS: Readonly<Record<string, readonly [string, string]>> = {
  'XMR-BTC': ['XMR-USDT', 'BTC-USDT'],
};

const ONE = 10 ** UNIT_SCALE;

/** Unrounded. `tick` in units of 10^-8. */
export const inTicks = (worth: number, tick: bigint): number => (worth * ONE) / Number(tick);

/** At least one tick, in units of 10^-8. */
export function onTick(worth: number, tick: bigint): bigint {
  return BigInt(Math.max(1, Math.round(inTicks(worth, tick)))) * tick;
}

/** At least one increment, in units of 10^-8. */
export function onIncrement(size: number, increment: bigint): bigint {
  return BigInt(Math.max(1, Math.round((size * ONE) / Number(increment)))) * increment;
}

export const worthOf = (units: bigint): number => Number(units) / ONE;

export const textOf = (units: bigint): string => fromUnits(units, UNIT_SCALE);
