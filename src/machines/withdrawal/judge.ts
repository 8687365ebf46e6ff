import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { grinStanding, type GrinStanding } from '../../domain/grinWithdrawal.ts';
import { fingerprint } from '../../domain/lostWithdrawal.ts';
import type { Result } from '../../domain/result.ts';
import { checkReply, type ReplyCheck } from '../../domain/slatepack/check.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import {
  type CheckedDraft,
  checkDraft,
  NO_FAULTS,
  type DraftFaults,
  type TypedWithdrawal,
} from '../../domain/withdrawalDraft.ts';
import type { CreateAnswer, SendingWithdrawal, StandingAnswer, WithdrawalContext } from './types.ts';

export interface Press {
  readonly typed: TypedWithdrawal;
  readonly decimalComma?: boolean;
}

/** The checks of the form; null while coin or fee are not known: then nothing can be asked for. */
export function judgeDraft({ ticker, facts }: WithdrawalContext, press: Press): CheckedDraft | null {
  if (!facts?.coin || facts.fee === null) return null;
  const { coin, fee, balance } = facts;
  return checkDraft(ticker, press.typed, {
    network: coin.network ?? '',
    decimalPlaces: coin.decimalPlaces,
    minimum: coin.minWithdrawalAmount,
    fee,
    balance,
    decimalComma: press.decimalComma ?? false,
  });
}

/** The same checks on what was confirmed: the fee may have risen and the balance may have gone meanwhile. */
export function judgeAgain(context: WithdrawalContext): CheckedDraft | null {
  const { draft } = context;
  return draft && judgeDraft(context, { typed: draft });
}

export const faultsOf = (checked: CheckedDraft | null): DraftFaults =>
  checked?.ok === false ? checked.faults : NO_FAULTS;

/**
 * Whether a GRIN withdrawal that the server named waits for its reply. Its message may have to be asked for: after a
 * reload only its id is known.
 */
export const hasRunning = ({ sending }: WithdrawalContext): boolean => typeof sending?.id === 'string';

/** Whether the withdrawal that waits for its reply is the one that is confirmed. */
export function isTheRunningOne({ ticker, draft, sending, receipt }: WithdrawalContext): boolean {
  if (!draft || !sending || !receipt?.slatepack) return false;
  return sending.print === fingerprint(ticker, draft);
}

/** A new withdrawal, before anything of it left. */
export function newSending({ ticker, draft }: WithdrawalContext, intent: string): SendingWithdrawal | null {
  return draft && { ticker, intent, print: fingerprint(ticker, draft), before: [], id: null };
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
export function mergedReceipt(known: WithdrawalReceipt | null, told: WithdrawalReceipt): WithdrawalReceipt {
  return {
    ...told,
    slatepack: told.slatepack ?? known?.slatepack ?? null,
    amount: told.amount ?? known?.amount ?? null,
    fee: told.fee ?? known?.fee ?? null,
    expiresAt: told.expiresAt ?? known?.expiresAt ?? null,
  };
}

/** Null for a refused read. */
export const standingOf = (answer: StandingAnswer): GrinStanding | null =>
  answer.ok ? grinStanding(answer.value) : null;

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

/** Stands for a GRIN answer without the message that the wallet needs (spec 2 §4). */
export const NO_SLATEPACK: Failure = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
/** Stands for a withdrawal that ended at the server without being paid: it expired or was cancelled. */
export const ENDED: Failure = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };

export const valueOf = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
export const failureIn = <T>(answer: Result<T>): Failure | null => (answer.ok ? null : answer.failure);
