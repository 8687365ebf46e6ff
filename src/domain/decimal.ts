/**
 * Exact decimals. Every amount, price and total in this product is decimal text at rest and a pair of
 * integers while it is computed; no binary floating point ever touches one (CALL-04).
 */

/** The number `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint;
  /** Fractional digits, 0 or more. */
  readonly scale: number;
}

/** Decimal text in plain notation: optional minus, digits, optional point and digits; never an exponent. */
export type DecimalText = string;

/** How a value that does not fit the wanted digits is cut: towards minus infinity, or towards plus infinity. */
export type Rounding = 'floor' | 'ceil';

// An exponent beyond this is not a price or an amount but an attack on memory (`1e999999999`).
const LARGEST_EXPONENT = 100;
const LONGEST_TEXT = 200;
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

export const ZERO: Decimal = { units: 0n, scale: 0 };

const powersOfTen: bigint[] = [1n];

/** `10^exponent` for a whole exponent of 0 or more. */
export function powerOfTen(exponent: number): bigint {
  for (let known = powersOfTen.length; known <= exponent; known += 1) {
    powersOfTen.push((powersOfTen[known - 1] ?? 1n) * 10n);
  }
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

/**
 * Reads machine-written decimal text: `12`, `-0.5`, `.5`, `5.`, `1E-8`.
 * What a person typed goes through `readTypedDecimal` instead.
 * @returns null when the text is not a number.
 */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > LONGEST_TEXT) return null;
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null;
  const magnitude = BigInt(`${whole}${fraction}` || '0');
  const units = sign === '-' ? -magnitude : magnitude;
  const scale = fraction.length - exponent;
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 };
}

/**
 * `parseDecimal` for text that is known to be a number.
 * @throws RangeError when it is not.
 */
export function decimal(text: DecimalText): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError('not a decimal number');
  return value;
}

/** Plain decimal text without needless zeros: `0.10` becomes `0.1`, `-0` becomes `0`. */
export function toText(value: Decimal): DecimalText {
  const text = toFixedText(value, value.scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Plain decimal text with exactly `digits` fractional digits; digits that do not fit are cut, not rounded. */
export function toFixedText(value: Decimal, digits: number): DecimalText {
  const { units } = value.units < 0n ? negate(rescale(negate(value), digits)) : rescale(value, digits);
  const magnitude = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (digits === 0) return `${sign}${magnitude}`;
  return `${sign}${magnitude.slice(0, -digits)}.${magnitude.slice(-digits)}`;
}

/** The value with `scale` fractional digits. Exact when digits are added; cut by `rounding` when they are lost. */
export function rescale(value: Decimal, scale: number, rounding: Rounding = 'floor'): Decimal {
  if (scale >= value.scale) return { units: value.units * powerOfTen(scale - value.scale), scale };
  return { units: divide(value.units, powerOfTen(value.scale - scale), rounding), scale };
}

/** Integer quotient, rounded as told also for negative dividends (plain `/` on bigint cuts towards zero). */
function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor;
  const isExact = quotient * divisor === dividend;
  const isPositive = dividend < 0n === divisor < 0n;
  if (isExact) return quotient;
  if (rounding === 'ceil') return isPositive ? quotient + 1n : quotient;
  return isPositive ? quotient : quotient - 1n;
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [rescale(a, scale).units, rescale(b, scale).units, scale];
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { units: left + right, scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { units: left - right, scale };
}

export function negate(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale };
}

/** Exact product; its scale is the sum of both scales. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/**
 * Quotient cut to `scale` fractional digits.
 * @throws RangeError when `divisor` is zero.
 */
export function divideBy(
  value: Decimal,
  divisor: Decimal,
  scale: number,
  rounding: Rounding = 'floor',
): Decimal {
  if (divisor.units === 0n) throw new RangeError('division by zero');
  const shift = scale + divisor.scale - value.scale;
  const numerator = shift >= 0 ? value.units * powerOfTen(shift) : value.units;
  const denominator = shift >= 0 ? divisor.units : divisor.units * powerOfTen(-shift);
  return { units: divide(numerator, denominator, rounding), scale };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export const isPositive = (value: Decimal): boolean => value.units > 0n;
export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);
export const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);

/** The largest multiple of `step` that is not above `value` (`step` above 0). Never rounds up (ORDER-04). */
export function floorToStep(value: Decimal, step: Decimal): Decimal {
  const [units, stepUnits, scale] = aligned(value, step);
  if (stepUnits <= 0n) throw new RangeError('a step must be above zero');
  return { units: divide(units, stepUnits, 'floor') * stepUnits, scale };
}

/** Whether `value` is a whole multiple of `step` (`step` above 0). */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [units, stepUnits] = aligned(value, step);
  return stepUnits > 0n && units % stepUnits === 0n;
}

/** `percent` hundredths of `value`, exact (`percentOf(10, 25)` is 2.5). */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  const product = multiply(value, percent);
  return { units: product.units, scale: product.scale + 2 };
}

/**
 * Whole units of `10^-scale` that the text stands for.
 * @returns null when the text is not a number or has more digits than the scale can hold.
 */
export function toUnits(text: DecimalText, scale: number): bigint | null {
  const value = parseDecimal(text);
  if (!value) return null;
  const { units } = rescale(value, scale);
  return compare({ units, scale }, value) === 0 ? units : null;
}

/** Plain text of a number of units of `10^-scale`, without needless zeros. */
export function fromUnits(units: bigint, scale: number): DecimalText {
  return toText({ units, scale });
}
