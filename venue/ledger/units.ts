import { type DecimalText, fromUnits, toUnits } from '../../src/domain/decimal.ts';

/**
 * The venue counts every coin in whole units of 0.00000001, as the wire does (contract, "Values"). A coin whose own
 * chain is finer is cut where it enters or leaves the venue, so that nothing in between ever rounds.
 */
export const UNIT_DIGITS = 8;
const ONE = 10n ** BigInt(UNIT_DIGITS);
const MILLION = 1_000_000n;

/** Ten thousand million coins: the most that one order or one grant may name, and a ninth of what int8 counts. */
export const LARGEST_UNITS = 10n ** 18n;

/** @returns null when the text is not a number or needs more than 8 digits. */
export const unitsOf = (text: DecimalText): bigint | null => toUnits(text, UNIT_DIGITS);
export const textOf = (units: bigint): DecimalText => fromUnits(units, UNIT_DIGITS);

/**
 * Quote units that `quantity` costs at `price`, both in units. Exact for every price and quantity that keeps the
 * pair's settings (`exact_values` of the table `pairs`).
 */
export const valueOf = (price: bigint, quantity: bigint): bigint => (price * quantity) / ONE;

/** The most base units that `cost` quote units buy at `price`, in whole increments. */
export function affordable(cost: bigint, price: bigint, increment: bigint): bigint {
  return ((cost * ONE) / price / increment) * increment;
}

/**
 * The fee on what a side receives, in units of that coin, rounded up: rounded down, a fill small enough would pay
 * nothing, and an order could be cut into such fills. It is never more than what is received, as the rate is below 1.
 * @param ppm millionths: 3000 is 0.3 percent.
 */
export const feeOf = (received: bigint, ppm: bigint): bigint => (received * ppm + MILLION - 1n) / MILLION;

/** Millionths as percent text: 3000 is `0.3`. */
export const percentOfPpm = (ppm: bigint): DecimalText => fromUnits(ppm, 4);
