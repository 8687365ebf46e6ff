import { describe, expect, it } from 'vitest';
import { asRead, confirmationFault } from '../../../src/domain/credentials.ts';
import { recoveryCodeIn } from '../../../src/domain/recoveryCode.ts';
import { codeText } from '../../../src/domain/twoFactor.ts';

describe('typed text is compared as people read it (TYPED-01)', () => {
  it.each([
    ['a composed letter', 'Zo\u00e9', 'Zoe\u0301'],
    ['wide letters', '\uff30\uff41\uff53\uff53', 'Pass'],
    ['a blank that does not break', 'two\u00a0words', 'two words'],
    ['a wide blank', 'two\u3000words', 'two words'],
    ['an en dash', 'A\u2013B', 'A-B'],
    ['a dash that does not break', 'A\u2011B', 'A-B'],
    ['a minus sign', 'A\u2212B', 'A-B'],
    ['Arabic digits', '\u0660\u0661\u0669', '019'],
    ['Persian digits', '\u06f0\u06f5\u06f9', '059'],
    ['Devanagari digits', '\u0966\u096f', '09'],
    ['wide digits', '\uff10\uff19', '09'],
    ['bold digits', '\u{1d7ce}\u{1d7d7}\u{1d7d8}', '090'],
    ['digits beyond the first plane', '\u{104a0}\u{104a9}', '09'],
  ])('%s', (_what, typed, read) => {
    expect(asRead(typed)).toBe(asRead(read));
    expect(asRead(asRead(typed))).toBe(asRead(typed));
  });

  it('every digit of every script is its own value, and other letters stay', () => {
    const digits = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /\p{Nd}/u.test(sign));
    expect(digits.length).toBeGreaterThan(600);
    for (const sign of digits) expect(asRead(sign), sign.codePointAt(0)?.toString(16)).toMatch(/^[0-9]$/);
    const counts = new Map<string, number>();
    for (const sign of digits) counts.set(asRead(sign), (counts.get(asRead(sign)) ?? 0) + 1);
    expect(new Set(counts.values()).size).toBe(1);
    expect(asRead('P\u0430ss')).not.toBe(asRead('Pass'));
    expect(asRead('Pass')).not.toBe(asRead('pass'));
  });

  it('codes, recovery codes and the second password are', () => {
    expect(codeText('\u0661\u0662\u0663\u2013\u0664\u0665\u0666')).toBe('123456');
    expect(recoveryCodeIn('ABCD\u2013EFGH\u2011JKM\uff12')).toBe('ABCDEFGHJKM2');
    expect(confirmationFault('Zoe\u0301-12345', 'Zo\u00e9\u201112345')).toBeNull();
    expect(confirmationFault('Zoe-12345', 'Zo\u00e9-12345')).toBe('passwordsDoNotMatch');
  });
});
