/** The two steps that a GRIN withdrawal has more than others (WITHDRAW-11): it is answered by the user's wallet first. */
import { usesSlatepacks } from './depositGate.ts';
import type { Withdrawal, WithdrawalReceipt } from './withdrawal.ts';
import { withdrawalStatus } from './withdrawalStatus.ts';

/**
 * How a GRIN withdrawal stands, as the server tells it:
 * `awaitingReply` for the wallet's signed slatepack; `broadcast` to the network; `submitted`, but nobody says whether
 * it was broadcast; `ended` without a payment.
 */
export type GrinStatus = 'awaitingReply' | 'broadcast' | 'submitted' | 'ended';

/** Reads the status from the answer to the status call. */
export function grinStatus({ status, slatepack, txHash }: WithdrawalReceipt): GrinStatus {
  const shown = withdrawalStatus(status);
  if (shown === 'failed' || shown === 'cancelled' || shown === 'unsuccessful') return 'ended';
  if (shown === 'completed' || txHash !== null) return 'broadcast';
  // A server that still repeats its message still waits, whatever it calls that.
  return shown === 'created' || slatepack !== null ? 'awaitingReply' : 'submitted';
}

/**
 * Whether a withdrawal of the history may wait for its reply: servers call that created, or pending without a
 * transaction. Its status call tells for certain.
 */
export const mayAwaitReply = ({ currency, status, txHash }: Withdrawal): boolean =>
  usesSlatepacks(currency) && (status === 'created' || (status === 'pending' && txHash === null));

/** The newest withdrawal that may wait; one that is called created comes before one that is pending. */
export function likeliestToWait(newestFirst: readonly Withdrawal[]): Withdrawal | undefined {
  const waiting = newestFirst.filter(mayAwaitReply);
  return waiting.find(({ status }) => status === 'created') ?? waiting[0];
}
