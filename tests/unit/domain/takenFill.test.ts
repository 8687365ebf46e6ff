import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  decimal,
  multiply,
  subtract,
  toText,
  ZERO,
} from '../../../src/domain/decimal.ts';
import type { BookLevel } from '../../../src/domain/orderBook.ts';
import { isCrossed, ownInReach, takenFill } from '../../../src/domain/takenFill.ts';
import { Book } from '../../../venue/matching/book.ts';
import { match } from '../../../venue/matching/match.ts';

const ASKS: readonly BookLevel[] = [
  ['100', '1'],
  ['101', '2'],
  ['105', '4'],
];
const BIDS: readonly BookLevel[] = [
  ['98', '2'],
  ['97', '2'],
];
const book = { bids: BIDS, asks: ASKS };
const step = { units: 1n, scale: 2 };
const ONE = { side: 'buy', amount: '1', unit: 'base', limit: null, step, digits: 4 } as const;
const take = (taking: Partial<Parameters<typeof takenFill>[0]>) => takenFill({ ...ONE, ...taking }, book);

describe('what an order takes from the book at once (ORDER-23)', () => {
  it.each([
    [
      'only the best level',
      {},
      { quantity: '1', cost: '100', average: '100', worst: '100', slippage: '1.02' },
    ],
    [
      'two levels',
      { amount: '2' },
      { quantity: '2', cost: '201', average: '100.5', worst: '101', slippage: '1.52' },
    ],
    [
      'a sell, whose average is cut',
      { side: 'sell', amount: '3' },
      { quantity: '3', cost: '293', average: '97.6666', worst: '97', slippage: '1.35' },
    ],
    [
      'what a total pays for, in whole steps; the average is rounded up',
      { amount: '150', unit: 'quote' },
      { quantity: '1.49', cost: '149.49', average: '100.3289', worst: '101', slippage: '1.35' },
    ],
  ] as const)('%s', (_, taking, fill) => {
    expect(take(taking)).toEqual({ ...fill, reach: 'whole' });
  });

  it.each([
    ['up to its price', { amount: '5', limit: '101' }, { quantity: '3', worst: '101' }],
    [
      'a total up to its price',
      { amount: '900', unit: 'quote', limit: '101' },
      { quantity: '3', worst: '101' },
    ],
    ['a sell down to its price', { side: 'sell', amount: '5', limit: '98' }, { quantity: '2', worst: '98' }],
  ] as const)('says that it is a part: %s', (_, taking, fill) => {
    expect(take(taking)).toMatchObject({ ...fill, reach: 'part' });
  });

  it('does not know the levels behind the last one, except where its price ends there', () => {
    const reachOf = (amount: string, limit: string | null) => take({ amount, limit })?.reach;
    expect(reachOf('7', null)).toBe('whole');
    expect(reachOf('8', null)).toBe('unknown');
    expect(reachOf('8', '106')).toBe('unknown');
    expect(reachOf('8', '105')).toBe('part');
    expect(reachOf('8', '104')).toBe('part');
  });

  it.each([
    ['it rests', { limit: '99' }],
    ['a total buys less than one step', { amount: '0.5', unit: 'quote' }],
  ] as const)('nothing where %s', (_, taking) => {
    expect(take(taking)).toBeNull();
  });

  it('names no middle where one side is empty', () => {
    expect(takenFill(ONE, { bids: [], asks: ASKS })).toMatchObject({ average: '100', slippage: null });
    expect(takenFill(ONE, { bids: BIDS, asks: [] })).toBeNull();
  });

  it('a book is crossed where a bid reaches an ask', () => {
    expect(
      [book, { bids: [], asks: ASKS }, { bids: [['100', '1'] as const], asks: ASKS }].map(isCrossed),
    ).toEqual([false, false, true]);
  });

  it('keeps to amount and limit, leaves nothing that it could take, and flatters neither side', () => {
    const level = fc.tuple(fc.bigInt(1n, 10n ** 4n), fc.bigInt(1n, 10n ** 5n));
    const drawn = fc.uniqueArray(level, { minLength: 1, maxLength: 30, selector: ([price]) => price });
    fc.assert(
      fc.property(
        drawn,
        fc.bigInt(1n, 10n ** 6n),
        fc.constantFrom('buy', 'sell'),
        fc.boolean(),
        fc.option(fc.bigInt(1n, 10n ** 4n)),
        (levels, units, side, isByCost, bound) => {
          const sorted = levels.toSorted(([a], [b]) => (a < b === (side === 'buy') ? -1 : 1));
          const texts = sorted.map(([price, size]): BookLevel => [
            toText({ units: price, scale: 1 }),
            toText({ units: size, scale: 2 }),
          ]);
          const unit = isByCost && side === 'buy' ? 'quote' : 'base';
          const [amount, limit] = [{ units, scale: 2 }, bound === null ? null : { units: bound, scale: 1 }];
          const fill = takenFill(
            { side, amount: toText(amount), unit, limit: limit && toText(limit), step, digits: 3 },
            side === 'buy' ? { bids: [], asks: texts } : { bids: texts, asks: [] },
          );
          const fits = sorted.filter(
            ([price]) => bound === null || (side === 'buy' ? price <= bound : price >= bound),
          );
          const one: Decimal =
            unit === 'base' ? step : multiply(step, { units: fits[0]?.[0] ?? 0n, scale: 1 });
          if (fits.length === 0 || compare(amount, one) < 0) return fill === null;
          if (fill === null) return false;
          const quantity = decimal(fill.quantity);
          let left = quantity;
          let cost = ZERO;
          for (const [price, size] of fits) {
            const part = compare(left, { units: size, scale: 2 }) < 0 ? left : { units: size, scale: 2 };
            cost = add(cost, multiply(part, { units: price, scale: 1 }));
            left = subtract(left, part);
          }
          const held = { units: fits.reduce((all, [, size]) => all + size, 0n), scale: 2 };
          const last = multiply(quantity, { units: 1n, scale: 3 });
          const average = multiply(decimal(fill.average), quantity);
          const off = side === 'buy' ? subtract(average, cost) : subtract(cost, average);
          return (
            left.units === 0n &&
            fill.cost === toText(cost) &&
            compare(unit === 'quote' ? cost : quantity, amount) <= 0 &&
            (fill.reach === 'whole' || compare(quantity, held) === 0) &&
            (unit === 'quote' || (fill.reach === 'whole') === compare(held, amount) >= 0) &&
            off.units >= 0n &&
            compare(off, last) < 0
          );
        },
      ),
    );
  });
});

