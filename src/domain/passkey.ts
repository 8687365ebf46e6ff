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
 * Browsers make passkeys only for names: `localhost` is one, IP addresses are not.
 * @param hostname of the page.
 */
export const mayHavePasskeys = (hostname: string): boolean =>
  !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname) && !hostname.startsWith('[');

/** The server's code where the code of a passkey was used, is too old, or is another session's. */
export const PASSKEY_CODE_EXPIRED = 'PASSKEY_CODE_EXPIRED';

/** A code that the server gives for a passkey looks like none of an app, and like no recovery code (REAUTH-08). */
export const PASSKEY_CODE_PREFIX = 'p-';
export const PASSKEY_CODE_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** Fourteen letters of 32 are 70 bits. */
export const PASSKEY_CODE_LENGTH = 14;

const PASSKEY_CODE = new RegExp(`^${PASSKEY_CODE_PREFIX}[${PASSKEY_CODE_LETTERS}]{${PASSKEY_CODE_LENGTH}}$`);

export const isPasskeyCode = (code: string): boolean => PASSKEY_CODE.test(code);
