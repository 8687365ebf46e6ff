import { describe, expect, it } from 'vitest';
import { lastPriceOf, sharedLastPrice } from '../../../src/ui/trade/lastPrice.ts';
import type { MarketTrade } from '../../../src/domain/market.ts';

const trades = (...prices: string[]): MarketTrade[] =>
  prices.map((price, index) => ({
    id: String(index),
    pair: 'XMR-BTC',
    price,
    amount: '1',
    side: 'buy',
    time: 1_000 - index,
  }));

describe('the last price', () => {
  it.each([
    ['5', ['4', '3'], '2', '5', 'up'],
    [null, ['4', '3'], '2', '4', 'up'],
    [null, [], '2', '2', 'level'],
    [null, [], null, null, 'level'],
    ['4', ['4', '4.0', '5'], null, '4', 'down'],
    [null, ['4', '4.00'], null, '4', 'level'],
    ['0.00000034', ['0.00000035'], null, '0.00000034', 'down'],
  ] as const)('book %s, trades %j, day %s: %s %s', (book, prices, day, price, direction) => {
    expect(lastPriceOf(book, trades(...prices), day)).toEqual({ price, direction });
  });

  it.each([
    [['4', '3'], '2', '4'],
    // A market without a trade has the price of its day, as in the header.
    [[], '2', '2'],
    [[], null, null],
    [null, '2', null],
  ] as const)('of the book (LIVE-09), trades %j, day %s: %s', (prices, day, price) => {
    expect(sharedLastPrice(prices && trades(...prices), day)).toBe(price);
  });
});
