/** Shown states of a deposit. Others, which only an unknown server sends, are its own words in lower case. */
export type DepositStatus =
  | 'completed'
  | 'confirmed'
  | 'processing'
  | 'pending'
  | 'failed'
  | 'error'
  | 'cancelled'
  | 'canceled'
  | (string & {});

/** How a deposit or a withdrawal stands, for its colour. */
export type TransferTone = 'good' | 'waiting' | 'stopped' | 'bad' | 'unknown';

const BY_MONITORING: ReadonlyMap<string, DepositStatus> = new Map([
  ['CONFIRMED', 'completed'],
  ['UNCONFIRMED', 'processing'],
  ['NOT_CHECKED', 'pending'],
  ['WRONG_AMOUNT', 'failed'],
  ['CONFIRMATION_FAILED', 'failed'],
]);

const BY_STATE: ReadonlyMap<string, DepositStatus> = new Map([
  ['NO_ACCUMULATION', 'completed'],
  ['WAITING_FOR_ACCUMULATION', 'processing'],
]);

/**
 * The status that is shown, from `monitoring_state` first and `state` only where that one says nothing that is known
 * (HISTORY-18).
 */
export function depositStatus(monitoringState: string | null, state: string | null): DepositStatus {
  const monitored = monitoringState?.trim().toUpperCase() ?? '';
  if (monitored === '') return 'pending';
  const known = BY_MONITORING.get(monitored);
  if (known !== undefined) return known;
  const fallback = state?.trim() ?? '';
  if (fallback === '') return 'pending';
  return BY_STATE.get(fallback.toUpperCase()) ?? fallback.toLowerCase();
}

/** The amount was not taken, as one below the minimum is; or the network did not confirm it. */
export type DepositFault = 'wrongAmount' | 'notConfirmed';

const FAULTS: ReadonlyMap<string, DepositFault> = new Map([
  ['WRONG_AMOUNT', 'wrongAmount'],
  ['CONFIRMATION_FAILED', 'notConfirmed'],
]);

/** Why a deposit failed; null where it did not, or nobody says. */
export const depositFault = (monitoringState: string | null): DepositFault | null =>
  FAULTS.get(monitoringState?.trim().toUpperCase() ?? '') ?? null;

const TONES: ReadonlyMap<string, TransferTone> = new Map([
  ['completed', 'good'],
  ['confirmed', 'good'],
  ['processing', 'waiting'],
  ['pending', 'waiting'],
  ['failed', 'bad'],
  ['error', 'bad'],
]);

/** Green, amber, red, else grey (HISTORY-19). */
export const depositTone = (status: DepositStatus): TransferTone => TONES.get(status) ?? 'unknown';
