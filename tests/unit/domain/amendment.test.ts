import { describe, expect, it } from 'vitest';
import {
  amendableFields,
  isAboveFilled,
  isAmendable,
  isAsAmended,
  keepsPlace,
} from '../../../src/domain/amendment.ts';
import type { Order } from '../../../src/domain/order.ts';
import { someOrder } from '../../samples.ts';

const order = someOrder({ price: '0.0060', quantity: '2', quantityLeft: '0.5', state: 'PARTIALLY_FILLED' });

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

  const stop: Order = { ...order, quantityLeft: '2', stopPrice: '0.0065', state: 'WAITING' };

  it('that trails the last price is only cancelled (TRAIL-03)', () => {
    expect(isAmendable(stop, { amend: true })).toBe(true);
    expect(isAmendable({ ...stop, kind: 'market', trailPercent: '5' }, { amend: true })).toBe(false);
  });

  it('with two legs it is only cancelled, until its stop was matched (OCO-05)', () => {
    const oco = { ...order, ocoStopPrice: '0.0065' };
    expect(isAmendable(order, { amend: true })).toBe(true);
    expect(isAmendable(oco, { amend: true })).toBe(false);
    expect(isAmendable({ ...oco, state: 'TRIGGERED' }, { amend: true })).toBe(false);
    expect(isAmendable({ ...oco, stopPrice: '0.0065' }, { amend: true })).toBe(true);
  });

  it.each<[string, Order, string[]]>([
    ['a limit order', order, ['price', 'quantity']],
    ['one that has come from a stop', { ...stop, state: 'OPENED' }, ['price', 'quantity']],
    ['a stop limit', stop, ['stop', 'price', 'quantity']],
    ['a stop market to sell', { ...stop, kind: 'market', price: null }, ['stop', 'quantity']],
    ['one that spends a cost', { ...stop, kind: 'market', price: null, quantity: '0' }, ['stop']],
  ])('has what can be changed of %s (STOP-08)', (_, of, fields) => {
    expect(amendableFields(of)).toEqual(fields);
  });

  it.each([
    ['0.00650', true],
    ['0.0066', false],
  ])('is as a stop price of %s asks for: %s (STOP-07)', (stopPrice, expected) => {
    expect(isAsAmended(stop, { stopPrice })).toBe(expected);
    expect(isAsAmended(stop, { price: '0.006', quantity: '2', stopPrice })).toBe(expected);
    expect(isAsAmended(order, { stopPrice })).toBe(false);
  });

  const offers = { amend: true };

  it.each<[string, Order, typeof offers, boolean]>([
    ['a limit order', order, offers, true],
    ['a limit order of a server that amends none', order, { amend: false }, false],
    ['a market order', { ...order, price: null }, offers, false],
    ['a stop', stop, offers, true],
    ['a stop market', { ...stop, price: null }, offers, true],
    ['a stop of a server that amends none', stop, { amend: false }, false],
    ['one that is triggered', { ...stop, state: 'TRIGGERED' }, offers, false],
    ['one that is in the book', { ...stop, state: 'OPENED' }, offers, true],
  ])('can be begun for %s: %#', (_, of, offered, expected) => {
    expect(isAmendable(of, offered)).toBe(expected);
  });
});
