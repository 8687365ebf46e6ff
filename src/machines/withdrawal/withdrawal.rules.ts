/**
 * The rules of a withdrawal: typed values, the maximum, faults (WITHDRAW-02, WITHDRAW-05), and whether it may start at
 * all. All figures are exact; nothing is rounded, and Max never asks for more than there is.
 */
import { checkAddress } from '../../domain/address/check.ts';
import type { AddressFault, FaultyAddress } from '../../domain/address/faults.ts';
import type { Coin } from '../../domain/coin.ts';
import type { Congestion } from '../../domain/congestion.ts';
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
import { lacksRefundAddress, usesSlatepacks } from '../../domain/depositGate.ts';
import type { Failure } from '../../domain/failure.ts';
import { grinStatus, type GrinStatus } from '../../domain/grinWithdrawal.ts';
import { fingerprint } from '../../domain/lostWithdrawal.ts';
import type { Balance } from '../../domain/order.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';
import type { Result } from '../../domain/result.ts';
import { checkReply } from '../../domain/slatepack/check.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import {
  type DecimalComma,
  fieldText,
  readTypedDecimal,
  type TypedDecimalOptions,
  type TypedFault,
} from '../../domain/typedDecimal.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type { KeptWithdrawal } from '../../services/keptWithdrawals.ts';

/** Why the withdrawal of a coin cannot start (WITHDRAW-03). */
export type WithdrawalGate = 'open' | 'assetNotFound' | 'withdrawalsDisabled' | 'refundAddressMissing';

/** @param coin undefined when the venue lists none of that name. */
export function withdrawalGate(
  coin: Coin | undefined,
  refundAddresses: readonly RefundAddress[],
): WithdrawalGate {
  if (!coin) return 'assetNotFound';
  if (!coin.isWithdrawalEnabled) return 'withdrawalsDisabled';
  return lacksRefundAddress(coin, refundAddresses) ? 'refundAddressMissing' : 'open';
}

/**
 * The coins of the wizard's choice: those with a balance, and the shown one (WITHDRAW-08). One whose withdrawals are
 * off would lead to a dead end.
 */
export function choosableCoins(
  coins: readonly Coin[],
  balances: readonly Balance[],
  current: string,
): readonly Coin[] {
  const isHeld = ({ ticker }: Coin): boolean =>
    balances.some(({ currency, available }) => currency === ticker && isPositive(decimal(available)));
  return coins.filter((coin) => coin.ticker === current || (coin.isWithdrawalEnabled && isHeld(coin)));
}

/** The available amount of a coin; '0' where the server lists none. */
export const availableOf = (balances: readonly Balance[], ticker: string) =>
  balances.find(({ currency }) => currency === ticker)?.available ?? '0';

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

/** The limits of an amount. */
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
  /** Not a number, or not above 0. `typed` has more where the text could not be read. */
  | { readonly code: 'invalidAmount'; readonly typed?: TypedFault }
  | { readonly code: 'tooManyDecimals'; readonly digits: number }
  | { readonly code: 'belowMinimum'; readonly minimum: DecimalText }
  | { readonly code: 'insufficientBalance'; readonly most: DecimalText };

export type CheckedAmount =
  | { readonly ok: true; readonly amount: DecimalText }
  | { readonly ok: false; readonly fault: AmountFault };

const faultOf = (fault: AmountFault): CheckedAmount => ({ ok: false, fault });
/** Digits that the coin and the form both hold. */
const digitsOf = (decimalPlaces: number): number => Math.min(SHOWN_DIGITS, decimalPlaces);

/** Balance minus fee, never below 0, cut to digits that can be sent. */
function mostOf({ balance, fee, decimalPlaces }: AmountRules): Decimal {
  const rest = larger(subtract(decimal(balance), decimal(fee)), ZERO);
  return rescale(rest, digitsOf(decimalPlaces));
}

/** The result of Max: balance minus fee, at least 0, 8 decimals (WITHDRAW-06). */
export const maxAmount = (rules: AmountRules): DecimalText => toFixedText(mostOf(rules), SHOWN_DIGITS);

