/** The two extra steps of a GRIN withdrawal (WITHDRAW-11), which the user's wallet answers first. */
import { usesSlatepacks } from './depositGate.ts';
import type { Withdrawal, WithdrawalReceipt } from './withdrawal.ts';
import { withdrawalStatus } from './withdrawalStatus.ts';

/**
 * `awaitingReply`: the wallet's slatepack is missing. `submitted`: finalized, but the server does not say whether it
 * was broadcast. `ended`: without a payment.
 */
export type GrinStatus = 'awaitingReply' | 'broadcast' | 'submitted' | 'ended';

export function grinStatus({ status, slatepack, txHash }: WithdrawalReceipt): GrinStatus {
  const shown = withdrawalStatus(status);
  if (shown === 'failed' || shown === 'cancelled' || shown === 'unsuccessful') return 'ended';
  if (shown === 'completed' || txHash !== null) return 'broadcast';
  // A server that still sends its message is still waiting, whatever the status is.
  return shown === 'created' || slatepack !== null ? 'awaitingReply' : 'submitted';
}

/** Servers call it created, or pending without a transaction. Only the status call is certain. */
export const mayAwaitReply = ({ currency, status, txHash }: Withdrawal): boolean =>
  usesSlatepacks(currency) && (status === 'created' || (status === 'pending' && txHash === null));

/** The newest that may wait; created comes before pending. */
export function newestAwaitingReply(newestFirst: readonly Withdrawal[]): Withdrawal | undefined {
  const waiting = newestFirst.filter(mayAwaitReply);
  return waiting.find(({ status }) => status === 'created') ?? waiting[0];
}
