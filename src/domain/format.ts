/**
 * Numbers as the screens write them. Decimal text in, text out; digits that do not fit are cut, never rounded; a figure
 * nobody knows is a dash, never 0. Amounts are written alike in every language, with a dot and without groups, because
 * they are typed and copied; counts are words, and follow the language of the page.
 */
import {
  compare,
  decimal,
  type Decimal,
  type DecimalText,
  divideBy,
  negate,
  powerOfTen,
  toFixedText,
  toText,
} from './decimal.ts';

export const DASH = '–';

/** A figure, or null when nobody knows it. */
export type Figure = DecimalText | null;

const ONE: Decimal = { units: 1n, scale: 0 };
const MOST_DIGITS = 8;
/** Significant digits of a price too small for eight decimals. */
const SMALL_PRICE_DIGITS = 4;

const magnitude = (value: Decimal): Decimal => (value.units < 0n ? negate(value) : value);
const isAtLeast = (value: Decimal, limit: Decimal): boolean => compare(magnitude(value), limit) >= 0;
const tenTo = (zeros: number): Decimal => ({ units: powerOfTen(zeros), scale: 0 });

/** `-0.00` says a direction that the digits do not show. */
const withoutEmptySign = (text: string): string => (/[1-9]/.test(text) ? text : text.replace('-', ''));
const fixed = (value: Decimal, digits: number): string => withoutEmptySign(toFixedText(value, digits));

/** At most `digits` decimals, without needless zeros. */
function upTo(value: Decimal, digits: number): string {
  return withoutEmptySign(toText(decimal(toFixedText(value, digits))));
}

const LARGE = [
  { zeros: 12, unit: 'T' },
  { zeros: 9, unit: 'B' },
  { zeros: 6, unit: 'M' },
  { zeros: 3, unit: 'K' },
] as const;

/** `1.23K`: two decimals of the largest unit that fits, from `10^threshold` on; null below it. */
function abbreviated(value: Decimal, threshold: number): string | null {
  if (!isAtLeast(value, tenTo(threshold))) return null;
  const step = LARGE.find(({ zeros }) => isAtLeast(value, tenTo(zeros)));
  if (!step) return null;
  // Cut towards zero, also below zero.
  const cut = divideBy(magnitude(value), tenTo(step.zeros), 2);
  return fixed(value.units < 0n ? negate(cut) : cut, 2) + step.unit;
}

/**
 * Volumes: the large numbers of FORMAT-02. Below 1,000 a statistic has two decimals from 1 on.
 * @param coin given where the sum is the user's own: it then keeps its digits like an amount.
 */
export function formatVolume(figure: Figure, coin?: string): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  return abbreviated(value, 3) ?? (coin === undefined ? twoFromOne(value) : formatAmount(figure, coin));
}

/** Two decimals from 1 on, otherwise up to eight. */
const twoFromOne = (value: Decimal): string =>
  isAtLeast(value, ONE) ? fixed(value, 2) : upTo(value, MOST_DIGITS);

/** What a hundredth of is worth a cent. A price that moves, or that is not known yet, decides nothing here. */
const COUNTED_IN_CENTS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/**
 * An amount of a coin. Two decimals from 1 on where they hide less than a cent: of dollars and of coins that stand for
 * one. Any other coin keeps its digits, up to eight, and has two decimals at least from 1 on: the end of 1.74999718 BTC
 * is worth hundreds of dollars.
 */
export function formatAmount(figure: Figure, coin: string): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  if (COUNTED_IN_CENTS.has(coin) || !isAtLeast(value, ONE)) return twoFromOne(value);
  const [two, whole] = [fixed(value, 2), upTo(value, MOST_DIGITS)];
  return whole.length > two.length ? whole : two;
}

/** A history amount: exactly eight decimals, cut. */
export function formatTradeAmount(figure: Figure): string {
  return figure === null ? DASH : fixed(decimal(figure), MOST_DIGITS);
}

/** A quantity with the pair's decimals, so that a column lines up; one that has more of them keeps them. */
export function formatQuantity(quantity: DecimalText, digits: number): string {
  const value = decimal(quantity);
  return fixed(value, Math.max(value.scale, digits));
}

/** Wallet values: K, M, B, T from 10,000 on, where the letter says that there is more; below that an amount. */
export function formatWalletValue(figure: Figure, coin: string): string {
  if (figure === null) return DASH;
  return abbreviated(decimal(figure), 4) ?? formatAmount(figure, coin);
}

/**
 * Decimals in which prices of a quote coin are read when the pair's own precision is not at hand: BTC prices
 * are counted in satoshi, all others follow the general rule (`formatPrice`).
 */
export const quoteDigits = (quote: string): number | undefined => (quote === 'BTC' ? 8 : undefined);

/**
 * A price. With the pair's `digits`: exactly that many. Without: two from 1 on, five below it; a price that five
 * decimals would show as 0.00000 shows its significant digits.
 */
export function formatPrice(figure: Figure, digits?: number): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  const wanted = digits ?? (isAtLeast(value, ONE) ? 2 : 5);
  const text = fixed(value, wanted);
  if (value.units === 0n || /[1-9]/.test(text)) return text;
  const eight = fixed(value, MOST_DIGITS);
  return /[1-9]/.test(eight) ? eight : significant(value);
}

/** The first digits that say something of a value below 1: `0.0000000001234`. */
function significant(value: Decimal): string {
  const digits = magnitude(value).units.toString().length;
  const zeros = value.scale - digits;
  return upTo(value, zeros + SMALL_PRICE_DIGITS);
}

/** `+1.23%`, `-0.50%`, `0.00%`: the sign is always said, colour only repeats it. */
export function formatPercent(figure: Figure): string {
  if (figure === null) return DASH;
  const text = fixed(decimal(figure), 2);
  return `${directionOf(figure) === 'up' && /[1-9]/.test(text) ? '+' : ''}${text}%`;
}

export type Direction = 'up' | 'down' | 'level';

/** Which way a signed figure points; unknown points nowhere. */
export function directionOf(figure: Figure): Direction {
  const units = figure === null ? 0n : decimal(figure).units;
  if (units === 0n) return 'level';
  return units > 0n ? 'up' : 'down';
}

/** The zeros at the end of a figure, which are kept for alignment and may be dimmed: `['0.0039', '0000']`. */
export function splitTrailingZeros(text: string): readonly [figure: string, zeros: string] {
  const zeros = /^-?\d+(?:\.\d*[1-9])?(\.?0+)$/.exec(text)?.[1] ?? '';
  return text.includes('.') ? [text.slice(0, text.length - zeros.length), zeros] : [text, ''];
}

/** The first and last characters of an identifier: `bc1qar…5mdq`. */
export function shortenId(id: string, first = 6, last = 4): string {
  return id.length <= first + last + 1 ? id : `${id.slice(0, first)}…${id.slice(id.length - last)}`;
}

/** The first characters of an identifier: `a1b2c3d4…`. */
export const headOfId = (id: string, first = 8): string =>
  id.length <= first + 1 ? id : `${id.slice(0, first)}…`;

const counters = new Map<string, Intl.NumberFormat>();

/**
 * How many there are of something, in the language of the page: `12,345`, `12.345`, `12 345`. Four digits stay together,
 * so that no count can be read as an amount with three decimals.
 */
export function formatCount(count: number, language: string): string {
  const counter = counters.get(language) ?? new Intl.NumberFormat(language, { useGrouping: 'min2' });
  counters.set(language, counter);
  return counter.format(count);
}
