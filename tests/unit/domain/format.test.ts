import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, subtract, fromUnits } from '../../../src/domain/decimal.ts';
import {
  DASH,
  directionOf,
  formatAmount,
  formatCount,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatTradeAmount,
  formatVolume,
  formatBalance,
  quoteDigits,
  shortenId,
  splitTrailingZeros,
  thousands,
} from '../../../src/domain/format.ts';

const figures = fc
  .tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.integer({ min: 0, max: 14 }))
  .map(([units, scale]) => fromUnits(units, scale));
const positives = figures.map((text) => text.replace('-', ''));

it('an unknown figure is an en dash', () => expect(DASH).toBe('\u2013'));

describe('numbers on screen', () => {
  it.each([
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['999999', '999.99K'],
    ['1000000', '1.00M'],
    ['1234567890', '1.23B'],
    ['1e12', '1.00T'],
    ['9876543210987654', '9876.54T'],
    ['-1999.999', '-1.99K'],
    ['0.0000123', '0.0000123'],
    ['0', '0'],
  ])('volume %s is %s (FORMAT-02)', (figure, text) => expect(formatVolume(figure)).toBe(text));

  it.each([
    ['1', 'USDT', '1.00'],
    ['1.999', 'USDT', '1.99'],
    ['-1.999', 'USDC', '-1.99'],
    ['0.999999999', 'USDT', '0.99999999'],
    ['0.5', 'BTC', '0.5'],
    ['0.000000009', 'BTC', '0'],
    ['123456.789', 'USD', '123456.78'],
    ['1', 'BTC', '1.00'],
    ['1.5', 'BTC', '1.50'],
    ['100', 'XMR', '100.00'],
    ['1.74999718', 'BTC', '1.74999718'],
    ['-1.74999718', 'BTC', '-1.74999718'],
    ['12.123456789123', 'XMR', '12.12345678'],
    ['123456.789', '', '123456.789'],
  ])('amount %s of %s is %s (FORMAT-08)', (figure, coin, text) =>
    expect(formatAmount(figure, coin)).toBe(text),
  );

  it("keeps the digits of the user's own volume", () => {
    expect(formatVolume('999.98765432', 'BTC')).toBe('999.98765432');
    expect(formatVolume('999.98765432', 'USDT')).toBe('999.98');
    expect(formatVolume('1000.98765432', 'BTC')).toBe('1.00K');
  });

  it.each([
    ['9999.999', '9999.999'],
    ['1.74999718', '1.74999718'],
    ['250000', '250000.00'],
    ['250000.500000', '250000.50'],
    ['0.123456789012345678', '0.123456789012345678'],
    ['0', '0.00'],
  ])('balance %s is %s, to the last digit (FORMAT-06)', (figure, text) =>
    expect(formatBalance(figure)).toBe(text),
  );

  it.each([
    ['1', '1.00'],
    ['350.129', '350.12'],
    ['0.99999999', '0.99999'],
    ['0.06', '0.06000'],
    ['0.00001', '0.00001'],
    ['0.00000999', '0.00000999'],
    ['0.00000035', '0.00000035'],
    ['0.00000001', '0.00000001'],
    ['0.00000000123456', '0.000000001234'],
    ['0', '0.00000'],
  ])('price %s is %s (FORMAT-01)', (figure, text) => expect(formatPrice(figure)).toBe(text));

  it.each([
    ['0.0039', 8, '0.00390000'],
    ['90000', 8, '90000.00000000'],
    ['90000.129', 2, '90000.12'],
    ['0.4', 0, '0.40000000'],
    ['17', 0, '17'],
  ])('price %s with %i digits of its pair is %s (BOOK-09, FORMAT-01)', (figure, digits, text) =>
    expect(formatPrice(figure, digits)).toBe(text),
  );

  it('counts BTC prices in satoshi and leaves others to the general rule', () => {
    expect(quoteDigits('BTC')).toBe(8);
    expect(quoteDigits('USDT')).toBeUndefined();
  });

  it.each([
    ['1.2345', '+1.23%', 'up'],
    ['-0.509', '-0.50%', 'down'],
    ['0', '0.00%', 'level'],
    ['0.001', '0.00%', 'up'],
    ['-0.001', '0.00%', 'down'],
    ['12', '+12.00%', 'up'],
  ])('percent %s is %s', (figure, text, direction) => {
    expect(formatPercent(figure)).toBe(text);
    expect(directionOf(figure)).toBe(direction);
  });

  it('cuts a trade amount to eight decimals and never rounds it (FORMAT-03)', () => {
    expect(formatTradeAmount('0.123456789')).toBe('0.12345678');
    expect(formatTradeAmount('5')).toBe('5.00000000');
    expect(formatTradeAmount('0.999999999')).toBe('0.99999999');
  });

  it.each([
    formatVolume,
    formatAmount,
    formatTradeAmount,
    (figure: null) => formatPrice(figure),
    formatPercent,
  ])('%o writes a dash for an unknown value (FORMAT-04)', (format) => expect(format(null, '')).toBe(DASH));

  it('points nowhere for an unknown figure', () => expect(directionOf(null)).toBe('level'));

  it('never shows more than there is, and loses less than the last digit shown', () => {
    fc.assert(
      fc.property(positives, (figure) => {
        const shown = formatPrice(figure);
        const digits = shown.split('.')[1]?.length ?? 0;
        const lost = subtract(decimal(figure), decimal(shown));
        expect(lost.units >= 0n).toBe(true);
        expect(compare(lost, { units: 1n, scale: digits })).toBe(-1);
      }),
    );
  });

  it('never shows a price above 0 as 0', () => {
    fc.assert(
      fc.property(
        positives,
        fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
        (figure, digits) => {
          fc.pre(figure !== '0');
          expect(/[1-9]/.test(formatPrice(figure, digits))).toBe(true);
        },
      ),
    );
  });

  it('an amount is towards zero and has at most eight decimals', () => {
    fc.assert(
      fc.property(figures, (figure) => {
        for (const coin of ['BTC', 'USDT']) {
          const shown = formatAmount(figure, coin);
          expect(/^-?\d+(\.\d{1,8})?$/.test(shown)).toBe(true);
          const value = decimal(figure);
          const seen = decimal(shown);
          expect(value.units < 0n ? compare(seen, value) >= 0 : compare(seen, value) <= 0).toBe(true);
        }
      }),
    );
  });

  it('hides less than a cent: a hundredth of a dollar, a unit of the eighth decimal of any other coin', () => {
    fc.assert(
      fc.property(positives, fc.constantFrom('BTC', 'XMR', 'WOW', 'USDT', 'USDC', 'USD'), (figure, coin) => {
        const hidden = subtract(decimal(figure), decimal(formatAmount(figure, coin)));
        const cent = { units: 1n, scale: coin.startsWith('USD') ? 2 : 8 };
        expect(hidden.units >= 0n).toBe(true);
        expect(compare(hidden, cent)).toBe(-1);
      }),
    );
  });

  it('writes two decimals at least from 1 on, so that a whole number reads as an amount', () => {
    fc.assert(
      fc.property(positives, fc.constantFrom('BTC', 'USDT'), (figure, coin) => {
        fc.pre(compare(decimal(figure), { units: 1n, scale: 0 }) >= 0);
        expect(formatAmount(figure, coin)).toMatch(/\.\d{2,8}$/);
      }),
    );
  });

  it('an abbreviation has one to four digits before the point, and the unit that fits', () => {
    fc.assert(
      fc.property(fc.bigInt(1000n, 10n ** 15n - 1n), (units) => {
        expect(/^[1-9]\d{0,2}\.\d\d[KMBT]$/.test(formatVolume(units.toString()))).toBe(true);
      }),
    );
  });
});

