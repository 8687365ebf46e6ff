import { type DecimalText, fromUnits, toUnits } from '../../src/domain/decimal.ts';

/** Amounts are whole units of 0.00000001. Finer amounts of a chain are cut when they enter or leave the venue. */
export const UNIT_DIGITS = 8;
const ONE = 10n ** BigInt(UNIT_DIGITS);
const MILLION = 1_000_000n;

/** Largest order or grant: a ninth of int8. */
export const LARGEST_UNITS = 10n ** 18n;

/** @returns null for an invalid number or more than 8 digits. */
export const unitsOf = (text: DecimalText): bigint | null => toUnits(text, UNIT_DIGITS);
export const textOf = (units: bigint): DecimalText => fromUnits(units, UNIT_DIGITS);

/** From a chain's digits to whole units; finer parts are cut off. */
export const unitsFrom = (parts: bigint, digits: number): bigint =>
  digits >= UNIT_DIGITS
    ? parts / 10n ** BigInt(digits - UNIT_DIGITS)
    : parts * 10n ** BigInt(UNIT_DIGITS - digits);

/** The smallest parts of a chain with so many digits. @throws RangeError for less than one of them. */
export function partsOf(units: bigint, digits: number): bigint {
  if (digits >= UNIT_DIGITS) return units * 10n ** BigInt(digits - UNIT_DIGITS);
  const part = 10n ** BigInt(UNIT_DIGITS - digits);
  if (units % part !== 0n) throw new RangeError('the chain has no such small amount');
  return units / part;
}

/** Quote units. Exact for valid prices and quantities (`exact_values` of the table `pairs`). */
export const valueOf = (price: bigint, quantity: bigint): bigint => (price * quantity) / ONE;

/** Base units, in whole increments. */
export function affordable(cost: bigint, price: bigint, increment: bigint): bigint {
  return ((cost * ONE) / price / increment) * increment;
}

/** Units, rounded up so that small fills are not free. @param ppm millionths: 3000 is 0.3 percent. */
export const feeOf = (received: bigint, ppm: bigint): bigint => (received * ppm + MILLION - 1n) / MILLION;

/** 3000 is `0.3`. */
export const percentOfPpm = (ppm: bigint): DecimalText => fromUnits(ppm, 4);
