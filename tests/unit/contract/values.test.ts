import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, toText } from '../../../src/domain/decimal.ts';
import {
  amountText,
  decimalText,
  id,
  instant,
  nullable,
  pairSymbol,
} from '../../../src/services/contract/values.ts';
import { casesOf } from '../../long.ts';

function read(
  schema: { safeParse: (raw: unknown) => { success: boolean; data?: unknown } },
  raw: unknown,
): unknown {
  const result = schema.safeParse(raw);
  return result.success ? result.data : 'refused';
}

describe('decimal text (CALL-12)', () => {
  it.each([
    ['0.00000001', '0.00000001'],
    ['1E-8', '0.00000001'],
    ['1e8', '100000000'],
    [1e-8, '0.00000001'],
    [1e21, '1000000000000000000000'],
    [0.1, '0.1'],
    [-0, '0'],
    ['-0.50', '-0.5'],
    [' 12 ', '12'],
    ['007.500', '7.5'],
  ])('%j is read as %s', (raw, expected) => {
    expect(read(decimalText, raw)).toBe(expected);
  });

  it.each([
    '',
    'abc',
    '1,5',
    '0x1f',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    {},
    ['1'],
    1n,
  ])('%s is refused', (raw) => {
    expect(read(decimalText, raw)).toBe('refused');
  });

  it('a JSON number is read through its shortest text, without loss', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }), (number) => {
        // Below 1e-100 it must be refused, not read as something else.
        const text = read(decimalText, number);
        expect(text === 'refused' ? Math.abs(number) < 1e-90 : Number(text) === number).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('an amount is never negative', () => {
    expect(read(amountText, '0')).toBe('0');
    expect(read(amountText, '-0.0')).toBe('0');
    expect(read(amountText, '-0.00000001')).toBe('refused');
    expect(read(amountText, -1e-8)).toBe('refused');
  });

  it('reading a result again changes nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(18), (units, scale) => {
        const text = toText({ units, scale });
        expect(read(decimalText, text)).toBe(text);
        expect(toText(decimal(text))).toBe(text);
      }),
    );
  });
});

describe('times (CALL-12)', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

  it.each([
    ['2026-11-21T12:00:00Z', noon],
    ['2026-11-21T12:00:00', noon],
    ['2026-11-21 12:00:00', noon],
    ['2026-11-21T12:00:00.250000', noon + 250],
    ['2026-11-21T12:00:00+00:00', noon],
    ['2026-11-21T14:00:00+0200', noon],
    ['2026-11-21T07:00:00-05:00', noon],
    ['2026-11-21T12:00', noon],
    ['2026-11-21 12:00:00.25+00', noon + 250],
    ['2026-11-21t12:00:00z', noon],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    [noon, noon],
    [noon / 1000, noon],
    [noon / 1000 + 0.5, noon + 500],
    [String(noon / 1000), noon],
    [String(noon), noon],
    [999_999_999_999, 999_999_999_999_000],
    [1_000_000_000_000, 1_000_000_000_000],
    [0, 0],
  ])('%j', (raw, expected) => {
    expect(read(instant, raw)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    'price 12',
    'March 7',
    '12',
    '21/11/2026',
    '2026-13-01T00:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-02-29',
    '2026-11-21T12:00:00+99:99',
    '2026-11-21T25:00:00Z',
    '2026-11-21T12:00:00 and more',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    9e18,
    null,
    true,
    {},
  ])('%j is refused, or is an epoch number', (raw) => {
    expect(read(instant, raw)).toBe(raw === '12' ? 12_000 : 'refused');
  });

  it('results can always be shown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.integer(), fc.date().map(String)), (raw) => {
        const time = read(instant, raw);
        expect(time === 'refused' || !Number.isNaN(new Date(time as number).getTime())).toBe(true);
      }),
      { numRuns: casesOf(20_000) },
    );
  });
});

describe('names', () => {
  it('a pair is upper case, and two coins', () => {
    expect(read(pairSymbol, 'xmr-btc')).toBe('XMR-BTC');
    for (const raw of ['XMR', 'XMR-', '-BTC', 'XMR-BTC-USD', '../../etc', '', 7, null]) {
      expect(read(pairSymbol, raw)).toBe('refused');
    }
  });

  it('an id is text, also where the server numbers', () => {
    expect(read(id, 12)).toBe('12');
    expect(read(id, '6f1a')).toBe('6f1a');
    expect(read(id, '')).toBe('refused');
    expect(read(id, null)).toBe('refused');
  });

  it('missing values become null, and wrong ones stay wrong', () => {
    const schema = nullable(amountText);
    expect(read(schema, undefined)).toBeNull();
    expect(read(schema, null)).toBeNull();
    expect(read(schema, '1.50')).toBe('1.5');
    expect(read(schema, 'x')).toBe('refused');
  });
});
