import { describe, expect, it } from 'vitest';
import { isAboveFilled, isAsAmended, keepsPlace } from '../../../src/domain/amendment.ts';
import type { Order } from '../../../src/domain/order.ts';

const order: Order = {
  id: 'o1',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.0060',
  quantity: '2',
  quantityLeft: '0.5',
  state: 'PARTIALLY_FILLED',
  createdAt: 0,
  updatedAt: null,
  executedAt: null,
};

describe('an order under an amendment', () => {
  it.each([
    ['0.006', '2.0', true],
    ['0.00600001', '2', false],
    ['0.006', '1.99999999', false],
  ])('is as %s and %s ask for, by value: %s (AMEND-07)', (price, quantity, expected) => {
    expect(isAsAmended(order, { price, quantity })).toBe(expected);
    expect(isAsAmended({ ...order, price: null }, { price, quantity })).toBe(false);
  });

  it.each([
    ['1.50000001', true],
    ['1.5', false],
    ['1.49999999', false],
  ])('has something left of %s: %s (AMEND-04)', (quantity, expected) => {
    expect(isAboveFilled(order, { price: '0.006', quantity })).toBe(expected);
  });

  it.each([
    ['0.00600', '1.9', true],
    ['0.006', '2', true],
    ['0.006', '2.00000001', false],
    ['0.00600001', '1.9', false],
  ])('keeps its place at %s with %s: %s (AMEND-02)', (price, quantity, expected) => {
    expect(keepsPlace(order, { price, quantity })).toBe(expected);
    expect(keepsPlace({ ...order, price: null }, { price, quantity })).toBe(false);
  });
});
