import * as z from 'zod/mini';
import { utcDay } from '../../domain/dates.ts';
import { parseDecimal, toText } from '../../domain/decimal.ts';
import { parsePair } from '../../domain/market.ts';
import type { DepositReturn } from '../../domain/deposit.ts';

/** Text, number or exponent on the wire; gives plain decimal text (CALL-12). */
export const decimalText = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((raw, context) => {
    const value = parseDecimal(String(raw).trim());
    if (value) return toText(value);
    context.issues.push({ code: 'custom', message: 'not a decimal number', input: raw });
    return z.NEVER;
  }),
);

export const amountText = decimalText.check(
  z.refine((text) => !text.startsWith('-'), 'must not be negative'),
);

/** Epoch milliseconds. ISO 8601 without a zone is UTC; numbers below 1e12 are seconds (CALL-12). */
export const instant = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((raw, context) => {
    const time = typeof raw === 'number' ? epochMilliseconds(raw) : readTime(raw);
    // `Date` cannot show later times and would throw.
    if (Math.abs(time) <= LATEST_TIME) return time;
    context.issues.push({ code: 'custom', message: 'not a time', input: raw });
    return z.NEVER;
  }),
);

const LATEST_TIME = 8.64e15;
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

function epochMilliseconds(raw: number): number {
  return Math.abs(raw) < 1e12 ? raw * 1000 : raw;
}

function readTime(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return epochMilliseconds(Number(text));
  // `Date.parse` alone also accepts words such as "price 12".
  const match = ISO_TIME.exec(text);
  if (!match) return Number.NaN;
  const [, date = '', time = '00:00', zone = 'Z'] = match;
  // `Date.parse` would turn 31 February into a day of March.
  if (utcDay(date) === null) return Number.NaN;
  const isOffset = zone.toUpperCase() !== 'Z';
  const offset = `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  return Date.parse(`${date}T${time}${isOffset ? offset : 'Z'}`);
}

export const pairSymbol = z.pipe(
  z.string(),
  z.transform((raw, context) => {
    const pair = parsePair(raw);
    if (pair) return pair.symbol;
    context.issues.push({ code: 'custom', message: 'not a pair like XMR-BTC', input: raw });
    return z.NEVER;
  }),
);

/** Text, or a number that is turned into text. */
export const id = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform((raw) => String(raw)),
);

/** Missing becomes null. */
export const nullable = <T extends z.ZodMiniType>(
  schema: T,
): z.ZodMiniPipe<
  z.ZodMiniOptional<z.ZodMiniNullable<T>>,
  z.ZodMiniTransform<z.output<T> | null, z.output<T> | null | undefined>
> =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: z.output<T> | null | undefined) => value ?? null),
  );

/** For what only adds to a record: missing, or not readable, it becomes null. */
export const readableOrNull = <T extends z.ZodMiniType>(schema: T) =>
  // `catch` here is Zod's.
  // oxlint-disable-next-line promise/valid-params
  z.catch(nullable(schema), null);

export const count = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((raw, context) => {
    const value = typeof raw === 'number' ? raw : /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= 0) return value;
    context.issues.push({ code: 'custom', message: 'not a whole number of 0 or more', input: raw });
    return z.NEVER;
  }),
);

/** The broken rule of a value, in the venue's words, by which it recognises the rule. */
export const BLANK = 'must not be blank';
export const NOT_DECIMAL = 'must be a decimal number like 0.25';

/** For what the client sends: at most 20 whole and 18 fractional digits. */
export const plainDecimal = z.string().check(z.regex(/^\d{1,20}(\.\d{1,18})?$/, NOT_DECIMAL));

/** For the generated documents: the schema, a function, does not show the bounds. */
export const wholeNumberBounds = new WeakMap<z.ZodMiniType, WholeNumberBounds>();

interface WholeNumberBounds {
  readonly fallback: number;
  readonly smallest: number;
  readonly largest: number;
}

/** A whole number of a query. `fallback` is its value where it is missing. */
export const wholeNumber = (fallback: number, smallest: number, largest: number) => {
  const schema = z._default(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((raw, context) => {
        const value = /^\d{1,9}$/.test(String(raw)) ? Number(raw) : Number.NaN;
        if (value >= smallest && value <= largest) return value;
        const message = `must be a whole number from ${smallest} to ${largest}`;
        context.issues.push({ code: 'custom', message, input: raw });
        return z.NEVER;
      }),
    ),
    fallback,
  );
  wholeNumberBounds.set(schema, { fallback, smallest, largest });
  return schema;
};

/** The second factor of the user, as it is sent: a code of an authenticator app. */
export const sentFactor = z.string().check(z.maxLength(16));

/** What happens to a deposit that is not credited (REFUND-07). */
export const returnAnswer = z.pipe(
  z.object({
    state: z.enum(['waiting', 'sent', 'done', 'too_small']),
    amount: nullable(amountText),
    fee_amount: nullable(amountText),
    address: nullable(z.string()),
    tx_hash: nullable(z.string()),
  }),
  z.transform(({ state, amount, address, tx_hash: txHash }): DepositReturn => ({
    state,
    amount,
    address,
    txHash,
  })),
);
