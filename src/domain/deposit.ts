import { compare, decimal, type DecimalText } from './decimal.ts';
import { depositTone, type DepositFault, type DepositStatus } from './depositStatus.ts';

/** One deposit of the user (HISTORY-09). What the server did not send is null. */
export interface Deposit {
  readonly id: string;
  readonly currency: string;
  readonly amount: DecimalText;
  /** Derived from `monitoring_state`, else `state` (HISTORY-09). */
  readonly status: DepositStatus;
  /** Why it failed, where the server says so. */
  readonly fault: DepositFault | null;
  readonly confirmations: number | null;
  /** How many it needs, where the server says so; see `requiredConfirmations`. */
  readonly required: number | null;
  readonly txHash: string | null;
  /** GRIN: the id of the slate, which stands for the hash. */
  readonly extraId: string | null;
  readonly address: string | null;
  /** Tag or memo. */
  readonly tag: string | null;
  readonly fee: DecimalText | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number | null;
  readonly confirmedAt: number | null;
}

/** What the status call tells of one deposit. */
export type DepositProgress = Pick<Deposit, 'status' | 'fault' | 'confirmations' | 'required' | 'txHash'>;

/** Whether the network knows the payment (DEPOSIT-07); before that a GRIN payment waits for the user to finalize it. */
export const isPosted = ({ status, confirmations, txHash }: DepositProgress): boolean =>
  txHash !== null || (confirmations ?? 0) > 0 || (status !== 'pending' && depositTone(status) !== 'unknown');

/** The minimum that a refused deposit is below; null where that is not what was wrong with it. */
export const missedMinimum = (
  { fault, amount }: Pick<Deposit, 'fault' | 'amount'>,
  minimum: DecimalText | null,
): DecimalText | null =>
  fault === 'wrongAmount' && minimum !== null && compare(decimal(amount), decimal(minimum)) < 0
    ? minimum
    : null;

/** An address that the venue watches for the user. */
export interface DepositAddress {
  /** Null where the server does not name the coin. */
  readonly currency: string | null;
  /** Null when the server answered without one (DEPOSIT-03). */
  readonly address: string | null;
  /** Tag or memo that has to go with it. */
  readonly tag: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
}

/** The venue's answer to a GRIN deposit: the slatepack to finalize in the user's own wallet (DEPOSIT-05). */
export interface SignedDeposit {
  readonly slatepack: string;
  /** Extensions of the venue: the deposit, the end of the window to finalize (epoch milliseconds), the amount read. */
  readonly depositId: string | null;
  readonly expiresAt: number | null;
  readonly amount: DecimalText | null;
}

const MINUTE = 60_000;

/**
 * How long a slatepack exchange may be finalized: 30 to 60 minutes (DEPOSIT-05). The first half hour is certain; what
 * comes after it may be too late already. A server that tells the end leaves nothing uncertain.
 */
export interface FinalizeWindow {
  /** Epoch milliseconds. */
  readonly safeUntil: number;
  readonly closesAt: number;
}

/**
 * @param at when the exchange began, epoch milliseconds.
 * @param expiresAt as the server told it; null where it did not.
 */
export const finalizeWindow = (at: number, expiresAt: number | null): FinalizeWindow =>
  expiresAt === null
    ? { safeUntil: at + 30 * MINUTE, closesAt: at + 60 * MINUTE }
    : { safeUntil: expiresAt, closesAt: expiresAt };
