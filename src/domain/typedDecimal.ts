/** Decimals as people type and paste them. What has two readings is refused and never guessed, because it is money. */
import { decimal, type DecimalText, toText } from './decimal.ts';

export type TypedFault =
  | 'empty'
  /** `1e-8` */
  | 'exponent'
  | 'negative'
  /** `1,234` may be 1234 or 1.234, and so may `1.234` where dots group. */
  | 'ambiguous'
  | 'tooLong'
  | 'notNumber';

export type TypedDecimal =
  | { readonly ok: true; readonly text: DecimalText }
  | { readonly ok: false; readonly fault: TypedFault };

/** The user's language has decimal commas, so that `1,234` can only be 1.234. `dots`: and groups thousands with dots. */
export type DecimalComma = boolean | 'dots';

/** How a language writes 12345.5. @param language its code, such as `de`. */
export function decimalCommaOf(language: string): DecimalComma {
  const [, groups = ''] = /^12(.*)345,5$/.exec(new Intl.NumberFormat(language).format(12_345.5)) ?? [];
  return groups === '.' ? 'dots' : groups !== '';
}

export interface TypedDecimalOptions {
  readonly decimalComma?: DecimalComma;
}

// The wire's limits (`services/contract/orders.ts`).
const MAX_WHOLE_DIGITS = 20;
const MAX_FRACTION_DIGITS = 18;

/** Space, no-break, figure, thin and narrow no-break space, straight and curly apostrophe. */
const SPACES = String.raw`[ \u00a0\u2007\u2009\u202f'’]`;
const GROUPED_BY_SPACES = new RegExp(String.raw`^\d{1,3}(${SPACES})\d{3}(?:\1\d{3})*$`);
const ALL_SPACES = new RegExp(SPACES, 'g');

const fault = (name: TypedFault): TypedDecimal => ({ ok: false, fault: name });

/** @returns plain decimal text without needless zeros, or why it cannot be read. */
export function readTypedDecimal(typed: string, options: TypedDecimalOptions = {}): TypedDecimal {
  const text = typed.trim().replace(/^\+(?=[\d.,])/, '');
  if (text === '') return fault('empty');
  if (/^-?[\d.,]+[eE][+-]?\d+$/.test(text)) return fault('exponent');
  if (/^[-−–]\s?[\d.,]/.test(text)) return fault('negative');
  if (isAmbiguous(text, options)) return fault('ambiguous');
  const { whole, fraction } = splitAtDecimalSign(text);
  const digits = ungrouped(whole);
  if (digits === null || !/^\d*$/.test(fraction) || digits + fraction === '') return fault('notNumber');
  const significant = digits.replace(/^0+/, '');
  if (significant.length > MAX_WHOLE_DIGITS || fraction.length > MAX_FRACTION_DIGITS) return fault('tooLong');
  return { ok: true, text: toText(decimal(`${significant || '0'}.${fraction}`)) };
}

const COMMA_OF_THOUSANDS = /^[1-9]\d{0,2},\d{3}$/;
const DOTS_OF_THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** One to three digits before the sign and three after: thousands in one language, decimals in another. */
function isAmbiguous(text: string, { decimalComma = false }: TypedDecimalOptions): boolean {
  if (decimalComma === 'dots') return DOTS_OF_THOUSANDS.test(text);
  return !decimalComma && COMMA_OF_THOUSANDS.test(text);
}

/** A number as a field in the user's language shows it: with another zero where it could be read in two ways. */
export const fieldText = (text: DecimalText, options: TypedDecimalOptions = {}): DecimalText =>
  isAmbiguous(text, options) ? `${text}0` : text;

/**
 * The fault of a text after the language was changed: one that its rules do not find is gone, and one that only they
 * find appears.
 */
export function faultAsReadNow<F extends { readonly typed?: TypedFault }>(
  found: F,
  typed: string,
  options: TypedDecimalOptions,
): F | null {
  const read = readTypedDecimal(typed, options);
  if (!read.ok) return found.typed === read.fault ? found : { ...found, typed: read.fault };
  return found.typed === undefined ? found : null;
}

/** The last separator, unless it occurs twice and so groups, as in `1.234.567`. */
function splitAtDecimalSign(text: string): { whole: string; fraction: string } {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (at === -1) return { whole: text, fraction: '' };
  const sign = text.charAt(at);
  if (text.indexOf(sign) !== at) return { whole: text, fraction: '' };
  return { whole: text.slice(0, at), fraction: text.slice(at + 1) };
}

/** Null when groups of three are malformed. */
function ungrouped(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  if (GROUPED_BY_SPACES.test(whole)) return whole.replace(ALL_SPACES, '');
  if (/^\d{1,3}(?:\.\d{3})+$/.test(whole)) return whole.replaceAll('.', '');
  if (/^\d{1,3}(?:,\d{3})+$/.test(whole)) return whole.replaceAll(',', '');
  return null;
}
