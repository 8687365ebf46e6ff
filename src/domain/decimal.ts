/** Exact decimals (CALL-04): amounts are text at rest and integers while computed, never floating-point numbers. */

/** The number `units / 10^scale`; `scale` is 0 or more. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Plain notation: optional minus, digits, optional point and digits; never an exponent. */
export type DecimalText = string;

/** Towards minus infinity, or towards plus infinity. */
export type Rounding = 'floor' | 'ceil';

// A larger exponent (`1e999999999`) is an attack on memory, not an amount.
const LARGEST_EXPONENT = 100;
const LONGEST_TEXT = 200;
const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

export const ZERO: Decimal = { units: 0n, scale: 0 };

const powersOfTen: bigint[] = [1n];

export function powerOfTen(exponent: number): bigint {
  for (let known = powersOfTen.length; known <= exponent; known += 1) {
    powersOfTen.push((powersOfTen[known - 1] ?? 1n) * 10n);
  }
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

/** Reads `12`, `-0.5`, `.5`, `5.`, `1E-8`; else null. `readTypedDecimal` reads what a person typed. */
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

/** @throws RangeError when the text is not a number. */
export function decimal(text: DecimalText): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError('not a decimal number');
  return value;
}

/** Of a figure with a point: without the zeros at its end, and without the point when nothing follows it. */
export function withoutZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** Plain text without needless zeros: `0.10` becomes `0.1`, `-0` becomes `0`. */
export function toText(value: Decimal): DecimalText {
  const text = toFixedText(value, value.scale);
  return text.includes('.') ? withoutZeros(text) : text;
}

/** Plain text with exactly `digits` fractional digits; further ones are cut, not rounded. */
export function toFixedText(value: Decimal, digits: number): DecimalText {
  const { units } = value.units < 0n ? negate(rescale(negate(value), digits)) : rescale(value, digits);
  const magnitude = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (digits === 0) return `${sign}${magnitude}`;
  return `${sign}${magnitude.slice(0, -digits)}.${magnitude.slice(-digits)}`;
}

/** The value with `scale` fractional digits; `rounding` applies when digits are lost. */
export function rescale(value: Decimal, scale: number, rounding: Rounding = 'floor'): Decimal {
  if (scale >= value.scale) return { units: value.units * powerOfTen(scale - value.scale), scale };
  return { units: divide(value.units, powerOfTen(value.scale - scale), rounding), scale };
}

/** Unlike `/` on bigint, which cuts towards zero, this rounds negative dividends as requested. */
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

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Quotient cut to `scale` fractional digits. @throws RangeError when `divisor` is zero. */
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

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = aligned(a, b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export const isPositive = (value: Decimal): boolean => value.units > 0n;
export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);
export const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);

/** Largest multiple of `step` (above 0) that is not above `value`; never rounds up (ORDER-04). */
export function floorToStep(value: Decimal, step: Decimal): Decimal {
  const [units, stepUnits, scale] = aligned(value, step);
  if (stepUnits <= 0n) throw new RangeError('a step must be above zero');
  return { units: divide(units, stepUnits, 'floor') * stepUnits, scale };
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const [units, stepUnits] = aligned(value, step);
  return stepUnits > 0n && units % stepUnits === 0n;
}

/** `percentOf(10, 25)` is 2.5; exact. */
export function percentOf(value: Decimal, percent: Decimal): Decimal {
  const product = multiply(value, percent);
  return { units: product.units, scale: product.scale + 2 };
}

/** Whole units of `10^-scale`; null when the text is not a number or has more digits than that. */
export function toUnits(text: DecimalText, scale: number): bigint | null {
  const value = parseDecimal(text);
  if (!value) return null;
  const { units } = rescale(value, scale);
  return compare({ units, scale }, value) === 0 ? units : null;
}

/** Plain text without needless zeros, from units of `10^-scale`. */
export function fromUnits(units: bigint, scale: number): DecimalText {
  return toText({ units, scale });
}
