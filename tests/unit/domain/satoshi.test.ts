import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toText } from '../../../src/domain/decimal.ts';
import {
  barePrice,
  ownPrice,
  priceFieldText,
  priceText,
  priceUnit,
  readPrice,
  toBtc,
  toSat,
} from '../../../src/domain/satoshi.ts';
import { readTypedDecimal } from '../../../src/domain/typedDecimal.ts';

const VECTORS: readonly (readonly [btc: string, sat: string])[] = [
  ['0.00000001', '1'],
  ['0.00000034', '34'],
  ['1', '100000000'],
  ['0', '0'],
  ['', ''],
  ['0.000000005', '0.5'],
  ['12.34567891', '1234567891'],
  ['0.003456', '345600'],
  ['21000000', '2100000000000000'],
  ['–', '–'],
];

/** Decimal text without needless zeros. */
const amounts = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 28n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => toText({ units, scale }));

describe('satoshi (FORMAT-11)', () => {
  it.each(VECTORS)('%s BTC is %s sat, and back', (btc, sat) => {
    expect([toSat(btc), toBtc(sat)]).toEqual([sat, btc]);
  });
  it('leading and trailing zeros are no part of the figure', () => {
    expect([toSat('000.00000340'), toBtc('0034'), toBtc('340.0')]).toEqual([
      '340',
      '0.00000034',
      '0.0000034',
    ]);
  });
  it('there and back is the same', () => {
    fc.assert(fc.property(amounts, (text) => toBtc(toSat(text)) === text && toSat(toBtc(text)) === text));
  });
  it('a price is written with its unit, or below a head that names it', () => {
    expect([priceText('0.00000034', 'sat'), barePrice('0.00000034', 'sat')]).toEqual(['34 sat', '34']);
    expect([priceText(null, 'sat'), barePrice(null, 'sat')]).toEqual(['–', '–']);
    expect([ownPrice('0.000000345', 'sat'), ownPrice(null, 'sat')]).toEqual(['34.5', '–']);
    expect([priceUnit('BTC', 'sat'), priceUnit('BTC', 8)]).toEqual(['sat', 'BTC']);
  });
});

describe('a price that is typed in satoshi (ORDER-26)', () => {
  const isSat = true;
  it.each([
    ['34', '0.00000034'],
    ['34.5', '0.000000345'],
    ['12 345', '0.00012345'],
    ['0034', '0.00000034'],
    ['0.', '0'],
  ])('%s is %s BTC', (typed, text) => {
    expect(readPrice(typed, { isSat })).toEqual({ ok: true, text });
  });
  it('what cannot be read in BTC cannot be read in satoshi', () => {
    const faultOf = (typed: string) => readPrice(typed, { isSat });
    expect(faultOf('1e3')).toEqual({ ok: false, fault: 'exponent' });
    expect(faultOf('1,234')).toEqual({ ok: false, fault: 'ambiguous' });
    expect(faultOf(`0.${'1'.repeat(11)}`)).toEqual({ ok: false, fault: 'tooLong' });
    expect(faultOf(`0.${'1'.repeat(10)}`).ok).toBe(true);
    expect(faultOf('9'.repeat(21))).toEqual({ ok: false, fault: 'tooLong' });
  });
  it('what a field shows is read as the same amount, in each language', () => {
    const commas = fc.constantFrom(false, true, 'dots' as const);
    fc.assert(
      fc.property(amounts, commas, (text, decimalComma) => {
        const options = { decimalComma, isSat };
        fc.pre(readTypedDecimal(text).ok && readTypedDecimal(toSat(text)).ok);
        expect(readPrice(priceFieldText(text, options), options)).toEqual({ ok: true, text });
      }),
    );
  });
});
