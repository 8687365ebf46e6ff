import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, isMultipleOf, subtract, toText, ZERO } from '../../../src/domain/decimal.ts';
import type { PairSettings } from '../../../src/domain/market.ts';
import { priceStep, quantityStep } from '../../../src/domain/orderFigures.ts';
import type { EntryRules } from '../../../src/machines/orderForm/orderEntry.rules.ts';
import {
  checkLadder,
  ladderSum,
  type TypedLadder,
} from '../../../src/machines/orderForm/orderLadder.rules.ts';

const SETTINGS: PairSettings = {
  pair: 'GRIN-BTC',
  isEnabled: true,
  pricePrecision: 8,
  quantityPrecision: 2,
  minPriceIncrement: '0.00000001',
  minQuantityIncrement: '0.05',
  minOrderSize: '1',
  makerFeePercent: null,
  takerFeePercent: null,
};
const RULES: EntryRules = { isSignedIn: true, pair: 'GRIN-BTC', side: 'buy', settings: SETTINGS };
const typed = (given: Partial<TypedLadder> = {}): TypedLadder => ({
  from: '0.0000003',
  to: '0.00000036',
  count: '4',
  quantity: '10',
  ...given,
});
const rungsOf = (given: Partial<TypedLadder> = {}) => {
  const checked = checkLadder(typed(given), RULES);
  return checked.ok ? checked.rungs.map(({ price, quantity }) => `${quantity} at ${price}`) : checked.fault;
};

describe('the orders of a ladder (LADDER-02)', () => {
  it('are evenly spaced, in either direction; the last has what is left of the quantity', () => {
    expect(rungsOf()).toEqual([
      '2.5 at 0.0000003',
      '2.5 at 0.00000032',
      '2.5 at 0.00000034',
      '2.5 at 0.00000036',
    ]);
    expect(rungsOf({ from: '36', to: '31', count: '3', quantity: '10.01', isSat: true })).toEqual([
      '3.3 at 0.00000036',
      '3.3 at 0.00000033',
      '3.4 at 0.00000031',
    ]);
  });
  it.each<[Partial<TypedLadder>, string, string]>([
    [{ from: '' }, 'priceInvalid', 'from'],
    [{ to: '0' }, 'priceInvalid', 'to'],
    [{ to: '0.000000365' }, 'priceOffTick', 'to'],
    [{ quantity: 'x' }, 'quantityInvalid', 'quantity'],
    [{ count: '1' }, 'countInvalid', 'count'],
    [{ count: '21' }, 'countInvalid', 'count'],
    [{ count: '2.5' }, 'countInvalid', 'count'],
    [{ count: '8' }, 'tooNarrow', 'to'],
    [{ quantity: '3.95' }, 'belowMinimum', 'quantity'],
  ])('%j is refused: %s at %s', (given, code, field) => {
    expect(rungsOf(given)).toMatchObject({ code, field });
  });
  it('lie between both prices on different ticks, and add up to what was typed in whole steps', () => {
    const step = priceStep(SETTINGS);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 2000, max: 900_000 }),
        (from, to, count, hundredths) => {
          const quantity = toText({ units: BigInt(hundredths), scale: 2 });
          const given = { from: `${from}`, to: `${to}`, count: `${count}`, quantity, isSat: true };
          const checked = checkLadder(typed(given), RULES);
          if (!checked.ok) return Math.abs(from - to) < count - 1;
          const { rungs } = checked;
          const prices = rungs.map(({ price }) => decimal(price));
          const amounts = rungs.map((one) => decimal(one.quantity));
          const rest = subtract(decimal(quantity), amounts.reduce(add, ZERO));
          return (
            rungs.length === count &&
            new Set(rungs.map(({ price }) => price)).size === count &&
            prices.every((price) => isMultipleOf(price, step)) &&
            amounts.every((amount) => isMultipleOf(amount, quantityStep(SETTINGS))) &&
            compare(rest, ZERO) >= 0 &&
            compare(rest, quantityStep(SETTINGS)) < 0 &&
            rungs[0]?.price === toText({ units: BigInt(from), scale: 8 }) &&
            rungs.at(-1)?.price === toText({ units: BigInt(to), scale: 8 })
          );
        },
      ),
    );
  });
  it('cost at most what they cost at their prices (LADDER-03)', () => {
    const checked = checkLadder(typed({ count: '2' }), RULES);
    expect(checked.ok && ladderSum(checked.rungs)).toEqual({ quantity: '10', total: '0.0000033' });
  });
});
