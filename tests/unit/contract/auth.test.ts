import { describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const bare = { secret: SECRET, keyUri: null, picture: null };

describe('the answer to enabling two-factor (ACCOUNT-08)', () => {
  it.each([
    ['otpauth://totp/x?secret=y', { ...bare, keyUri: 'otpauth://totp/x?secret=y' }],
    ['data:image/png;base64,AAAA', { ...bare, picture: 'data:image/png;base64,AAAA' }],
    ['data:image/svg+xml,%3Csvg/%3E', { ...bare, picture: 'data:image/svg+xml,%3Csvg/%3E' }],
    // Requested elsewhere, it would reveal the secret.
    [`https://chart.example/qr?data=${SECRET}`, bare],
    ['data:text/html,<script>', bare],
    ['data:image/pngx', bare],
    ['javascript:alert(1)', bare],
    ['', bare],
    [null, bare],
    [undefined, bare],
  ])('a qr_code of %j', (qr_code, value) => {
    expect(calls.twoFactorEnable.decode({ secret: SECRET, qr_code })).toEqual({
      ok: true,
      value,
      faults: [],
    });
  });

  it.each([[{}], [{ secret: '' }], [{ secret: 5 }], [null], ['text']])('%j cannot be read', (raw) => {
    expect(calls.twoFactorEnable.decode(raw).ok).toBe(false);
  });
});

describe('the answer to a password change', () => {
  it.each([
    [{ message: ' Done. ' }, 'Done.'],
    [{ message: '' }, null],
    [{ message: { text: 'x' } }, null],
    [{}, null],
    [undefined, null],
    ['Done.', null],
  ])('%j yields %j', (raw, value) => {
    expect(calls.changePassword.decode(raw)).toEqual({ ok: true, value, faults: [] });
  });
});
