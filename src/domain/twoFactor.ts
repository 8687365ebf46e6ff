import type { Failure } from './failure.ts';

/** What a new second factor is shown as: its secret as text, and a picture of it where the server sends one. */
export interface Enrolment {
  /** Base32 text. */
  readonly secret: string;
  /** `otpauth://` text to draw as a QR code; null when the server sent none. */
  readonly keyUri: string | null;
  /** `data:image/…` to show as it is; null when the server sent none. */
  readonly picture: string | null;
}

/** Longest code that can be typed (ACCOUNT-05). */
export const LONGEST_CODE = 6;

/** The venue's word for a code that was right and was sent before: every code counts once. */
export const CODE_USED = 'TWO_FACTOR_USED';
/** Seconds for which an app shows one code. */
export const CODE_LASTS = 30;

/** What of typed or pasted text can be a code: apps show it as `123 456`. */
export const codeText = (typed: string): string => typed.replaceAll(/\s/g, '').slice(0, LONGEST_CODE);

/** `otpauth://` text that authenticator apps read, with their defaults: SHA-1, 6 digits, 30 s. */
export function keyUriOf(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** What a server with `reauthentication` says where the second factor is missing, wrong or used up. */
const REFUSED_CODES: ReadonlySet<string> = new Set(['TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID', CODE_USED]);

/** Whether something was refused for want of a right code, and may be sent with another one (REAUTH-01). */
export const wantsCode = ({ serverCode = '' }: Failure): boolean => REFUSED_CODES.has(serverCode);

/** Whether turning the second factor on or off was refused for want of the password (REAUTH-06). */
export const wantsPassword = ({ serverCode }: Failure): boolean => serverCode === 'WRONG_PASSWORD';

/** Whether a server's text is about the second factor (LOGIN-04). */
export const isAboutTwoFactor = (text: string | undefined): boolean => /2fa/i.test(text ?? '');