describe('the zeros at the end', () => {
  it.each([
    ['0.00390000', '0.0039', '0000'],
    ['12.50', '12.5', '0'],
    ['3.00000000', '3', '.00000000'],
    ['-10.00', '-10', '.00'],
    ['0.00000', '0', '.00000'],
    ['100', '100', ''],
    ['0.5', '0.5', ''],
    [DASH, DASH, ''],
    ['1.20K', '1.20K', ''],
  ])('%s is %s and %s', (text, figure, zeros) => expect(splitTrailingZeros(text)).toEqual([figure, zeros]));
  it('loses nothing', () => {
    fc.assert(
      fc.property(figures, (figure) => {
        for (const text of [figure, formatTradeAmount(figure)]) {
          expect(splitTrailingZeros(text).join('')).toBe(text);
        }
      }),
    );
  });
});

describe('quantities', () => {
  it.each([
    ['0.5', 2, '0.50'],
    ['12', 2, '12.00'],
    ['0.123456', 2, '0.123456'],
    ['1500', 0, '1500'],
  ])('%s of a pair with %i decimals is %s', (quantity, digits, text) =>
    expect(formatQuantity(quantity, digits)).toBe(text),
  );
  it('lose nothing, and never have fewer decimals than the pair', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 0, max: 8 }), (figure, digits) => {
        const text = formatQuantity(figure, digits);
        expect(compare(decimal(text), decimal(figure))).toBe(0);
        expect((text.split('.')[1] ?? '').length).toBeGreaterThanOrEqual(digits);
      }),
    );
  });
});