/**
 * The result of plus and minus: 1 more or less, never below 0 (WITHDRAW-02). A field without a number counts as 0; one
 * that can be read in two ways stays as it is.
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
    if (read.fault === 'empty') return faultOf({ code: 'amountRequired' });
    return faultOf({ code: 'invalidAmount', typed: read.fault });
  }
  const amount = decimal(read.text);
  if (!isPositive(amount)) return faultOf({ code: 'invalidAmount' });
  // Digits that the coin cannot carry are refused and never cut behind the user's back.
  if (amount.scale > rules.decimalPlaces)
    return faultOf({ code: 'tooManyDecimals', digits: rules.decimalPlaces });
  if (compare(amount, decimal(rules.minimum)) < 0) {
    return faultOf({ code: 'belowMinimum', minimum: rules.minimum });
  }
  if (compare(add(amount, decimal(rules.fee)), decimal(rules.balance)) > 0) {
    return faultOf({ code: 'insufficientBalance', most: toText(mostOf(rules)) });
  }
  return { ok: true, amount: read.text };
}

/** The fault of an amount after the language was changed, by its rules. */
export function amountFaultNow(
  found: AmountFault,
  typed: string,
  options: TypedDecimalOptions,
): AmountFault | null {
  const read = readTypedDecimal(typed, options);
  if (!read.ok && read.fault !== 'empty') return { code: 'invalidAmount', typed: read.fault };
  return found.code === 'invalidAmount' && found.typed !== undefined ? null : found;
}

/** Amount and fee together leave the balance. */
export const totalOf = (amount: DecimalText, fee: DecimalText): DecimalText =>
  toText(add(decimal(amount), decimal(fee)));

/** The request of a checked form. */
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

/** The limits of both fields. */
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
    faults: { address: address.ok ? null : withoutOk(address), amount: amount.ok ? null : amount.fault },
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

/** The known data around the form. Read again while it is shown. */
export interface WithdrawalFacts {
  readonly gate: WithdrawalGate;
  /** Null when the venue lists no such coin. */
  readonly coin: Coin | null;
  readonly balance: DecimalText;
  /** Medium tier, in the coin; null while the feed sends none. */
  readonly fee: DecimalText | null;
  readonly congestion: Congestion;
  /** `waiting`: the first fees are awaited; `outdated`: the feed broke, and the fee is the last known one. */
  readonly feeStatus: 'waiting' | 'live' | 'outdated' | 'missing';
}

/**
 * A withdrawal in progress: the data that the browser may store until its outcome is known (LOST-07), without amount
 * and address.
 */
export type SendingWithdrawal = KeptWithdrawal;

/** The input of the rules. */
export interface WithdrawalCase {
  readonly ticker: string;
  readonly facts: WithdrawalFacts | null;
  /** The request of the form; null before it was checked. */
  readonly draft: WithdrawalDraft | null;
  /** The fee that the confirmation shows for as long as the server charges it; null where the newest one counts. */
  readonly quotedFee: DecimalText | null;
  /** The withdrawal on its way, until the server has settled it: also a GRIN one that waits for its reply. */
  readonly sending: SendingWithdrawal | null;
  /** For GRIN: one that another page has started and that waits for its reply. */
  readonly waiting: SendingWithdrawal | null;
  /** The server's data of the withdrawal. */
  readonly receipt: WithdrawalReceipt | null;
}

export interface Press {
  readonly typed: TypedWithdrawal;
  readonly decimalComma?: DecimalComma;
}

/** The fee that the confirmation shows and sends; null while none is known. */
export const feeOf = ({ quotedFee, facts }: WithdrawalCase): DecimalText | null =>
  quotedFee ?? facts?.fee ?? null;

/** The checks of the form; null while coin or fee are unknown: then nothing can be requested. */
export function judgeDraft(context: WithdrawalCase, press: Press): CheckedDraft | null {
  return judgeWithFee(context, press, context.facts?.fee ?? null);
}

function judgeWithFee(
  { ticker, facts }: WithdrawalCase,
  { typed, decimalComma = false }: Press,
  fee: DecimalText | null,
): CheckedDraft | null {
  if (!facts?.coin || fee === null) return null;
  const { coin, balance } = facts;
  return checkDraft(ticker, typed, { ...rulesOf(coin), fee, balance, decimalComma });
}

const rulesOf = ({ network, decimalPlaces, minWithdrawalAmount: minimum }: Coin) => ({
  network: network ?? '',
  decimalPlaces,
  minimum,
});

