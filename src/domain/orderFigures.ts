import {
  decimal,
  type Decimal,
  type DecimalText,
  divideBy,
  floorToStep,
  isPositive,
  multiply,
  percentOf,
  rescale,
  toFixedText,
  toText,
  add,
  compare,
  larger,
  smaller,
  subtract,
  ZERO,
} from './decimal.ts';
import type { PairSettings, Side } from './market.ts';
import type { Execution } from './order.ts';

/** All exact (ORDER-01, ORDER-05). Quantities are cut, never rounded up, so that Max never exceeds the balance. */

const TOTAL_DIGITS = 8;

/** A multiple of the tick within the price's digits. */
export function priceStep(settings: Pick<PairSettings, 'minPriceIncrement' | 'pricePrecision'>): Decimal {
  return commonStep(settings.minPriceIncrement, settings.pricePrecision);
}

/** A multiple of the increment within the quantity's digits. */
export function quantityStep(settings: PairSettings): Decimal {
  return commonStep(settings.minQuantityIncrement, settings.quantityPrecision);
}

/** Smallest step that keeps both: 0.05 with one digit gives 0.1, 0.3 in whole numbers 3. */
function commonStep(increment: DecimalText | null, digits: number): Decimal {
  const unit: Decimal = { units: 1n, scale: digits };
  const step = increment === null ? unit : decimal(increment);
  if (!isPositive(step)) return unit;
  const scale = Math.max(step.scale, unit.scale);
  const a = rescale(step, scale).units;
  const b = rescale(unit, scale).units;
  return { units: (a / commonDivisor(a, b)) * b, scale };
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

/** Cut to the step, never rounded up (ORDER-04). */
export function normaliseQuantity(quantity: DecimalText, settings: PairSettings): DecimalText {
  return toText(floorToStep(decimal(quantity), quantityStep(settings)));
}

/** Exactly 8 decimals, cut (ORDER-01); null while either cannot be read. */
export function totalOf(price: DecimalText | null, quantity: DecimalText | null): DecimalText | null {
  if (price === null || quantity === null) return null;
  return toFixedText(multiply(decimal(price), decimal(quantity)), TOTAL_DIGITS);
}

/**
 * Fees are taken from what is received, so 100 percent never exceeds the balance (ORDER-05).
 * @param available quote coin for a buy, base coin for a sell.
 * @returns null for a buy without a price above 0.
 */
export function quantityFor(
  side: Side,
  percent: 25 | 50 | 75 | 100,
  available: DecimalText,
  price: DecimalText | null,
  settings: PairSettings,
): DecimalText | null {
  const share = percentOf(decimal(available), { units: BigInt(percent), scale: 0 });
  const step = quantityStep(settings);
  if (side === 'sell') return toText(floorToStep(share, step));
  if (price === null || !isPositive(decimal(price))) return null;
  return quantityForTotal(toText(share), price, settings);
}

/**
 * The worst price of a market order (TYPE-05): this many percent from the best, on the tick, never beyond, and the best
 * price itself where a tick is more.
 * @returns null while the best price is unknown, or may be old.
 */
export function protectionOf(
  side: Side,
  percent: DecimalText,
  facts: {
    readonly bestBid: DecimalText | null;
    readonly bestAsk: DecimalText | null;
    readonly isStale?: boolean;
  } | null,
  settings: PairSettings,
): DecimalText | null {
  const text = (side === 'buy' ? facts?.bestAsk : facts?.bestBid) ?? null;
  if (text === null || facts?.isStale === true) return null;
  const best = decimal(text);
  const distance = percentOf(best, decimal(percent));
  const step = priceStep(settings);
  if (side === 'buy') return toText(larger(best, floorToStep(add(best, distance), step)));
  const floor = floorToStep(subtract(best, distance), step);
  const onTick = compare(floor, subtract(best, distance)) === 0 ? floor : add(floor, step);
  return toText(smaller(best, onTick));
}

/** The quantity that a total pays for, in whole steps; null without a price above 0 (ORDER-14). */
export function quantityForTotal(
  total: DecimalText,
  price: DecimalText,
  settings: PairSettings,
): DecimalText | null {
  if (!isPositive(decimal(price))) return null;
  const step = quantityStep(settings);
  return toText(floorToStep(divideBy(decimal(total), decimal(price), step.scale), step));
}

/** Quote coin that a market buy may spend for `percent` of the balance, cut to 8 decimals. */
export function costFor(percent: 25 | 50 | 75 | 100, available: DecimalText): DecimalText {
  const share = percentOf(decimal(available), { units: BigInt(percent), scale: 0 });
  return toText(rescale(share, TOTAL_DIGITS));
}

/** In base coin. */
export const sumOfFills = (fills: readonly Pick<Execution, 'quantity'>[]): DecimalText =>
  toText(fills.map(({ quantity }) => decimal(quantity ?? '0')).reduce(add, ZERO));
