import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, toText } from '../../../src/domain/decimal.ts';
import { decimalCommaOf, fieldText, readTypedDecimal } from '../../../src/domain/typedDecimal.ts';
import { casesOf } from '../../long.ts';

const NBSP = '\u00a0';
const NARROW = '\u202f';
const DIGITS = Array.from('0123456789');
const MARKS = Array.from(".,-+eE '’x");

const digits = (shortest: number, longest: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: shortest, maxLength: longest });
const numberText = fc
  .tuple(digits(1, 20), digits(0, 18))
  .map(([whole, fraction]) => toText(decimal(`${whole}.${fraction}`)));

const grouped = (whole: string, by: string): string => whole.replace(/\B(?=(\d{3})+$)/g, by);

describe('what a person typed', () => {
  it.each([
    ['12', '12'],
    ['0.5', '0.5'],
    ['0,5', '0.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['5,', '5'],
    ['0.00000051', '0.00000051'],
    ['0.10', '0.1'],
    ['007', '7'],
    ['  1.5  ', '1.5'],
    ['1 234,56', '1234.56'],
    [`1${NBSP}234,56`, '1234.56'],
    [`1${NARROW}234${NARROW}567,8`, '1234567.8'],
    ["1'234.56", '1234.56'],
    ['1’234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234,567.891', '1234567.891'],
    ['1.234', '1.234'],
    ['0,234', '0.234'],
    ['1,2345', '1.2345'],
    ['1234,567', '1234.567'],
    ['0', '0'],
    ['+1', '1'],
    ['+.5', '0.5'],
    ['+1 234,5', '1234.5'],
    ['99999999999999999999.999999999999999999', '99999999999999999999.999999999999999999'],
  ])('%j is read as %s', (typed, text) => {
    expect(readTypedDecimal(typed)).toEqual({ ok: true, text });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1e-8', 'exponent'],
    ['1E8', 'exponent'],
    ['5,1e+3', 'exponent'],
    ['-1', 'negative'],
    ['−0.5', 'negative'],
    ['1,234', 'ambiguous'],
    ['999,000', 'ambiguous'],
    ['100000000000000000000', 'tooLong'],
    ['0.0000000000000000001', 'tooLong'],
    ['abc', 'notNumber'],
    ['.', 'notNumber'],
    [',', 'notNumber'],
    ['1 2', 'notNumber'],
    ['12 34', 'notNumber'],
    ['1,23,4', 'notNumber'],
    ['1,23.5', 'notNumber'],
    ['1.2.3', 'notNumber'],
    ['1,234.567.8', 'notNumber'],
    ["1 234'567", 'notNumber'],
    ['0.1 2', 'notNumber'],
    ['0x10', 'notNumber'],
    ['1 BTC', 'notNumber'],
    ['+1,234', 'ambiguous'],
    ['+1e8', 'exponent'],
    ['+-1', 'notNumber'],
    ['++1', 'notNumber'],
    ['+', 'notNumber'],
    ['1+1', 'notNumber'],
    ['Infinity', 'notNumber'],
    ['１', 'notNumber'],
  ])('%j is refused as %s', (typed, fault) => {
    expect(readTypedDecimal(typed)).toEqual({ ok: false, fault });
  });

  it('reads 1,234 as a decimal where the language writes decimals with a comma', () => {
    expect(readTypedDecimal('1,234', { decimalComma: true })).toEqual({ ok: true, text: '1.234' });
    expect(readTypedDecimal('1,234,567', { decimalComma: true })).toEqual({ ok: true, text: '1234567' });
  });
});

describe('a number as each language writes it (TYPED-02)', () => {
  const LANGUAGES = { en: ',', de: '.', es: '.', pt: '.', fr: ' ', ru: ' ' } as const;
  const NAMES = ['en', 'de', 'es', 'pt', 'fr', 'ru'] as const;
  const DOUBTS = { ',': /^[1-9]\d{0,2},\d{3}$/, '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/, ' ': /^$/ } as const;

  it.each(['de', 'es', 'pt'])('refuses in %s what may be thousands or decimals', (language) => {
    const options = { decimalComma: decimalCommaOf(language) };
    for (const typed of ['1.234', '+1.234', '999.000', '1.234.567', '12.345.678'])
      expect(readTypedDecimal(typed, options), typed).toEqual({ ok: false, fault: 'ambiguous' });
    for (const [typed, text] of [
      ['1.234,5', '1234.5'],
      ['1.234.567,8', '1234567.8'],
      ['0.234', '0.234'],
      ['1.2340', '1.234'],
      ['1234.567', '1234.567'],
      ['1,234', '1.234'],
      [',5', '0.5'],
    ] as const)
      expect(readTypedDecimal(typed, options), typed).toEqual({ ok: true, text });
  });

  it('never reads what a language writes as another number, and reads every text of its own fields', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.constantFrom('', '+'), numberText, (language, plus, text) => {
        const options = { decimalComma: decimalCommaOf(language) };
        const [whole = '', fraction = ''] = text.split('.');
        const sign = language === 'en' ? '.' : ',';
        const groupMark = LANGUAGES[language];
        for (const mark of ['', groupMark]) {
          const typed = `${plus}${grouped(whole, mark)}${fraction && sign}${fraction}`;
          const read = readTypedDecimal(typed, options);
          const isInDoubt = DOUBTS[groupMark].test(typed.replace('+', ''));
          expect(read.ok ? read.text : read.fault, typed).toBe(isInDoubt ? 'ambiguous' : text);
        }
        expect(readTypedDecimal(fieldText(text, options), options)).toEqual({ ok: true, text });
      }),
      { numRuns: casesOf(20_000) },
    );
  });
});

describe('typed to text to typed', () => {
  it('keeps every number in every way of writing it', () => {
    fc.assert(
      fc.property(
        numberText,
        fc.constantFrom(
          ['', '.'],
          ['', ','],
          [' ', ','],
          [NBSP, ','],
          [NARROW, '.'],
          ["'", '.'],
          [',', '.'],
          ['.', ','],
        ),
        (text, [group = '', sign = '.']) => {
          const [whole = '', fraction = ''] = text.split('.');
          const typed = fraction === '' ? whole : `${grouped(whole, group)}${sign}${fraction}`;
          const read = readTypedDecimal(typed, { decimalComma: true });
          expect(read).toEqual({ ok: true, text });
          // Only one comma before three digits is refused in English.
          const english = readTypedDecimal(typed);
          expect(english.ok ? english.text : english.fault).toBe(english.ok ? text : 'ambiguous');
        },
      ),
      { numRuns: casesOf(20_000) },
    );
  });

  it('reads its own text as the same text, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...DIGITS, ...MARKS, NBSP, NARROW), maxLength: 30 }),
        (typed) => {
          const read = readTypedDecimal(typed);
          expect(read.ok ? readTypedDecimal(read.text) : read).toEqual(read);
        },
      ),
      { numRuns: casesOf(50_000) },
    );
  });
});