/** The same checks on the confirmed terms: fee and balance may have changed since. */
export function judgeAgain(context: WithdrawalCase): CheckedDraft | null {
  const { draft } = context;
  return draft && judgeWithFee(context, { typed: draft }, feeOf(context));
}

/** The same address with everything that the balance covers now; null where that cannot be requested. */
export function largestDraft(context: WithdrawalCase): WithdrawalDraft | null {
  const { draft, facts } = context;
  if (!draft || !facts?.coin || facts.fee === null) return null;
  const { fee, balance } = facts;
  const amount = maxAmount({ ...rulesOf(facts.coin), fee, balance });
  const checked = judgeDraft(context, { typed: { ...draft, amount } });
  return checked?.ok === true ? checked.draft : null;
}

export const faultsOf = (checked: CheckedDraft | null): DraftFaults =>
  checked?.ok === false ? checked.faults : NO_FAULTS;

/**
 * Whether a GRIN withdrawal that the server named waits for its reply. Its message may have to be requested: after a
 * reload only its id is known.
 */
export const hasRunning = (context: WithdrawalCase): boolean => typeof runningOne(context)?.id === 'string';

/** This wizard's own, else the one that another page has started. */
export const runningOne = ({ sending, waiting }: WithdrawalCase): SendingWithdrawal | null =>
  sending ?? waiting;

/** Whether the withdrawal that waits for its reply is the confirmed one. */
export function isTheRunningOne({ ticker, draft, sending, receipt }: WithdrawalCase): boolean {
  if (!draft || !sending || !receipt?.slatepack) return false;
  return sending.print === fingerprint(ticker, draft);
}

/** A new withdrawal, before anything of it left. */
export function newSending(
  { ticker, draft }: WithdrawalCase,
  idempotencyKey: string,
): SendingWithdrawal | null {
  return draft && { ticker, idempotencyKey, print: fingerprint(ticker, draft), before: [], id: null };
}

/** An entry of the server's list as a receipt. */
export const receiptOf = (found: Withdrawal): WithdrawalReceipt => ({
  id: found.id,
  status: found.status,
  slatepack: null,
  currency: found.currency,
  amount: found.amount,
  fee: found.fee,
  address: found.address,
  txHash: found.txHash,
  expiresAt: null,
});

/** The server repeats the message only at times: the known one stays. */
export function mergedReceipt(
  known: WithdrawalReceipt | null,
  received: WithdrawalReceipt,
): WithdrawalReceipt {
  return {
    ...received,
    slatepack: received.slatepack ?? known?.slatepack ?? null,
    amount: received.amount ?? known?.amount ?? null,
    fee: received.fee ?? known?.fee ?? null,
    expiresAt: received.expiresAt ?? known?.expiresAt ?? null,
  };
}

/** The outcome of the reply, from its answer or a later read. */
export interface Finalized {
  readonly status: Exclude<GrinStatus, 'awaitingReply'> | 'notBroadcast';
  readonly txHash: string | null;
  /** Null in the answer to the reply, which does not repeat it. */
  readonly receipt: WithdrawalReceipt | null;
}

export const finalizedReceipt = (
  known: WithdrawalReceipt | null,
  { receipt, txHash }: Finalized,
): WithdrawalReceipt | null =>
  receipt ? mergedReceipt(known, receipt) : known && { ...known, txHash: txHash ?? known.txHash };

/** Null for a refused read. */
export const statusOf = (answer: Result<WithdrawalReceipt>): GrinStatus | null =>
  answer.ok ? grinStatus(answer.value) : null;

/** Why the pasted text is not the reply to the given slatepack; null for a good one. */
export function replyFault(
  { receipt }: Pick<WithdrawalCase, 'receipt'>,
  privateReply: string,
): SlatepackFault | null {
  const checked = checkReply(privateReply, { network: 'mainnet', message: receipt?.slatepack ?? null });
  if (checked.ok) return null;
  const { ok: _ok, ...fault } = checked;
  return fault;
}

/** Stands for a GRIN answer without the message that the wallet needs (WITHDRAW-11). */
export const NO_SLATEPACK: Failure = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
/** Stands for a withdrawal that ended at the server without being paid: it expired or was cancelled. */
export const ENDED: Failure = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };
