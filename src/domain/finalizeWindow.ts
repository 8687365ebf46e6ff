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
