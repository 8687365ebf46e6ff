import type { Refusal } from '../exchange.ts';
import { RefusedError } from '../refused.ts';

/** As calls guarded by the second factor refuse it: 403 in place of 400. */
export function forbidden({ status, code, message, retryAfter }: RefusedError): Refusal {
  return {
    ok: false,
    status: status === 429 ? 429 : 403,
    code,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

export function usedUp(milliseconds: number): RefusedError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new RefusedError(
    400,
    'TWO_FACTOR_USED',
    'This 2FA code was used already. Use the next one that your app shows.',
    seconds,
  );
}

export const passkeyNeeded = (): RefusedError =>
  new RefusedError(400, 'PASSKEY_REQUIRED', 'Confirm with your passkey.');

export const codeExpired = (): RefusedError =>
  new RefusedError(400, 'PASSKEY_CODE_EXPIRED', 'Your confirmation has expired. Use your passkey again.');

export const isOff = (): RefusedError =>
  new RefusedError(400, 'TWO_FACTOR_OFF', 'Two-factor authentication is not enabled.');

export const alreadyEnabled = (): RefusedError =>
  new RefusedError(400, 'TWO_FACTOR_ALREADY_ENABLED', 'Two-factor authentication is already enabled.');

export function tooMany(milliseconds: number): RefusedError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new RefusedError(
    429,
    'TOO_MANY_ATTEMPTS',
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    seconds,
  );
}
