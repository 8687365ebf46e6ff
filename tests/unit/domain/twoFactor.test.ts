import { URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { codeText, isAboutTwoFactor, keyUriOf } from '../../../src/domain/twoFactor.ts';

describe('a one-time code as it is typed', () => {
  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    [' 123456\n', '123456'],
    ['1234567', '123456'],
    ['12', '12'],
    ['', ''],
  ])('%j is %j', (typed, code) => {
    expect(codeText(typed)).toBe(code);
  });
});

describe('the key URI', () => {
  it('is read by an authenticator as it was meant, whatever the names hold', () => {
    const uri = keyUriOf('JBSWY3DPEHPK3PXP', 'Quiet & Book', 'a:b?secret=x@example.org');
    expect(URI.parse(uri)).toMatchObject({
      issuer: 'Quiet & Book',
      label: 'a:b?secret=x@example.org',
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      secret: { base32: 'JBSWY3DPEHPK3PXP' },
    });
  });
});

describe("a server's text about the second factor", () => {
  it.each([
    ['2FA code required', true],
    ['Invalid 2fa code', true],
    ['Invalid two-factor code', true],
    ['Two‑factor authentication code is wrong', true],
    ['TWO FACTOR CODE REQUIRED', true],
    ['twofactor code missing', true],
    ['2-factor code expired', true],
    ['Please enter the code of your authenticator app', true],
    ['Verification code is incorrect', true],
    ['Wrong one-time code', true],
    ['One time password expired', true],
    ['Invalid OTP', true],
    ['TOTP mismatch', true],
    ['The captcha code is wrong', false],
    ['Verify your e-mail first', false],
    ['Too many factors', false],
    ['Invalid credentials', false],
    [undefined, false],
  ])('%s: %s', (text, expected) => {
    expect(isAboutTwoFactor(text)).toBe(expected);
  });
});
