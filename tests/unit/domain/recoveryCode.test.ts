import { describe, expect, it } from 'vitest';
import { recoveryCodeIn, shownRecoveryCode } from '../../../src/domain/recoveryCode.ts';
import { codeOrRecoveryText } from '../../../src/domain/twoFactor.ts';

describe('recovery codes as they are typed (RECOVERY-03)', () => {
  it.each([
    ['ABCD-EFGH-JKMN', 'ABCDEFGHJKMN'],
    ['abcdefghjkmn', 'ABCDEFGHJKMN'],
    [' abcd efgh–', null],
    ['ABCD EFGH JKMN', 'ABCDEFGHJKMN'],
    ['oO00-iIlL-1111', '000011111111'],
    ['ABCD-EFGH-JKMU', null],
    ['ABCD-EFGH-JKM', null],
    ['123456', null],
    ['', null],
  ])('%j', (typed, code) => {
    expect(recoveryCodeIn(typed)).toBe(code);
  });

  it('are shown in groups of four, and read back', () => {
    expect(shownRecoveryCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN');
    expect(recoveryCodeIn(shownRecoveryCode('0123456789AB'))).toBe('0123456789AB');
  });

  it.each([
    ['123 456', '123456'],
    ['123456789', '123456'],
    ['abcd-efgh-jkmn', 'ABCDEFGHJKMN'],
    // Mistyped: the server refuses it, and it is no code of the app.
    ['abcd-efgh-jkm', 'abcd-efgh-jkm'],
    ['', ''],
  ])('text sent for %j', (typed, sent) => {
    expect(codeOrRecoveryText(typed)).toBe(sent);
  });
});
