/** Its own arithmetic: integers of 18 places. */
const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

export type Money = bigint;

export function money(text: string): Money {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) throw new RangeError(`not a decimal amount: ${text}`);
  const units = BigInt(match[2] ?? '0') * ONE + BigInt((match[3] ?? '').padEnd(PLACES, '0'));
  return match[1] === '-' ? -units : units;
}

/** Decimal text or a JSON number. */
export function amountOf(value: unknown): Money | undefined {
  const text = typeof value === 'number' ? value.toFixed(8) : value;
  if (typeof text !== 'string' || !/^\d+(\.\d{1,18})?$/.test(text.trim())) return undefined;
  return money(text);
}

export function times(left: Money, right: Money): Money {
  return (left * right) / ONE;
}

export function text(value: Money): string {
  const digits = (value < 0n ? -value : value).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
