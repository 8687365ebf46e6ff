/**
 * Prices in BTC, told in satoshi (FORMAT-11): the point moves by eight places, and nothing is rounded. Only what a
 * screen shows and a person types is in satoshi; what is sent, stored with an order or computed is in BTC.
 */
import { type DecimalText, parseDecimal, powerOfTen, toText } from './decimal.ts';
import { DASH, type Figure, formatPrice, formatQuantity } from './format.ts';
import type { PairSettings } from './market.ts';
import { fieldText, readTypedDecimal, type TypedDecimal, type TypedDecimalOptions } from './typedDecimal.ts';

/** Its sign, the same in every language. */
export const SAT = 'sat';

/** Places that the point moves by. */
export const SAT_PLACES = 8;

/** Whether prices of the pair can be told in whole satoshi. @param settings null while they are not known */
export const isInSatoshi = (pair: string, settings: Pick<PairSettings, 'pricePrecision'> | null): boolean =>
  pair.endsWith('-BTC') && (settings?.pricePrecision ?? SAT_PLACES) <= SAT_PLACES;

/** A figure in BTC as satoshi, without needless zeros; a text that is no figure, such as a dash, stays. */
export function toSat(btc: string): string {
  const value = parseDecimal(btc);
  return value ? toText({ units: value.units * powerOfTen(SAT_PLACES), scale: value.scale }) : btc;
}

/** A figure in satoshi as BTC, without needless zeros; a text that is no figure stays. */
export function toBtc(sat: string): DecimalText {
  const value = parseDecimal(sat);
  return value ? toText({ units: value.units, scale: value.scale + SAT_PLACES }) : sat;
}

/** How the prices of a pair are written: with so many decimals, or in satoshi. */
export type PriceDigits = number | typeof SAT;

export const priceUnit = (quote: string, digits: PriceDigits | undefined): string =>
  digits === SAT ? SAT : quote;

/** In satoshi with its unit: no figure of it may be taken for one in BTC. */
export function priceText(figure: Figure, digits?: PriceDigits): string {
  const text = barePrice(figure, digits);
  return digits === SAT && figure !== null ? `${text} ${SAT}` : text;
}

/** Below a head that names the unit. */
export const barePrice = (figure: Figure, digits?: PriceDigits): string =>
  digits === SAT ? toSat(formatPrice(figure, SAT_PLACES)) : formatPrice(figure, digits);

/** A price of the user's own, to its last digit, below a head that names the unit. */
export const ownPrice = (price: Figure, digits: PriceDigits): string =>
  digits === SAT ? toSat(price ?? DASH) : formatQuantity(price, digits);

export interface PriceOptions extends TypedDecimalOptions {
  /** What is typed is in satoshi, and what is read in BTC (ORDER-26). */
  readonly isSat?: boolean;
}

/** As `readTypedDecimal`; in satoshi, too, what has more digits than can be sent is refused. */
export function readPrice(typed: string, { isSat = false, ...options }: PriceOptions = {}): TypedDecimal {
  const read = readTypedDecimal(typed, options);
  return read.ok && isSat ? readTypedDecimal(toBtc(read.text)) : read;
}

/** A price as its field shows it. */
export const priceFieldText = (
  price: DecimalText,
  { isSat = false, ...options }: PriceOptions = {},
): string => fieldText(isSat ? toSat(price) : price, options);
