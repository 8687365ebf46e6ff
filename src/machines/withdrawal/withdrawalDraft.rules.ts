/**
 * The form of a withdrawal (WITHDRAW-02, WITHDRAW-05): what is typed, what may be asked for at most, and what is wrong
 * with it. All figures are exact; nothing is rounded, and Max never asks for more than there is.
 */
import { checkAddress } from '../../domain/address/check.ts';
import type { AddressFault, FaultyAddress } from '../../domain/address/faults.ts';
import {
  add,
  compare,
  decimal,
  type Decimal,
  type DecimalText,
  isPositive,
  larger,
  rescale,
  subtract,
  toFixedText,
  toText,
  ZERO,
} from '../../domain/decimal.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import type { WithdrawalReceipt } from '../../domain/withdrawal.ts';
import {
  fieldText,
  readTypedDecimal,
  type TypedDecimalOptions,
  type TypedFault,
} from '../../domain/typedDecimal.ts';

/** Fractional digits of Max and of a step (WITHDRAW-06). */
const SHOWN_DIGITS = 8;
/** One press of plus or minus (WITHDRAW-02). */
const STEP: Decimal = { units: 1n, scale: 0 };

/** The text of the form. */
export interface TypedWithdrawal {
  readonly address: string;
  readonly amount: string;
  /** The amount is all that can be withdrawn: the form keeps it so while fee and balance change. */
  readonly isMax?: boolean | undefined;
}

export const EMPTY_FORM: TypedWithdrawal = { address: '', amount: '' };

/** What an amount is measured against. */
export interface AmountRules extends TypedDecimalOptions {
  /** Fractional digits that the coin can carry. */
  readonly decimalPlaces: number;
  /** The smallest amount; '0' when there is none. */
  readonly minimum: DecimalText;
  /** Paid on top of the amount, in the same coin. */
  readonly fee: DecimalText;
  /** What is available. */
  readonly balance: DecimalText;
}

export type AmountFault =
  | { readonly code: 'amountRequired' }
  /** Not a number, or not above 0. `typed` says more where the text could not be read. */
  | { readonly code: 'invalidAmount'; readonly typed?: TypedFault }
  | { readonly code: 'tooManyDecimals'; readonly digits: number }
  | { readonly code: 'belowMinimum'; readonly minimum: DecimalText }
  | { readonly code: 'insufficientBalance'; readonly most: DecimalText };

export type CheckedAmount =
  | { readonly ok: true; readonly amount: DecimalText }
  | { readonly ok: false; readonly fault: AmountFault };

const no = (fault: AmountFault): CheckedAmount => ({ ok: false, fault });
/** Digits that the coin and the form both hold. */
const digitsOf = (decimalPlaces: number): number => Math.min(SHOWN_DIGITS, decimalPlaces);

/** Balance minus fee, never below 0, cut to digits that can be sent. */
function mostOf({ balance, fee, decimalPlaces }: AmountRules): Decimal {
  const rest = larger(subtract(decimal(balance), decimal(fee)), ZERO);
  return rescale(rest, digitsOf(decimalPlaces));
}

/** What Max fills in: balance minus fee, floored at 0, 8 decimals (WITHDRAW-06). */
export const maxAmount = (rules: AmountRules): DecimalText => toFixedText(mostOf(rules), SHOWN_DIGITS);

/**
 * What plus and minus make of the field: 1 more or less, never below 0 (WITHDRAW-02). A field that holds no number
 * counts as 0; one that can be read in two ways is left as it is.
 */
export function stepAmount(
  typed: string,
  direction: 'up' | 'down',
  options: TypedDecimalOptions = {},
): string {
  const read = readTypedDecimal(typed, options);
  if (!read.ok && read.fault !== 'empty') return typed;
  const value = read.ok ? decimal(read.text) : ZERO;
  const next = direction === 'up' ? add(value, STEP) : larger(subtract(value, STEP), ZERO);
  return fieldText(toText(next), options);
}