describe('gaps between thousands (FORMAT-09)', () => {
  it.each([
    ['999.12345678', ['999.12345678']],
    ['1000', ['1', '000']],
    ['-12345678.9', ['-12', '345', '678.9']],
    ['0.00001234', ['0.00001234']],
    ['1234.50 of 10000 BTC', ['1', '234.50 of 10', '000 BTC']],
    ['2500 1000SATS', ['2', '500 1000SATS']],
    ['2500 COIN1000', ['2', '500 COIN1000']],
    [DASH, [DASH]],
    ['', ['']],
  ])('%s', (text, groups) => expect(thousands(text)).toEqual(groups));

  it('lie before three digits each, from the point to the left, and change no character', () => {
    fc.assert(
      fc.property(figures, (figure) => {
        const groups = thousands(figure);
        expect(groups.join('')).toBe(figure);
        const whole = figure.split('.', 1).join('');
        expect(groups.length).toBe(Math.ceil(whole.replace('-', '').length / 3));
        for (const group of groups.slice(1)) expect(group).toMatch(/^\d{3}(\.\d+)?$/);
      }),
    );
  });
});

describe('counts, in the language of the page', () => {
  const SPACE = '\u00a0';
  const NARROW_SPACE = '\u202f';
  it.each([
    ['en', '12,345', '1,234,567'],
    ['es', '12.345', '1.234.567'],
    ['fr', `12${NARROW_SPACE}345`, `1${NARROW_SPACE}234${NARROW_SPACE}567`],
    ['pt', '12.345', '1.234.567'],
    ['de', '12.345', '1.234.567'],
    ['ru', `12${SPACE}345`, `1${SPACE}234${SPACE}567`],
  ])('%s: %s, %s, and four digits together', (language, thousands, millions) => {
    expect([0, 999, 1234, 12_345, 1_234_567].map((count) => formatCount(count, language))).toEqual([
      '0',
      '999',
      '1234',
      thousands,
      millions,
    ]);
  });
});

describe('identifiers (FORMAT-05)', () => {
  it.each([
    ['1234567890abcdef', '123456…cdef'],
    ['12345678901', '12345678901'],
    ['123456789012', '123456…9012'],
  ])('%s is %s', (id, text) => expect(shortenId(id)).toBe(text));
  it('takes other lengths (FORMAT-07)', () => expect(shortenId('abcdefghijkl', 4, 3)).toBe('abcd…jkl'));
});
