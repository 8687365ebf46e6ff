import type { TransferTone } from './depositStatus.ts';

const KEPT = ['created', 'pending', 'completed', 'failed', 'cancelled'] as const;

/** Statuses as shown (HISTORY-10). */
export type WithdrawalStatus = (typeof KEPT)[number] | 'unsuccessful';

/**
 * In lower case. Unknown words are unsuccessful (HISTORY-10). A server that sends no word has just accepted the
 * withdrawal: it is pending, as for the answer to a new one (WITHDRAW-19).
 */
export function withdrawalStatus(state: string | null): WithdrawalStatus {
  const text = state?.trim().toLowerCase() ?? '';
  if (text === '') return 'pending';
  return KEPT.find((known) => known === text) ?? 'unsuccessful';
}

const TONES: Readonly<Record<WithdrawalStatus, TransferTone>> = {
  completed: 'good',
  created: 'waiting',
  pending: 'waiting',
  cancelled: 'stopped',
  failed: 'bad',
  unsuccessful: 'bad',
};

/** Green, amber, orange (cancelled) or red (HISTORY-19). */
export const withdrawalTone = (status: WithdrawalStatus): TransferTone => TONES[status];
