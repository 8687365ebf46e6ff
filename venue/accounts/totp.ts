import { Secret, TOTP } from 'otpauth';
import { asRead } from '../../src/domain/credentials.ts';

/** The defaults of authenticator apps: SHA-1, 6 digits, 30 s (RFC 6238 §1.2). */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps that the user's clock may be off (RFC 6238 §5.2). */
const DRIFT = 1;
const SECRET_BYTES = 20;

/** 160 random bits, as long as the hash (RFC 4226 §4). */
export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

export const secretText = (secret: Uint8Array): string => secretOf(secret).base32;

export function keyUri(secret: Uint8Array, issuer: string, label: string): string {
  return new TOTP({ ...RULES, issuer, label, secret: secretOf(secret) }).toString();
}

/** @returns the time step of a code; null when it is not within one step of `now` (epoch milliseconds). */
export function stepOf(secret: Uint8Array, typed: string, now: number): number | null {
  const code = asRead(typed).replaceAll(/[\s-]/g, '');
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

/** Milliseconds until the app shows the code after `step`. */
export const untilAfter = (step: number, now: number): number => (step + 1) * RULES.period * 1000 - now;

/** Copied, because database drivers return views of larger buffers. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });
