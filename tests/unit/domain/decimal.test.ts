import { Decimal as Oracle } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimal,
  divideBy,
  floorToStep,
  fromUnits,
  isMultipleOf,
  larger,
  multiply,
  negate,
  parseDecimal,
  percentOf,
  powerOfTen,
  rescale,
  smaller,
  subtract,
  toFixedText,
  toText,
  toUnits,
  type Decimal,
} from '../../../src/domain/decimal.ts';
import { casesOf } from '../../long.ts';

// So that the oracle never rounds here.
Oracle.set({ precision: 1000, toExpNeg: -1000, toExpPos: 1000, minE: -9000, maxE: 9000 });

const RUNS = { numRuns: 2000 };

const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: least, maxLength: most });

/** In every accepted form. */
const numberText: fc.Arbitrary<string> = fc
  .record({
    sign: fc.constantFrom('', '-', '+'),
    body: fc.oneof(
      digits(1, 25),
      fc.tuple(digits(1, 25), digits(1, 20)).map(([whole, fraction]) => `${whole}.${fraction}`),
      digits(1, 20).map((fraction) => `.${fraction}`),
      digits(1, 20).map((whole) => `${whole}.`),
    ),
    exponent: fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      fc.tuple(fc.constantFrom('e', 'E'), fc.integer({ min: -30, max: 30 })).map(([e, n]) => `${e}${n}`),
      fc.integer({ min: 0, max: 30 }).map((n) => `e+${n}`),
    ),
  })
  .map(({ sign, body, exponent }) => sign + body + exponent);

const value: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.integer({ min: 0, max: 20 }),
});
const positive = value.filter(({ units }) => units > 0n);
const nonZero = value.filter(({ units }) => units !== 0n);
const scale = fc.integer({ min: 0, max: 24 });
const rounding = fc.constantFrom('floor' as const, 'ceil' as const);

const oracle = ({ units, scale }: Decimal): Oracle =>
  new Oracle(units.toString()).div(new Oracle(10).pow(scale));
const modeOf = (how: 'floor' | 'ceil'): Oracle.Rounding =>
  how === 'floor' ? Oracle.ROUND_FLOOR : Oracle.ROUND_CEIL;

function same(actual: Decimal, expected: Oracle): void {
  expect(toText(actual)).toBe(expected.isZero() ? '0' : expected.toFixed());
}

describe('reading and writing', () => {
  it('every accepted form means what it means elsewhere', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        same(
          decimal(text),
          new Oracle(
            text
              .replace(/^\+/, '')
              .replace(/\.(?=e|E|$)/, '')
              .replace(/^(-?)\./, '$10.'),
          ),
        );
      }),
      RUNS,
    );
  });

  it('written values read back as the same value', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(compare(decimal(toText(one)), one)).toBe(0);
        expect(decimal(toFixedText(one, one.scale))).toEqual({ ...one });
      }),
      RUNS,
    );
  });

  it('plain text has no exponent, no needless zero, no minus before zero', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(toText(one)).toMatch(/^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/);
      }),
      RUNS,
    );
  });

  it('text with a fixed number of digits is cut towards zero', () => {
    fc.assert(
      fc.property(value, scale, (one, wanted) => {
        const expected = oracle(one).toFixed(wanted, Oracle.ROUND_DOWN);
        const isZero = /^-?0(\.0*)?$/.test(expected);
        expect(toFixedText(one, wanted)).toBe(isZero ? expected.replace('-', '') : expected);
      }),
      RUNS,
    );
  });

  it('text that is no number is refused, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,eE+-  _xn∞'.split('')) })),
        (text) => {
          const read = parseDecimal(text);
          const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?$/.test(text);
          expect(read !== null && !isNumber).toBe(false);
        },
      ),
      { numRuns: casesOf(20_000) },
    );
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '+.',
    'e5',
    '1e',
    '1e+',
    '1.2.3',
    '1,5',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    '0b1',
    '1_000',
    '1n',
    'NaN',
    'Infinity',
    '-Infinity',
    '١٢',
    '--1',
    '1e1.5',
    '1e101',
    '1e-101',
    '1e9999',
    '1e99999',
    '1e-999999999',
    `1${'0'.repeat(200)}`,
    '__proto__',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
    expect(() => decimal(text)).toThrow(RangeError);
    expect(toUnits(text, 8)).toBeNull();
  });

  it('the widest exponents are read exactly', () => {
    expect(toText(decimal('1e100'))).toBe(`1${'0'.repeat(100)}`);
    expect(toText(decimal('1e-100'))).toBe(`0.${'0'.repeat(99)}1`);
    expect(toText(decimal('123.456e-2'))).toBe('1.23456');
  });
});

