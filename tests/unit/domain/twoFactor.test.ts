import { URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { isPasskeyCode, mayHavePasskeys } from '../../../src/domain/passkey.ts';
import {
  codeOrRecoveryText,
  codeText,
  isAboutTwoFactor,
  keyUriOf,
  wantsCode,
} from '../../../src/domain/twoFactor.ts';

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

it.each([
  ['123 456', '123456'],
  ['abcde-fghij k', 'abcde-fghijk'],
])('a mistyped recovery code stays whole: %j is sent as %j (RECOVERY-03)', (typed, sent) => {
  expect(codeOrRecoveryText(typed)).toBe(sent);
});

it.each([
  ['TWO_FACTOR_REQUIRED', true],
  ['TWO_FACTOR_INVALID', true],
  ['TWO_FACTOR_USED', true],
  ['PASSKEY_REQUIRED', true],
  ['PASSKEY_CODE_EXPIRED', true],
  ['INSUFFICIENT_FUNDS', false],
  [undefined, false],
])('a refusal with %s wants another code: %s (REAUTH-01)', (serverCode, isWanted) => {
  const failure = { code: 'refused', retryable: false } as const;
  expect(wantsCode(serverCode === undefined ? failure : { ...failure, serverCode })).toBe(isWanted);
});

it.each([
  ['p-abcdefghijkl23', true],
  ['abcdefghijkl23', false],
  ['p-abcdefghijkl21', false],
])('%s is the code of a passkey: %s (REAUTH-08)', (code, isOne) => {
  expect(isPasskeyCode(code)).toBe(isOne);
  expect(codeText(code) === code).toBe(isOne);
});

it.each([
  ['localhost', true],
  ['quietbook.example', true],
  ['1.2.3.4.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('a page of %s may have passkeys: %s', (hostname, may) => expect(mayHavePasskeys(hostname)).toBe(may));

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
