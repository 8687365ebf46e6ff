import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumUpTo } from '../../../src/domain/bookSums.ts';
import type { BookLevel } from '../../../src/domain/orderBook.ts';
import { decimal, multiply, compare, toText } from '../../../src/domain/decimal.ts';

const ASKS: readonly BookLevel[] = [
  ['0.0051', '1.5'],
  ['0.0053', '0.5'],
  ['0.006', '10'],
];

describe('the sum of the book from the best price to a row (BOOK-17)', () => {
  it.each([
    ['0.0051', { quantity: '1.5', average: '0.0051' }],
    ['0.0053', { quantity: '2', average: '0.00515' }],
    ['0.0059', { quantity: '2', average: '0.00515' }],
    ['0.006', { quantity: '12', average: '0.005858' }],
    ['0.005', null],
  ])('asks up to %s', (price, sum) => {
    expect(sumUpTo(ASKS, 'ask', price)).toEqual(sum);
  });

  it('bids go down from the best', () => {
    expect(sumUpTo(ASKS.toReversed(), 'bid', '0.0053')).toEqual({ quantity: '10.5', average: '0.005966' });
    expect(sumUpTo([], 'bid', '1')).toBeNull();
  });

  it('is exact: quantity times average is the cost, less than one last digit of the average', () => {
    const level = fc.record({ price: fc.bigInt(1n, 10n ** 9n), quantity: fc.bigInt(1n, 10n ** 12n) });
    fc.assert(
      fc.property(fc.uniqueArray(level, { minLength: 1, selector: ({ price }) => price }), (drawn) => {
        const sorted = drawn.toSorted((a, b) => (a.price < b.price ? -1 : 1));
        const levels = sorted.map(({ price, quantity }): BookLevel => [
          toText({ units: price, scale: 6 }),
          toText({ units: quantity, scale: 8 }),
        ]);
        const sum = sumUpTo(levels, 'ask', levels.at(-1)?.[0] ?? '0');
        const cost = sorted.reduce((all, { price, quantity }) => all + price * quantity, 0n);
        const quantity = sorted.reduce((all, one) => all + one.quantity, 0n);
        expect(sum?.quantity).toBe(toText({ units: quantity, scale: 8 }));
        const average = decimal(sum?.average ?? '0');
        const exact = { units: cost, scale: 14 };
        const held = { units: quantity, scale: 8 };
        expect(compare(multiply(average, held), exact)).not.toBe(1);
        const next = { units: average.units + 1n, scale: average.scale };
        expect(compare(multiply(next, held), exact)).toBe(1);
      }),
    );
  });
});
