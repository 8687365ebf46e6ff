import { asRead } from './credentials.ts';
import type { Failure } from './failure.ts';
import { isPasskeyCode, PASSKEY_CODE_EXPIRED, PASSKEY_REQUIRED } from './passkey.ts';
import { recoveryCodeIn } from './recoveryCode.ts';

/** The secret is base32 text. Some servers send an `otpauth://` text for a QR code, or a `data:image/…` to show. */
export interface Enrolment {
  readonly secret: string;
  readonly keyUri: string | null;
  readonly picture: string | null;
}

/** Longest code that can be typed (ACCOUNT-05). */
export const LONGEST_CODE = 6;

/** The venue's code for a two-factor code that was used before. */
export const CODE_USED = 'TWO_FACTOR_USED';
/** In seconds. */
export const CODE_LASTS = 30;

/** Apps show codes as `123 456`. What a passkey was given stays whole. */
export const codeText = (typed: string): string =>
  isPasskeyCode(typed) ? typed : asRead(typed).replaceAll(/[\s-]/g, '').slice(0, LONGEST_CODE);

/** Longest code that the wire takes. */
const LONGEST_SENT = 16;

/**
 * Sent when a recovery code replaces one of the app (RECOVERY-03). A text that may be a mistyped one is not cut to a
 * code of the app.
 */
export function codeOrRecoveryText(typed: string): string {
  const recovery = recoveryCodeIn(typed);
  if (recovery !== null) return recovery;
  return /[a-z]/i.test(asRead(typed)) ? typed.replaceAll(/\s/g, '').slice(0, LONGEST_SENT) : codeText(typed);
}

/** With the defaults of authenticator apps: SHA-1, 6 digits, 30 s. */
export function keyUriOf(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** The refusal of a server with `reauthentication` when the second factor is missing, wrong or used up. */
const REFUSED_CODES: ReadonlySet<string> = new Set([
  'TWO_FACTOR_REQUIRED',
  'TWO_FACTOR_INVALID',
  CODE_USED,
  PASSKEY_REQUIRED,
  PASSKEY_CODE_EXPIRED,
]);

/** Whether something was refused for want of a right code, and may be sent with another one (REAUTH-01). */
export const wantsCode = ({ serverCode = '' }: Failure): boolean => REFUSED_CODES.has(serverCode);

/** Whether turning the second factor on or off was refused for want of the password (REAUTH-06). */
export const wantsPassword = ({ serverCode }: Failure): boolean => serverCode === 'WRONG_PASSWORD';

const TWO_FACTOR =
  /\b(?:2fa|totp|otp|(?:2|two)[ -]?(?:step|factor)|authenticator|(?:verification|authentication|one[ -]?time) ?(?:code|password))/i;

/** Whether a server's text is about the second factor, in any of its usual names (LOGIN-04). */
export const isAboutTwoFactor = (text: string | undefined): boolean => TWO_FACTOR.test(asRead(text ?? ''));
