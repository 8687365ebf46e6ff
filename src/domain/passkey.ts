/** A passkey of the account, as the security page lists it. Times are epoch milliseconds. */
export interface Passkey {
  readonly id: string;
  /** The user's own. */
  readonly name: string;
  readonly madeAt: number;
  readonly usedAt: number | null;
}

/** Longest name that can be typed (PASSKEY-05). */
export const LONGEST_NAME = 40;

export const passkeyName = (typed: string): string => typed.trim().slice(0, LONGEST_NAME);

/** The server's code where a passkey is the only second factor of the account (PASSKEY-04). */
export const PASSKEY_REQUIRED = 'PASSKEY_REQUIRED';

/**
 * Browsers make passkeys for names alone: `localhost` is one, and addresses are none.
 * @param hostname of the page.
 */
export const mayHavePasskeys = (hostname: string): boolean =>
  !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname) && !hostname.startsWith('[');
