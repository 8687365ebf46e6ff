import { Secret, TOTP } from 'otpauth';

/** What every authenticator app expects: SHA-1, 6 digits, 30 s (RFC 6238 §1.2). */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps that the user's clock may be off, in either direction (RFC 6238 §5.2 asks for at most one). */
const DRIFT = 1;
const SECRET_BYTES = 20;

/** A fresh secret: 160 random bits, as long as the hash (RFC 4226 §4). */
export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** Base32, as one types it into an app. */
export const secretText = (secret: Uint8Array): string => secretOf(secret).base32;

/** `otpauth://` text that an app reads from a QR code. */
export function keyUri(secret: Uint8Array, issuer: string, label: string): string {
  return new TOTP({ ...RULES, issuer, label, secret: secretOf(secret) }).toString();
}

/**
 * The time step that a code belongs to: the one of `now`, or one beside it.
 * @param now epoch milliseconds.
 * @returns null when the code is of none of them.
 */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({
    ...RULES,
    secret: secretOf(secret),
    token: code,
    timestamp: now,
    window: DRIFT,
  });
  return delta === null ? null : Math.floor(now / 1000 / RULES.period) + delta;
}

/** Milliseconds until the step after the given one begins, by which time an app shows a code that was not used. */
export const untilAfter = (step: number, now: number): number => (step + 1) * RULES.period * 1000 - now;

/** Copied, because a database driver hands out views into larger buffers. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });
