/**
 * GRIN has nine decimals on its chain, eight on this exchange. Deposits are cut, never rounded up, so that the exchange
 * never owes more than came in; the form shows both amounts. Withdrawals have eight digits from the start.
 */
import { type DecimalText, fromUnits } from '../decimal.ts';

export const CHAIN_DECIMALS = 9;
export const BOOKED_DECIMALS = 8;

const NANOGRIN_PER_UNIT = 10n;

/** Nanogrin. Nodes relay nothing below this: one input, one output, one kernel, 25 × 500,000. */
export const LEAST_FEE = 12_500_000n;

/** All nine digits. */
export const grinText = (nanogrin: bigint): DecimalText => fromUnits(nanogrin, CHAIN_DECIMALS);

/** Units of 0.00000001 GRIN, as the exchange books an amount on the chain. */
export const bookedUnits = (nanogrin: bigint): bigint => nanogrin / NANOGRIN_PER_UNIT;

/** Exact, from units of 0.00000001 GRIN. */
export const nanogrinOf = (units: bigint): bigint => units * NANOGRIN_PER_UNIT;

/** Decimal text in GRIN, as the exchange books an amount on the chain. */
export const bookedText = (nanogrin: bigint): DecimalText =>
  fromUnits(bookedUnits(nanogrin), BOOKED_DECIMALS);