describe('computing', () => {
  it('sum and difference are exact', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        same(add(a, b), oracle(a).plus(oracle(b)));
        same(subtract(a, b), oracle(a).minus(oracle(b)));
        same(negate(a), oracle(a).negated());
      }),
      RUNS,
    );
  });

  it('a product is exact', () => {
    fc.assert(
      fc.property(value, value, (a, b) => same(multiply(a, b), oracle(a).times(oracle(b)))),
      RUNS,
    );
  });

  it('a quotient is cut as requested, also below zero', () => {
    fc.assert(
      fc.property(value, nonZero, scale, rounding, (a, b, wanted, how) => {
        // The oracle then cuts one exact quotient of integers.
        const shift = new Oracle(10).pow(wanted + b.scale - a.scale);
        const numerator = new Oracle(a.units.toString()).times(shift);
        const quotient = numerator.div(new Oracle(b.units.toString())).toDecimalPlaces(0, modeOf(how));
        same(divideBy(a, b, wanted, how), quotient.div(new Oracle(10).pow(wanted)));
      }),
      RUNS,
    );
  });

  it('a division by zero is refused', () => {
    expect(() => divideBy(decimal('1'), decimal('0.00'), 8)).toThrow(RangeError);
  });

  it('other digits are cut as requested, also below zero, and added digits change nothing', () => {
    fc.assert(
      fc.property(value, scale, rounding, (one, wanted, how) => {
        const result = rescale(one, wanted, how);
        expect(result.scale).toBe(wanted);
        same(result, oracle(one).toDecimalPlaces(wanted, modeOf(how)));
      }),
      RUNS,
    );
  });

  it.each([
    ['-0.15', 1, 'floor', '-0.2'],
    ['-0.15', 1, 'ceil', '-0.1'],
    ['-0.05', 1, 'ceil', '0'],
    ['0.15', 1, 'floor', '0.1'],
    ['0.15', 1, 'ceil', '0.2'],
    ['-3', 0, 'floor', '-3'],
  ] as const)('%s to %i digits by %s is %s', (text, wanted, how, expected) => {
    expect(toText(rescale(decimal(text), wanted, how))).toBe(expected);
  });

  it('flooring to a step gives the largest multiple that is not above', () => {
    fc.assert(
      fc.property(value, positive, (one, step) => {
        const floored = floorToStep(one, step);
        expect(isMultipleOf(floored, step)).toBe(true);
        expect(compare(floored, one)).toBeLessThanOrEqual(0);
        expect(compare(add(floored, step), one)).toBe(1);
        expect(isMultipleOf(one, step)).toBe(compare(floored, one) === 0);
      }),
      RUNS,
    );
  });

  it('a step of zero or below is refused', () => {
    expect(() => floorToStep(decimal('1'), decimal('0'))).toThrow(RangeError);
    expect(() => floorToStep(decimal('1'), decimal('-1'))).toThrow(RangeError);
    expect(isMultipleOf(decimal('1'), decimal('0'))).toBe(false);
  });

  it('comparing agrees with the sign of the difference', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(compare(a, b)).toBe(oracle(a).comparedTo(oracle(b)));
        expect(compare(smaller(a, b), larger(a, b))).toBe(0 - Math.abs(compare(a, b)));
      }),
      RUNS,
    );
  });

  it('a percentage is exact', () => {
    fc.assert(
      fc.property(value, value, (one, percent) => {
        same(percentOf(one, percent), oracle(one).times(oracle(percent)).div(100));
      }),
      RUNS,
    );
  });

  it('units are refused where digits would be lost, and written back unchanged', () => {
    fc.assert(
      fc.property(value, scale, (one, wanted) => {
        const units = toUnits(toText(one), wanted);
        const fits = oracle(one).times(new Oracle(10).pow(wanted)).isInteger();
        expect(units !== null).toBe(fits);
        const back = units === null ? one : decimal(fromUnits(units, wanted));
        expect(compare(back, one)).toBe(0);
      }),
      RUNS,
    );
  });

  it('a power of ten is one with zeros, in any order of asking', () => {
    for (const exponent of [40, 3, 0, 41, 120]) expect(powerOfTen(exponent)).toBe(10n ** BigInt(exponent));
  });
});
