/** Statuses as shown. A word that is not known is shown as it is, in lower case. */
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

/** `monitoring_state` comes first; `state` is used only when it is not a known word (HISTORY-18). */
export function depositStatus(monitoringState: string | null, state: string | null): DepositStatus {
  const monitored = monitoringState?.trim().toUpperCase() ?? '';
  if (monitored === '') return 'pending';
  const known = BY_MONITORING.get(monitored);
  if (known !== undefined) return known;
  const fallback = state?.trim() ?? '';
  if (fallback === '') return 'pending';
  return BY_STATE.get(fallback.toUpperCase()) ?? fallback.toLowerCase();
}

/** The amount was refused (such as below the minimum), deposits were off, or the network did not confirm it. */
export type DepositFault = 'wrongAmount' | 'notConfirmed' | 'depositsOff';

const FAULTS: ReadonlyMap<string, DepositFault> = new Map([
  ['WRONG_AMOUNT', 'wrongAmount'],
  ['CONFIRMATION_FAILED', 'notConfirmed'],
  ['NOT_CREDITED', 'depositsOff'],
]);

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
