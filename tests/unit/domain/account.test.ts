import { describe, expect, it } from 'vitest';
import { timeLeft } from '../../../src/domain/countdown.ts';
import { shortId } from '../../../src/domain/account.ts';

describe('a shortened id (FORMAT-05)', () => {
  it.each([
    ['3f2a9c44-9d3b-4a55-8c1e-0123456789ab', '3f2a9c…89ab'],
    ['abcdefghijkl', 'abcdef…ijkl'],
    // Shortened ids would not be shorter.
    ['abcdefghijk', 'abcdefghijk'],
    ['42', '42'],
    ['', ''],
  ])('%s is %s', (id, short) => {
    expect(shortId(id)).toBe(short);
  });
});

describe('a time left (in hours, minutes and seconds)', () => {
  it.each([
    [0, 0, '00', '00'],
    [1, 0, '00', '01'],
    [59, 0, '00', '59'],
    [60, 0, '01', '00'],
    [3599, 0, '59', '59'],
    [3600, 1, '00', '00'],
    [86_399, 23, '59', '59'],
    [90_061, 25, '01', '01'],
  ])('%i s', (total, hours, minutes, seconds) => {
    expect(timeLeft(total)).toEqual({ hours, minutes, seconds });
  });
});
