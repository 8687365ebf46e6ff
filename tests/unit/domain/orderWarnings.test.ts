import { describe, expect, it } from 'vitest';
import type { PairSettings } from '../../../src/domain/market.ts';
import {
  crossesBook,
  isFarFromBest,
  needsConfirmation,
  warningsOf,
  type MarketFacts,
} from '../../../src/machines/orderForm/orderWarnings.rules.ts';

const facts: MarketFacts = { bestBid: '99', bestAsk: '100', available: '1000' };
const settings: PairSettings = {
  pair: 'XMR-USDT',
  isEnabled: true,
  pricePrecision: 2,
  quantityPrecision: 2,
  minPriceIncrement: '0.01',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.1',
  makerFeePercent: null,
  takerFeePercent: null,
};

describe('crossing the book', () => {
  it('starts at the opposite best price', () => {
    expect(crossesBook('buy', '99.99', facts)).toBe(false);
    expect(crossesBook('buy', '100', facts)).toBe(true);
    expect(crossesBook('sell', '99.01', facts)).toBe(false);
    expect(crossesBook('sell', '99', facts)).toBe(true);
  });
  it('is silent about an unknown side', () => {
    expect(crossesBook('buy', '100', { ...facts, bestAsk: null })).toBe(false);
    expect(crossesBook('sell', '1', { ...facts, bestBid: null })).toBe(false);
  });
});

describe('far from the best price', () => {
  it('is more than 5 % either way, and not exactly 5 % (ORDER-09)', () => {
    expect(isFarFromBest('buy', '105', facts)).toBe(false);
    expect(isFarFromBest('buy', '105.01', facts)).toBe(true);
    expect(isFarFromBest('buy', '95', facts)).toBe(false);
    expect(isFarFromBest('buy', '94.99', facts)).toBe(true);
    expect(isFarFromBest('sell', '94.05', facts)).toBe(false);
    expect(isFarFromBest('sell', '94.04', facts)).toBe(true);
  });
  it('measures from its own side where the other is empty, and not at all in an empty book', () => {
    expect(isFarFromBest('buy', '103.95', { ...facts, bestAsk: null })).toBe(false);
    expect(isFarFromBest('buy', '103.96', { ...facts, bestAsk: null })).toBe(true);
    expect(isFarFromBest('sell', '1', { ...facts, bestBid: null, bestAsk: null })).toBe(false);
  });
});

describe('warnings', () => {
  const of = (price: string | null, quantity: string | null, side: 'buy' | 'sell' = 'buy') =>
    warningsOf(side, price, quantity, facts, settings);
  it('are silent for a calm order and for unreadable text', () => {
    expect(of('99.5', '1')).toEqual([]);
    expect(of(null, null)).toEqual([]);
    expect(of('0', '0')).toEqual(['belowMinimum']);
    expect(of(null, '1')).toEqual([]);
  });
  it('name most of the balance from above 90 %, and more than there is from above 100 % (ORDER-25)', () => {
    expect(of('90', '10')).toEqual(['farFromBest']);
    expect(of('97', '9.28')).toEqual(['mostOfBalance']);
    expect(of('96', '9.37')).toEqual([]);
    expect(of('99.5', '10.05')).toEqual(['mostOfBalance']);
    expect(of('99.5', '10.06')).toEqual(['exceedsBalance']);
    expect(of('100', '1000', 'sell')).toEqual(['mostOfBalance']);
    expect(of('100', '1000.01', 'sell')).toEqual(['exceedsBalance']);
    expect(of(null, '1000.01', 'sell')).toEqual(['exceedsBalance']);
  });
  it('do not judge an unknown balance', () => {
    expect(warningsOf('buy', '99.5', '100000', { ...facts, available: null }, settings)).toEqual([]);
  });
  it('name the minimum on its lower side only', () => {
    expect(of('99.5', '0.09')).toEqual(['belowMinimum']);
    expect(of('99.5', '0')).toEqual(['belowMinimum']);
    expect(of('99.5', '0.1')).toEqual([]);
    expect(warningsOf('buy', '99.5', '0.09', facts, null)).toEqual([]);
  });
  it('can appear together', () => {
    expect(of('120', '9')).toEqual(['crossesBook', 'farFromBest', 'exceedsBalance']);
  });
});

describe('asking once more', () => {
  const order = { kind: 'limit', pair: 'XMR-USDT', side: 'buy', price: '105.01', quantity: '1' } as const;
  it('takes both: crossing and far', () => {
    expect(needsConfirmation(order, facts)).toBe(true);
    expect(needsConfirmation({ ...order, price: '105' }, facts)).toBe(false);
    expect(needsConfirmation({ ...order, price: '50' }, facts)).toBe(false);
    expect(needsConfirmation({ ...order, side: 'sell', price: '90' }, facts)).toBe(true);
    expect(needsConfirmation({ kind: 'market', pair: 'XMR-USDT', side: 'buy', amount: '1' }, facts)).toBe(
      false,
    );
  });
});
