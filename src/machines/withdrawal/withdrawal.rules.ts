import type { Coin } from '../../domain/coin.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { grinStatus, type GrinStatus } from '../../domain/grinWithdrawal.ts';
import { fingerprint } from '../../domain/lostWithdrawal.ts';
import type { Result } from '../../domain/result.ts';
import { checkReply, type ReplyCheck } from '../../domain/slatepack/check.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import {
  type CheckedDraft,
  checkDraft,
  maxAmount,
  NO_FAULTS,
  type DraftFaults,
  type TypedWithdrawal,
  type WithdrawalDraft,
} from './withdrawalDraft.rules.ts';
import type {
  CreateAnswer,
  FinalizeSearch,
  SendingWithdrawal,
  GrinStatusAnswer,
  WithdrawalContext,
  WithdrawalSearch,
} from './withdrawal.types.ts';

export interface Press {
  readonly typed: TypedWithdrawal;
  readonly decimalComma?: DecimalComma;
}

/** The fee that the confirmation shows and sends; null while none is known. */
export const feeOf = ({ quotedFee, facts }: WithdrawalContext): DecimalText | null =>
  quotedFee ?? facts?.fee ?? null;

/** The checks of the form; null while coin or fee are not known: then nothing can be asked for. */
export function judgeDraft(context: WithdrawalContext, press: Press): CheckedDraft | null {
  return judgeWithFee(context, press, context.facts?.fee ?? null);
}

function judgeWithFee(
  { ticker, facts }: WithdrawalContext,
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

/** The same checks on what is to be confirmed: fee and balance may have changed since. */
export function judgeAgain(context: WithdrawalContext): CheckedDraft | null {
  const { draft } = context;
  return draft && judgeWithFee(context, { typed: draft }, feeOf(context));
}

/** The same address with all that the balance covers by now; null where that is nothing that can be asked for. */
export function largestDraft(context: WithdrawalContext): WithdrawalDraft | null {
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
 * Whether a GRIN withdrawal that the server named waits for its reply. Its message may have to be asked for: after a
 * reload only its id is known.
 */
export const hasRunning = (context: WithdrawalContext): boolean =>
  typeof runningOne(context)?.id === 'string';

/** This wizard's own, else the one that another page has begun. */
export const runningOne = ({ sending, waiting }: WithdrawalContext): SendingWithdrawal | null =>
  sending ?? waiting;

/** Whether what the tab kept is gone on with: unless the user chose another one in the history. */
export const isKeptOneMeant = ({ kept, chosen }: WithdrawalContext): boolean =>
  typeof kept?.id === 'string' && (chosen === null || chosen === kept.id);

/** Whether what was kept was never named by the server: whether it was taken comes before anything else. */
export const isKeptOneUnnamed = ({ kept }: WithdrawalContext): boolean => kept?.id === null;

/** Whether the withdrawal that waits for its reply is the one that is confirmed. */
export function isTheRunningOne({ ticker, draft, sending, receipt }: WithdrawalContext): boolean {
  if (!draft || !sending || !receipt?.slatepack) return false;
  return sending.print === fingerprint(ticker, draft);
}

/** A new withdrawal, before anything of it left. */
export function newSending(
  { ticker, draft }: WithdrawalContext,
  idempotencyKey: string,
): SendingWithdrawal | null {
  return draft && { ticker, idempotencyKey, print: fingerprint(ticker, draft), before: [], id: null };
}

/** What the server's list says of a withdrawal, in the words of a receipt. */
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

/** The server repeats the message only where it likes to: the one that is known stays. */
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

/** Null for a refused read. */
export const statusOf = (answer: GrinStatusAnswer): GrinStatus | null =>
  answer.ok ? grinStatus(answer.value) : null;

export const isCreated = (ticker: string, answer: CreateAnswer): boolean =>
  answer.ok && !usesSlatepacks(ticker);

/** A slatepack is needed, and there is one. */
export const isGivenSlatepack = (ticker: string, answer: CreateAnswer): boolean =>
  answer.ok && usesSlatepacks(ticker) && answer.value.slatepack !== null;

/** Refused, and not because the same withdrawal is still being worked on. */
export const isFinalRefusal = (isRepeated: boolean, failure: Failure): boolean =>
  !(isRepeated && leavesFirstOpen(failure));

/** What keeps the pasted text from being the reply to the slatepack that was given. */
export const judgeReply = ({ receipt }: WithdrawalContext, privateReply: string): ReplyCheck =>
  checkReply(privateReply, { network: 'mainnet', message: receipt?.slatepack ?? null });

/** Stands for a GRIN answer without the message that the wallet needs (WITHDRAW-11). */
export const NO_SLATEPACK: Failure = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
/** Stands for a withdrawal that ended at the server without being paid: it expired or was cancelled. */
export const ENDED: Failure = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };

export const foundIn = (search: WithdrawalSearch): Withdrawal | null =>
  search.kind === 'found' ? search.value : null;
export const searchFailureIn = (search: WithdrawalSearch | FinalizeSearch): Failure | null =>
  search.kind === 'unknown' ? search.failure : null;
/** What the search told of how the withdrawal stands, in the words of an answer. */
export const answerIn = (search: FinalizeSearch): GrinStatusAnswer =>
  search.kind === 'found'
    ? { ok: true, value: search.value }
    : { ok: false, failure: searchFailureIn(search) ?? { code: 'internal', retryable: false } };

export const valueOf = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
export const failureIn = <T>(answer: Result<T>): Failure | null => (answer.ok ? null : answer.failure);