describe('an own order that is in the way (ORDER-24)', () => {
  const own = (price: string | null, quantityLeft: string | null) => [{ price, quantityLeft }];
  const meets = (
    taking: Partial<Parameters<typeof takenFill>[0]>,
    orders: Parameters<typeof ownInReach>[2],
    mayHide = false,
  ) => ownInReach({ ...ONE, ...taking }, book, orders, mayHide);

  it.each([
    ['it is reached with more than others have there', { amount: '2.01' }, own('101', '1'), true],
    ['it may come first', { amount: '2' }, own('101', '1'), false],
    ['how much it is is not known', { amount: '3.01' }, own('101', null), true],
    ['a sell', { side: 'sell', amount: '3' }, own('97', '2'), true],
    ['a total, in whole steps', { amount: '201.01', unit: 'quote' }, own('101.0', '1'), false],
  ] as const)('%s', (_, taking, orders, isSure) => {
    expect(meets(taking, [...orders])).toMatchObject({ isSure });
  });

  it.each([
    ['what is wanted is had before it', { amount: '1' }, own('101', '1')],
    ['its price is beyond the limit', { amount: '5', limit: '100' }, own('101', '1')],
    ['what is left buys no step there', { amount: '100.5', unit: 'quote' }, own('101', '1')],
    [
      'it has no price, or one that the book does not have',
      { amount: '5' },
      [...own(null, '1'), ...own('103', '1')],
    ],
  ] as const)('not where %s', (_, taking, orders) => {
    expect(meets(taking, [...orders])).toBeNull();
  });

  it.each([
    ['at a better price they may hide what it wants', { amount: '3.01' }, '101', false],
    ['at the best price all that is shown comes first', { amount: '1' }, '100', true],
  ] as const)('with icebergs of others: %s (TYPE-11)', (_, taking, price, isSure) => {
    expect(meets(taking, own(price, '1'), true)).toEqual({ price, isSure });
    expect(meets(taking, own(price, '1'))).toEqual({ price, isSure: true });
  });

  it('an own iceberg takes nothing from what others show, since how much of it is shown is not known (TYPE-11)', () => {
    const icebergs = own('100', '5').map((order) => ({ ...order, displayQuantity: '0.5' }));
    expect(meets({ amount: '1' }, icebergs, true)).toEqual({ price: '100', isSure: false });
    expect(meets({ amount: '1.01' }, icebergs, true)).toEqual({ price: '100', isSure: true });
  });

  it('is said as the venue refuses it', () => {
    const order = fc.record({
      price: fc.bigInt(1n, 6n),
      size: fc.bigInt(1n, 20n),
      hidden: fc.constantFrom(0n, 0n, 1n, 9n),
      isOwn: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(order, { maxLength: 12 }),
        fc.bigInt(1n, 300n),
        fc.constantFrom('buy', 'sell'),
        fc.boolean(),
        fc.option(fc.bigInt(1n, 6n)),
        (orders, units, side, isByCost, bound) => {
          const unit = isByCost && side === 'buy' ? 'quote' : 'base';
          const mayHide = orders.some(({ hidden }) => hidden > 0n);
          const venue = new Book();
          orders.forEach(({ price, size, hidden, isOwn }, number) =>
            venue.add({
              id: String(number),
              number,
              accountId: isOwn ? 'own' : 'other',
              side: side === 'buy' ? 'sell' : 'buy',
              price: price * 10n ** 8n,
              quantityLeft: (size + hidden) * 10n ** 6n,
              quantity: (size + hidden) * 10n ** 6n,
              value: 0n,
              isPostOnly: false,
              display: hidden === 0n ? null : size * 10n ** 6n,
              hidden: hidden * 10n ** 6n,
              stop: null,
              oco: null,
              createdAt: new Date(0),
              executedAt: null,
            }),
          );
          const { ownOrder } = match(venue, {
            accountId: 'own',
            side,
            limit: bound === null ? null : bound * 10n ** 8n,
            quantity: unit === 'base' ? units * 10n ** 6n : null,
            cost: unit === 'quote' ? units * 10n ** 6n : null,
            increment: 10n ** 6n,
          });
          const prices = [...new Set(orders.map(({ price }) => price))].toSorted((a, b) =>
            a < b === (side === 'buy') ? -1 : 1,
          );
          const amountOf = (size: bigint) => toText({ units: size, scale: 2 });
          const levels = prices.map((price): BookLevel => [
            String(price),
            amountOf(orders.reduce((sum, one) => (one.price === price ? sum + one.size : sum), 0n)),
          ]);
          const met = ownInReach(
            {
              side,
              amount: amountOf(units),
              unit,
              limit: bound === null ? null : String(bound),
              step,
              digits: 3,
            },
            side === 'buy' ? { bids: [], asks: levels } : { bids: levels, asks: [] },
            orders.flatMap(({ price, size, hidden, isOwn }) =>
              isOwn
                ? own(String(price), amountOf(size + hidden)).map((one) =>
                    hidden === 0n ? one : { ...one, displayQuantity: amountOf(size) },
                  )
                : [],
            ),
            mayHide,
          );
          if (met === null) return ownOrder === undefined;
          return !met.isSure || (ownOrder !== undefined && ownOrder.price === BigInt(met.price) * 10n ** 8n);
        },
      ),
    );
  });
});
