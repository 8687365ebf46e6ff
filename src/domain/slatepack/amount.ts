/**
 * GRIN on its chain has nine decimals, amounts of this exchange have eight. The ninth digit of a deposit is not
 * credited: the amount is cut, never rounded up, so that the exchange never owes more than came in (at most
 * 0.000000009 GRIN a deposit stay behind, and the form shows both amounts before the user sends). A withdrawal
 * has eight digits from the start, so nothing is ever cut on the way out.
 */
import { type DecimalText, fromUnits } from '../decimal.ts';

export const CHAIN_DECIMALS = 9;
export const BOOKED_DECIMALS = 8;

const NANOGRIN_PER_UNIT = 10n;

/** Nodes relay nothing below this: one input, one output, one kernel, 25 × 500,000 nanogrin. */
export const LEAST_FEE = 12_500_000n;

/** Nanogrin as decimal text in GRIN, all nine digits. */
export const grinText = (nanogrin: bigint): DecimalText => fromUnits(nanogrin, CHAIN_DECIMALS);

/** What the exchange books for an amount on the chain, in units of 0.00000001 GRIN. */
export const bookedUnits = (nanogrin: bigint): bigint => nanogrin / NANOGRIN_PER_UNIT;

/** Nanogrin of an amount that the exchange has booked; exact. */
export const nanogrinOf = (units: bigint): bigint => units * NANOGRIN_PER_UNIT;

/** What the exchange books for an amount on the chain, as decimal text in GRIN. */
export const bookedText = (nanogrin: bigint): DecimalText =>
  fromUnits(bookedUnits(nanogrin), BOOKED_DECIMALS);
