import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, fromUnits, subtract, toFixedText } from '../../../src/domain/decimal.ts';
import {
  type AmountRules,
  checkAmount,
  maxAmount,
  stepAmount,
  totalOf,
} from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { casesOf } from '../../long.ts';

const rules: AmountRules = { decimalPlaces: 8, minimum: '0.001', fee: '0.0001', balance: '2' };
const codeOf = (typed: string, more: Partial<AmountRules> = {}) => {
  const checked = checkAmount(typed, { ...rules, ...more });
  return checked.ok ? checked.amount : checked.fault;
};

describe('the checks on an amount, in order (WITHDRAW-05)', () => {
  it.each(['', '   '])('wants one: %j', (typed) => {
    expect(codeOf(typed)).toEqual({ code: 'amountRequired' });
  });
  it.each([
    ['abc', 'notNumber'],
    ['-1', 'negative'],
    ['1e-8', 'exponent'],
    ['1,234', 'ambiguous'],
  ])('refuses an invalid number: %s', (typed, fault) => {
    expect(codeOf(typed)).toEqual({ code: 'invalidAmount', typed: fault });
  });
  it.each(['0', '0.00000000'])('refuses %s', (typed) => {
    expect(codeOf(typed)).toEqual({ code: 'invalidAmount' });
  });
  it('refuses digits that the coin cannot carry, and never cuts them', () => {
    expect(codeOf('0.123456789')).toEqual({ code: 'tooManyDecimals', digits: 8 });
    expect(codeOf('0.1234567', { decimalPlaces: 6 })).toEqual({ code: 'tooManyDecimals', digits: 6 });
    expect(codeOf('0.12345600', { decimalPlaces: 6 })).toBe('0.123456');
  });
  it('knows both sides of the minimum', () => {
    expect(codeOf('0.00099999')).toEqual({ code: 'belowMinimum', minimum: '0.001' });
    expect(codeOf('0.001')).toBe('0.001');
    expect(codeOf('0.00000001', { minimum: '0' })).toBe('0.00000001');
  });
  it('knows both sides of balance minus fee', () => {
    expect(codeOf('1.9999')).toBe('1.9999');
    expect(codeOf('1.99990001')).toEqual({ code: 'insufficientBalance', most: '1.9999' });
    expect(codeOf('1', { balance: '0' })).toEqual({ code: 'insufficientBalance', most: '0' });
  });
  it('reads what people type', () => {
    expect(codeOf('0,5')).toBe('0.5');
    expect(codeOf('1,234', { decimalComma: true })).toBe('1.234');
  });
});

describe('Max (WITHDRAW-06)', () => {
  it.each([
    ['2', '0.0001', 8, '1.99990000'],
    ['0.3', '0.1', 8, '0.20000000'],
    ['0.0001', '0.0001', 8, '0.00000000'],
    ['0', '0.0001', 8, '0.00000000'],
    // Cut, never rounded up, to the coin's digits.
    ['1.999999999', '0', 9, '1.99999999'],
    ['10.00000099', '0', 6, '10.00000000'],
  ])('of %s with a fee of %s and %i decimals is %s', (balance, fee, decimalPlaces, most) => {
    expect(maxAmount({ ...rules, balance, fee, decimalPlaces })).toBe(most);
  });

  const units = fc.bigInt({ min: 0n, max: 10n ** 17n });
  const cases = fc.record({
    balance: units,
    fee: units,
    minimum: units,
    decimalPlaces: fc.integer({ min: 0, max: 18 }),
  });

  it('then Continue is always valid where anything valid is, and leaves less than one unit', () => {
    fc.assert(
      fc.property(cases, ({ balance, fee, minimum, decimalPlaces }) => {
        const given: AmountRules = {
          balance: fromUnits(balance, 8),
          fee: fromUnits(fee, 8),
          minimum: fromUnits(minimum, 8),
          decimalPlaces,
        };
        const most = maxAmount(given);
        const checked = checkAmount(most, given);
        const rest = subtract(decimal(given.balance), decimal(given.fee));
        const unit = { units: 1n, scale: Math.min(8, decimalPlaces) };
        expect(most).toMatch(/^\d+\.\d{8}$/);
        const isNothing = compare(decimal(most), decimal('0')) === 0;
        // The rest is less than the smallest unit.
        expect(compare(add(decimal(most), unit), rest)).toBe(1);
        const fits = compare(decimal(totalOf(most, given.fee)), decimal(given.balance)) <= 0;
        expect(fits || isNothing).toBe(true);
        const isEnough = !isNothing && compare(decimal(most), decimal(given.minimum)) >= 0;
        expect(checked.ok).toBe(isEnough);
        expect(checked.ok || isNothing || checked.fault.code === 'belowMinimum').toBe(true);
      }),
      { numRuns: casesOf(100_000) },
    );
  });
});

describe('plus and minus (WITHDRAW-02)', () => {
  it.each([
    ['', 'up', '1'],
    ['', 'down', '0'],
    ['0.5', 'up', '1.5'],
    ['1.5', 'down', '0.5'],
    ['0.5', 'down', '0'],
    ['0', 'down', '0'],
    ['1 000', 'up', '1001'],
  ] as const)('%j %s gives %j', (typed, direction, expected) => {
    expect(stepAmount(typed, direction)).toBe(expected);
  });
  it.each(['abc', '1,234', '-3'])('leaves %j alone', (typed) => {
    expect(stepAmount(typed, 'up')).toBe(typed);
  });
  it('never goes below 0, and up then down is the same number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (units) => {
        const text = fromUnits(units, 8);
        expect(stepAmount(stepAmount(text, 'up'), 'down')).toBe(text);
        expect(stepAmount(text, 'down').startsWith('-')).toBe(false);
      }),
    );
  });
});

describe('what leaves the balance', () => {
  it('is amount and fee, exactly', () => {
    expect(totalOf('0.1', '0.2')).toBe('0.3');
    expect(toFixedText(decimal(totalOf('1.00000001', '0.00000009')), 8)).toBe('1.00000010');
  });
});
