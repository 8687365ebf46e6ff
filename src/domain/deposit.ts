import { compare, decimal, type DecimalText } from './decimal.ts';
import { usesSlatepacks } from './depositGate.ts';
import { depositTone, type DepositFault, type DepositStatus } from './depositStatus.ts';

/** One deposit of the user (HISTORY-09). Null where the server did not send a value. Times are epoch milliseconds. */
export interface Deposit {
  readonly id: string;
  readonly currency: string;
  readonly amount: DecimalText | null;
  readonly status: DepositStatus;
  readonly fault: DepositFault | null;
  readonly confirmations: number | null;
  /** See `requiredConfirmations`. */
  readonly required: number | null;
  readonly txHash: string | null;
  /** GRIN: the id of the slate instead of a hash. */
  readonly extraId: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  readonly fee: DecimalText | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly confirmedAt: number | null;
  /** For one that is not credited, where the server tells what happens to it (REFUND-07). */
  readonly returned?: DepositReturn;
  /** GRIN: end of the time to post the payment, where the server sends it. */
  readonly expiresAt?: number;
}

export interface DepositReturn {
  readonly state: 'waiting' | 'sent' | 'done' | 'too_small';
  /** Without the fee; the whole amount where it is too small. */
  readonly amount: DecimalText | null;
  /** Null where the user has to set one. */
  readonly address: string | null;
  readonly txHash: string | null;
}

/** The answer of the status call. */
export type DepositProgress = Pick<Deposit, 'status' | 'fault' | 'confirmations' | 'required' | 'txHash'> & {
  /** GRIN: the slatepack that the user's wallet still has to finalize, where the server sends it again (DEPOSIT-14). */
  readonly toFinalize?: { readonly slatepack: string; readonly expiresAt: number };
};

/** Whether the network knows the payment (DEPOSIT-07); a GRIN payment must be finalized by the user first. */
export const isPosted = ({ status, confirmations, txHash }: DepositProgress): boolean =>
  txHash !== null || (confirmations ?? 0) > 0 || (status !== 'pending' && depositTone(status) !== 'unknown');

/** Whether its signed slatepack may be sent again; only the status call is certain (DEPOSIT-14). */
export const mayFinalize = (deposit: Deposit): boolean =>
  usesSlatepacks(deposit.currency) && deposit.expiresAt !== undefined && isUnposted(deposit);

/** Nobody has seen the payment, and it can still come. */
export const isUnposted = (progress: DepositProgress): boolean =>
  progress.status === 'pending' && !isPosted(progress);

/** The minimum that a refused deposit is below; null when it failed for another reason. */
export const missedMinimum = (
  { fault, amount }: Pick<Deposit, 'fault' | 'amount'>,
  minimum: DecimalText | null,
): DecimalText | null =>
  fault === 'wrongAmount' &&
  minimum !== null &&
  amount !== null &&
  compare(decimal(amount), decimal(minimum)) < 0
    ? minimum
    : null;

/** An address that the venue watches for the user; null where the server did not send one (DEPOSIT-03). */
export interface DepositAddress {
  readonly currency: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
}

/** The answer to a GRIN deposit: the slatepack to finalize in the user's wallet (DEPOSIT-05). */
export interface SignedDeposit {
  readonly slatepack: string;
  /** Extensions of the venue. The time is in epoch milliseconds, the amount as read from the slatepack. */
  readonly depositId: string | null;
  readonly expiresAt: number | null;
  readonly amount: DecimalText | null;
}

const MINUTE = 60_000;

/**
 * 30 to 60 minutes, of which the first 30 are safe (DEPOSIT-05), unless the server sends the end. Epoch milliseconds.
 */
export interface FinalizeWindow {
  readonly safeUntil: number;
  readonly closesAt: number;
}

/** @param at when the exchange started, epoch milliseconds. @param expiresAt as the server sent it, or null. */
export const finalizeWindow = (at: number, expiresAt: number | null): FinalizeWindow =>
  expiresAt === null
    ? { safeUntil: at + 30 * MINUTE, closesAt: at + 60 * MINUTE }
    : { safeUntil: expiresAt, closesAt: expiresAt };