/** The checks on an amount, in order (WITHDRAW-05); the first that fails is reported. */
export function checkAmount(typed: string, rules: AmountRules): CheckedAmount {
  const read = readTypedDecimal(typed, rules);
  if (!read.ok) {
    if (read.fault === 'empty') return no({ code: 'amountRequired' });
    return no({ code: 'invalidAmount', typed: read.fault });
  }
  const amount = decimal(read.text);
  if (!isPositive(amount)) return no({ code: 'invalidAmount' });
  // What the coin cannot carry is refused and never cut behind the user's back.
  if (amount.scale > rules.decimalPlaces) return no({ code: 'tooManyDecimals', digits: rules.decimalPlaces });
  if (compare(amount, decimal(rules.minimum)) < 0) {
    return no({ code: 'belowMinimum', minimum: rules.minimum });
  }
  if (compare(add(amount, decimal(rules.fee)), decimal(rules.balance)) > 0) {
    return no({ code: 'insufficientBalance', most: toText(mostOf(rules)) });
  }
  return { ok: true, amount: read.text };
}

/** What is wrong with an amount after the language was changed, by its rules. */
export function amountFaultNow(
  found: AmountFault,
  typed: string,
  options: TypedDecimalOptions,
): AmountFault | null {
  const read = readTypedDecimal(typed, options);
  if (!read.ok && read.fault !== 'empty') return { code: 'invalidAmount', typed: read.fault };
  return found.code === 'invalidAmount' && found.typed !== undefined ? null : found;
}

/** What leaves the balance: amount and fee together. */
export const totalOf = (amount: DecimalText, fee: DecimalText): DecimalText =>
  toText(add(decimal(amount), decimal(fee)));

/** What a checked form asks for. */
export interface WithdrawalDraft {
  /** Empty for a coin that needs none. */
  readonly address: string;
  readonly amount: DecimalText;
}

export interface DraftFaults {
  readonly address: AddressFault | null;
  readonly amount: AmountFault | null;
}

export const NO_FAULTS: DraftFaults = { address: null, amount: null };

export type CheckedDraft =
  | { readonly ok: true; readonly draft: WithdrawalDraft }
  | { readonly ok: false; readonly faults: DraftFaults };

/** What both fields are measured against. */
export interface DraftRules extends AmountRules {
  /** The coin's network as the venue names it. */
  readonly network: string;
}

/** The checks on both fields (WITHDRAW-04, WITHDRAW-05); GRIN needs no address. The address is taken in its canonical form. */
export function checkDraft(ticker: string, typed: TypedWithdrawal, rules: DraftRules): CheckedDraft {
  const address = usesSlatepacks(ticker)
    ? ({ ok: true, address: '' } as const)
    : checkAddress(ticker, rules.network, typed.address);
  const amount = checkAmount(typed.amount, rules);
  if (address.ok && amount.ok) {
    return { ok: true, draft: { address: address.address, amount: amount.amount } };
  }
  return {
    ok: false,
    faults: {
      address: address.ok ? null : withoutOk(address),
      amount: amount.ok ? null : amount.fault,
    },
  };
}

function withoutOk({ ok: _ok, ...fault }: FaultyAddress): AddressFault {
  return fault;
}

/** Whether a server that repeats what it does repeats something else than was confirmed. */
export function differsFrom(
  { address, amount }: WithdrawalDraft,
  ticker: string,
  receipt: Pick<WithdrawalReceipt, 'currency' | 'amount' | 'address'>,
): boolean {
  if (receipt.currency !== null && receipt.currency !== ticker) return true;
  if (receipt.amount !== null && compare(decimal(receipt.amount), decimal(amount)) !== 0) return true;
  // Letter case is the checksum of some addresses, and nothing of others.
  return (
    address !== '' && receipt.address !== null && receipt.address.toLowerCase() !== address.toLowerCase()
  );
}
