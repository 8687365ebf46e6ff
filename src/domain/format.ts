/**
 * Numbers as screens show them: decimal text in, text out. Digits are cut, never rounded; an unknown figure is a dash,
 * never 0. Amounts look alike in every language, because they are typed and copied; counts follow the language.
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
  withoutZeros,
} from './decimal.ts';

export const DASH = '–';

export type Figure = DecimalText | null;

const ONE: Decimal = { units: 1n, scale: 0 };
const MAX_DIGITS = 8;
const SMALL_PRICE_DIGITS = 4;

const magnitude = (value: Decimal): Decimal => (value.units < 0n ? negate(value) : value);
const isAtLeast = (value: Decimal, limit: Decimal): boolean => compare(magnitude(value), limit) >= 0;
const tenTo = (zeros: number): Decimal => ({ units: powerOfTen(zeros), scale: 0 });

/** `-0.00` would show a direction that its digits do not have. */
const withoutEmptySign = (text: string): string => (/[1-9]/.test(text) ? text : text.replace('-', ''));
const fixed = (value: Decimal, digits: number): string => withoutEmptySign(toFixedText(value, digits));

function upTo(value: Decimal, digits: number): string {
  return withoutEmptySign(toText(decimal(toFixedText(value, digits))));
}

const LARGE = [
  { zeros: 12, unit: 'T' },
  { zeros: 9, unit: 'B' },
  { zeros: 6, unit: 'M' },
  { zeros: 3, unit: 'K' },
] as const;

/** `1.23K`: two decimals of the largest unit that fits; null below 1,000. */
function abbreviated(value: Decimal): string | null {
  const step = LARGE.find(({ zeros }) => isAtLeast(value, tenTo(zeros)));
  if (!step) return null;
  // Cut towards zero for negative values too.
  const cut = divideBy(magnitude(value), tenTo(step.zeros), 2);
  return fixed(value.units < 0n ? negate(cut) : cut, 2) + step.unit;
}

/** Large numbers as in FORMAT-02. @param coin for the user's own sums, which keep their digits. */
export function formatVolume(figure: Figure, coin?: string): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  return abbreviated(value) ?? (coin === undefined ? twoFromOne(value) : formatAmount(figure, coin));
}

const twoFromOne = (value: Decimal): string =>
  isAtLeast(value, ONE) ? fixed(value, 2) : upTo(value, MAX_DIGITS);

/** Coins worth a dollar, so a hundredth is a cent. Prices decide nothing here, because they change. */
const COUNTED_IN_CENTS: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** From 1 on only dollars are cut to cents: the end of 1.74999718 BTC is worth hundreds of dollars. */
export function formatAmount(figure: Figure, coin: string): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  if (COUNTED_IN_CENTS.has(coin) || !isAtLeast(value, ONE)) return twoFromOne(value);
  const [two, whole] = [fixed(value, 2), upTo(value, MAX_DIGITS)];
  return whole.length > two.length ? whole : two;
}

export function formatTradeAmount(figure: Figure): string {
  return figure === null ? DASH : fixed(decimal(figure), MAX_DIGITS);
}

/** At least the pair's decimals, so that a column lines up. */
export function formatQuantity(quantity: Figure, digits: number): string {
  if (quantity === null) return DASH;
  const value = decimal(quantity);
  return fixed(value, Math.max(value.scale, digits));
}

/** A balance, to the last digit (FORMAT-06). */
export function formatBalance(figure: DecimalText): string {
  const value = decimal(figure);
  return toFixedText(value, Math.max(decimal(toText(value)).scale, 2));
}

/** Decimals of prices without a pair's precision: BTC prices are read in satoshi, all others by `formatPrice`. */
export const quoteDigits = (quote: string): number | undefined => (quote === 'BTC' ? 8 : undefined);

/** Without the pair's `digits`: two from 1 on, five below, significant ones where five would show 0.00000. */
export function formatPrice(figure: Figure, digits?: number): string {
  if (figure === null) return DASH;
  const value = decimal(figure);
  const wanted = digits ?? (isAtLeast(value, ONE) ? 2 : 5);
  const text = fixed(value, wanted);
  if (value.units === 0n || /[1-9]/.test(text)) return text;
  const eight = fixed(value, MAX_DIGITS);
  return /[1-9]/.test(eight) ? eight : significant(value);
}

function significant(value: Decimal): string {
  const digits = magnitude(value).units.toString().length;
  const zeros = value.scale - digits;
  return upTo(value, zeros + SMALL_PRICE_DIGITS);
}

/** `+1.23%`, `-0.50%`, `0.00%`: the sign is always shown; colour only repeats it. */
export function formatPercent(figure: Figure): string {
  if (figure === null) return DASH;
  const text = fixed(decimal(figure), 2);
  return `${directionOf(figure) === 'up' && /[1-9]/.test(text) ? '+' : ''}${text}%`;
}

export type Direction = 'up' | 'down' | 'level';

export function directionOf(figure: Figure): Direction {
  const units = figure === null ? 0n : decimal(figure).units;
  if (units === 0n) return 'level';
  return units > 0n ? 'up' : 'down';
}

/** Trailing zeros, which may be dimmed: `['0.0039', '0000']`. */
export function splitTrailingZeros(text: string): readonly [figure: string, zeros: string] {
  if (!/^-?\d+\.\d+$/.test(text)) return [text, ''];
  const figure = withoutZeros(text);
  return [figure, text.slice(figure.length)];
}

/** Digits, with context that shows that they are a fraction or part of a name such as `1000SATS`. */
const DIGITS = /([.a-z]?)(\d+)(?=([a-z]?))/gi;

/**
 * A text cut where a gap is drawn between the thousands of its figures (FORMAT-09): `['12', '345', '678.90 BTC']`.
 * The gap is no character, so that a copied figure can be typed in again.
 */
export const thousands = (text: string): readonly string[] =>
  text
    .replace(DIGITS, (all: string, before: string, digits: string, after: string) => {
      const first = digits.length % 3 || 3;
      return before + after === ''
        ? digits.slice(0, first) + digits.slice(first).replace(/\d{3}/g, '\0$&')
        : all;
    })
    .split('\0');

/** `bc1qar…5mdq` */
export function shortenId(id: string, first = 6, last = 4): string {
  return id.length <= first + last + 1 ? id : `${id.slice(0, first)}…${id.slice(id.length - last)}`;
}

/** `a1b2c3d4…` */
export const headOfId = (id: string, first = 8): string =>
  id.length <= first + 1 ? id : `${id.slice(0, first)}…`;

const counters = new Map<string, Intl.NumberFormat>();

/** `12,345`, `12.345`, `12 345`. Four digits have no separator, or they could look like an amount. */
export function formatCount(count: number, language: string): string {
  const counter = counters.get(language) ?? new Intl.NumberFormat(language, { useGrouping: 'min2' });
  counters.set(language, counter);
  return counter.format(count);
}
