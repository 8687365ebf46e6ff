import { describe, expect, it } from 'vitest';
import { keyUri, newSecret, secretText, stepOf } from '../../../venue/accounts/totp.ts';
import { codeOf } from './codes.ts';

/** RFC 6238, appendix B: ASCII secret, SHA-1, 8 digits. */
const SECRET = new TextEncoder().encode('12345678901234567890');
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('time-based one-time passwords', () => {
  it.each(VECTORS)('RFC 6238, appendix B: %i s', (seconds, eightDigits) => {
    // Fewer digits are the same number modulo a smaller power of ten (RFC 4226 §5.3).
    const code = eightDigits.slice(2);
    expect(stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(codeOf(secretText(SECRET), seconds * 1000, 8)).toBe(eightDigits);
  });

  it('finds the step of a code, at most one step away', () => {
    const secret = newSecret();
    const now = 1_700_000_010_000;
    const at = (steps: number): string => codeOf(secretText(secret), now + steps * 30_000);
    const step = Math.floor(now / 30_000);
    expect([-2, -1, 0, 1, 2].map((steps) => stepOf(secret, at(steps), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
  });

  it('makes 160-bit secrets that do not repeat', () => {
    const secrets = Array.from({ length: 100 }, () => secretText(newSecret()));
    expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(100);
  });

  it('writes a URI that apps can read, whatever the label contains', () => {
    const uri = keyUri(SECRET, 'Quietbook', 'a:b?secret=x&y@example.org');
    const { hostname, searchParams } = new URL(uri);
    expect(uri.startsWith('otpauth://totp/')).toBe(true);
    expect(hostname).toBe('totp');
    expect(searchParams.getAll('secret')).toEqual([secretText(SECRET)]);
    expect(searchParams.get('digits')).toBe('6');
    expect(searchParams.get('period')).toBe('30');
  });
});
