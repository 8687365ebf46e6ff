import { describe, expect, it } from 'vitest';
import type { PairSettings } from '../../../src/domain/market.ts';
import type { LimitOrder } from '../../../src/domain/order.ts';
import {
  EMPTY_DRAFT,
  steppedPrice,
  withTotal,
  withTotalDone,
  withTyped,
} from '../../../src/machines/orderForm/orderDraft.rules.ts';
import { expectedFill, valueOfOrder } from '../../../src/machines/orderForm/orderWarnings.rules.ts';

const settings: PairSettings = {
  pair: 'XMR-USDT',
  isEnabled: true,
  pricePrecision: 2,
  quantityPrecision: 2,
  minPriceIncrement: '0.05',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.01',
  makerFeePercent: '0.1',
  takerFeePercent: '0.3',
};
const facts = { bestBid: '99', bestAsk: '100', available: null };
const limit = (side: 'buy' | 'sell', price: string, more: Partial<LimitOrder> = {}): LimitOrder => ({
  kind: 'limit',
  pair: 'XMR-USDT',
  side,
  price,
  quantity: '2',
  ...more,
});

describe('the fee and what arrives (ORDER-16)', () => {
  it.each([
    ['rests', limit('buy', '99.95'), { percent: '0.1', fee: '0.002', arrives: '1.998' }],
    ['may trade at once', limit('buy', '100'), { percent: '0.3', fee: '0.006', arrives: '1.994' }],
    ['sells', limit('sell', '99.05'), { percent: '0.1', fee: '0.1981', arrives: '197.9019' }],
    ['sells at once', limit('sell', '99'), { percent: '0.3', fee: '0.594', arrives: '197.406' }],
    [
      'only rests',
      limit('buy', '100', { isPostOnly: true }),
      { percent: '0.1', fee: '0.002', arrives: '1.998' },
    ],
    [
      'never rests',
      limit('buy', '90', { timeInForce: 'IOC' }),
      { percent: '0.3', fee: '0.006', arrives: '1.994' },
    ],
  ])('of an order that %s', (_, order, expected) => {
    expect(expectedFill(order, settings, facts)).toEqual(expected);
  });

  it('takes the higher rate where the book may be old', () => {
    const old = { ...facts, isStale: true };
    expect(expectedFill(limit('buy', '99.95'), settings, old)).toMatchObject({ percent: '0.3' });
  });
  it('of a market order, at its worst price', () => {
    const market = { kind: 'market', pair: 'XMR-USDT', protection: '101' } as const;
    expect(expectedFill({ ...market, side: 'buy', amount: '300' }, settings, facts)).toEqual({
      percent: '0.3',
      fee: '0.00891',
      arrives: '2.96109',
    });
    expect(
      expectedFill({ ...market, side: 'buy', amount: '2', isByQuantity: true }, settings, facts)?.arrives,
    ).toBe('1.994');
    expect(
      expectedFill({ ...market, side: 'sell', amount: '2', protection: '98' }, settings, facts),
    ).toMatchObject({ arrives: '195.412' });
    expect(
      expectedFill({ kind: 'market', pair: 'XMR-USDT', side: 'buy', amount: '1' }, settings, facts),
    ).toBeNull();
  });
  it('rounds the fee up, and shows nothing without a rate', () => {
    const small = limit('sell', '99.05', { quantity: '0.00000001' });
    expect(expectedFill(small, settings, facts)).toMatchObject({ fee: '0.00000001' });
    for (const price of ['99', '100'])
      expect(expectedFill(limit('buy', price), { ...settings, makerFeePercent: null }, facts)).toBeNull();
  });
  it('the worth of an order is in the quote coin', () => {
    expect(valueOfOrder(limit('sell', '99.5'), facts)).toBe('199');
    const market = { kind: 'market', pair: 'XMR-USDT', amount: '2' } as const;
    expect(valueOfOrder({ ...market, side: 'buy' }, facts)).toBe('2');
    expect(valueOfOrder({ ...market, side: 'sell' }, facts)).toBe('198');
    const byQuantity = { ...market, side: 'buy', isByQuantity: true } as const;
    expect(valueOfOrder({ ...byQuantity, protection: '101.5' }, facts)).toBe('203');
    expect(valueOfOrder(byQuantity, facts)).toBeNull();
    expect(valueOfOrder({ ...market, side: 'sell' }, { bestBid: null })).toBeNull();
  });
});

describe('a typed total (ORDER-14)', () => {
  const priced = withTyped(EMPTY_DRAFT, 'price', '3');
  it('is turned into the quantity that it pays for', () => {
    expect(withTotal(priced, '500', settings)).toMatchObject({ quantity: '166.66', total: '500' });
    expect(withTotal(priced, 'x', settings)).toMatchObject({ quantity: '', total: 'x' });
    expect(withTotal(EMPTY_DRAFT, '500', settings)).toMatchObject({ quantity: '', total: '500' });
    expect(withTotal(withTyped(EMPTY_DRAFT, 'price', '0'), '500', settings).quantity).toBe('');
    expect(withTotal(priced, null, settings)).toBe(priced);
  });
  it('ends when the field is left or a quantity is typed, and stays where it has no quantity yet', () => {
    const typed = withTotal(priced, '500', settings);
    expect(withTotalDone(typed)).toMatchObject({ quantity: '166.66', total: null });
    expect(withTyped(typed, 'quantity', '1').total).toBeNull();
    expect(withTyped(typed, 'price', '4').total).toBe('500');
    expect(withTotalDone(withTotal(priced, 'x', settings)).total).toBe('x');
    expect(withTotalDone(priced)).toBe(priced);
  });
});

describe('the price by arrow keys (ORDER-15)', () => {
  const at = (price: string, direction: 'up' | 'down') =>
    steppedPrice(withTyped(EMPTY_DRAFT, 'price', price), direction, settings);
  it('goes one tick, from between two to the next one, and never to 0', () => {
    expect([at('99.5', 'up'), at('99.5', 'down')]).toEqual(['99.55', '99.45']);
    expect([at('99.52', 'up'), at('99.52', 'down')]).toEqual(['99.55', '99.5']);
    expect([at('0.05', 'down'), at('', 'up'), at('x', 'down')]).toEqual([null, null, null]);
    expect(steppedPrice(withTyped(EMPTY_DRAFT, 'price', '1'), 'up', null)).toBeNull();
  });
});
