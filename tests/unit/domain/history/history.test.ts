import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWaiting, type Execution, type Order } from '../../../../src/domain/order.ts';
import { sortRows, byAmount } from '../../../../src/domain/history/order.ts';
import {
  filledOf,
  isPartlyFilled,
  orderState,
  orderTotal,
  progressOf,
  orderHistoryRules,
  summariseOrderHistory,
  summariseOrders,
} from '../../../../src/domain/history/orders.ts';
import {
  historyRules,
  isInRange,
  isPastRange,
  NEWEST_FIRST,
  nextSort,
  viewRows,
} from '../../../../src/domain/history/rules.ts';
import { summariseTrades, tradeRole, tradeTotal } from '../../../../src/domain/history/trades.ts';
import { fromUnits } from '../../../../src/domain/decimal.ts';

const trade = (over: Partial<Execution> = {}): Execution => ({
  id: 't',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.003',
  quantity: '2',
  value: null,
  fee: null,
  feeCurrency: null,
  feeRate: null,
  isMaker: null,
  createdAt: 0,
  ...over,
});
const order = (over: Partial<Order> = {}): Order => ({
  id: 'o',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.003',
  quantity: '2',
  quantityLeft: '2',
  state: 'OPENED',
  createdAt: 0,
  updatedAt: null,
  executedAt: null,
  ...over,
});

describe('pages', () => {
  it('hold 20 trades, 20 orders, 10 deposits, 10 withdrawals (HISTORY-06)', () => {
    const sizes = Object.fromEntries(Object.entries(historyRules).map(([list, { size }]) => [list, size]));
    expect(sizes).toEqual({ trades: 20, orders: 20, orderHistory: 20, deposits: 10, withdrawals: 10 });
  });

  it('are filtered by what the requirements name (HISTORY-16)', () => {
    const filters = Object.fromEntries(
      Object.entries(historyRules).map(([list, rules]) => [list, rules.filters]),
    );
    expect(filters).toEqual({
      trades: ['all', 'buy', 'sell'],
      orders: ['all', 'buy', 'sell'],
      orderHistory: ['all', 'buy', 'sell', 'filled', 'canceled'],
      deposits: ['all', 'completed', 'processing', 'pending', 'failed', 'cancelled'],
      withdrawals: ['all', 'completed', 'created', 'pending', 'failed', 'unsuccessful'],
    });
  });
});

describe('the progress of an order is the rounded percent of filled over quantity (HISTORY-22)', () => {
  it.each([
    ['1', '1', 0],
    ['1', '0', 100],
    ['1', '0.5', 50],
    ['3', '2', 33],
    ['3', '1', 67],
    ['200', '199', 1],
    ['201', '200', 0],
    ['1000', '5', 100],
    ['1000', '6', 99],
    ['1', '0.99999999', 0],
    ['123456789012345678', '61728394506172839', 50],
    ['0', '0', 0],
    ['1', '2', 0],
  ])('%s with %s left is %d %%', (quantity, quantityLeft, percent) => {
    expect(progressOf(order({ quantity, quantityLeft }))).toBe(percent);
  });

  it('is the nearest whole percent, whatever the digits', () => {
    const units = fc.bigInt(1n, 10n ** 20n);
    fc.assert(
      fc.property(units, fc.bigInt(0n, 10n ** 20n), fc.integer({ min: 0, max: 8 }), (whole, rest, scale) => {
        const left = rest % (whole + 1n);
        const given = { quantity: fromUnits(whole, scale), quantityLeft: fromUnits(left, scale) };
        const percent = BigInt(progressOf(order(given)) ?? -1);
        const distance = (whole - left) * 100n - percent * whole;
        expect(distance * 2n < whole && distance * 2n >= -whole).toBe(true);
      }),
    );
  });
});

describe('orders', () => {
  it.each([
    ['OPENED', 'opened', false],
    ['PARTIALLY_FILLED', 'partially_filled', true],
    ['', 'open', false],
    [' Weird ', 'weird', false],
  ])('in the state %j are shown as %s', (state, shown, isPartial) => {
    expect(orderState(order({ state }))).toBe(shown);
    expect(isPartlyFilled(order({ state }))).toBe(isPartial);
  });

  it.each([
    ['WAITING', '0.004', true],
    ['TRIGGERED', '0.004', true],
    ['OPENED', '0.004', false],
    ['WAITING', undefined, false],
  ])('in the state %s with the stop price %s wait: %s (STOP-02)', (state, stopPrice, waits) => {
    expect(isWaiting(order({ state, ...(stopPrice && { stopPrice }) }))).toBe(waits);
  });

  it('have an exact filled quantity and total; without a price the total is 0 (HISTORY-23)', () => {
    expect(filledOf(order({ quantity: '2', quantityLeft: '0.00000001' }))).toBe('1.99999999');
    expect(orderTotal(order({ price: '0.00312345', quantity: '0.00000001' }))).toBe('0.0000000000312345');
    expect(orderTotal(order({ price: null }))).toBe('0');
  });

  it('are counted: active, buy, sell, partly filled (HISTORY-17)', () => {
    const orders = [order(), order({ side: 'sell', state: 'PARTIALLY_FILLED' }), order({ side: 'sell' })];
    expect(summariseOrders(orders)).toEqual({ active: 3, buy: 1, sell: 2, partial: 1 });
  });

  it('are filtered and counted by how they ended, with those that are open (HISTORY-25)', () => {
    const orders = ['OPENED', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'canceled', 'NEW'].map((state) =>
      order({ state }),
    );
    expect(summariseOrderHistory(orders)).toEqual({ count: 6, active: 3, filled: 1, canceled: 2 });
    const { filters, passes } = orderHistoryRules;
    expect(filters.map((filter) => orders.filter((one) => passes(one, filter)).length)).toEqual([
      6, 6, 0, 1, 2,
    ]);
  });
});

describe('trades', () => {
  it('have the total that the server sends, else price times quantity, exact (HISTORY-23)', () => {
    expect(tradeTotal(trade({ value: '7' }))).toBe('7');
    expect(tradeTotal(trade({ price: '0.00312345', quantity: '0.00000001' }))).toBe('0.0000000000312345');
  });

  it('tell the part of the user where it is known', () => {
    expect([true, false, null].map((isMaker) => tradeRole(trade({ isMaker })))).toEqual([
      'maker',
      'taker',
      null,
    ]);
  });

  it('are counted, and their totals summed by the coin they are counted in (HISTORY-08)', () => {
    const trades = [
      trade({ value: '0.1' }),
      trade({ value: '0.2', side: 'sell' }),
      trade({ pair: 'BTC-USDT', value: '67000.12' }),
    ];
    expect(summariseTrades(trades)).toEqual({
      count: 3,
      buy: 2,
      sell: 1,
      omitted: 0,
      volume: [
        { coin: 'BTC', amount: '0.3' },
        { coin: 'USDT', amount: '67000.12' },
      ],
    });
    expect(summariseTrades([])).toEqual({ count: 0, buy: 0, sell: 0, omitted: 0, volume: [] });
  });
});

describe('sorting', () => {
  it('is by date, newest first, until a column is chosen: ascending, then turned each time (HISTORY-02)', () => {
    let sort = NEWEST_FIRST;
    const seen = ['date', 'price', 'price', 'price', 'fee'].map((column) => {
      sort = nextSort(sort, column);
      return `${sort.column} ${sort.direction}`;
    });
    expect(seen).toEqual([
      'date ascending',
      'price ascending',
      'price descending',
      'price ascending',
      'fee ascending',
    ]);
  });

  it('is exact, keeps the order of equals, and puts unknowns last in either direction', () => {
    const rows = ['10', null, '9', '0.000000001', '9.0', null].map((fee, at) => ({ fee, at }));
    const by = byAmount<{ fee: string | null }>(({ fee }) => fee);
    const order_ = (direction: 'ascending' | 'descending') =>
      sortRows(rows, by, direction).map(({ at }) => at);
    expect(order_('ascending')).toEqual([3, 2, 4, 0, 1, 5]);
    expect(order_('descending')).toEqual([0, 2, 4, 3, 1, 5]);
  });

  it('puts every column of every history in order', () => {
    for (const [list, { columns }] of Object.entries(historyRules)) {
      expect(Object.keys(columns).length, list).toBeGreaterThan(4);
    }
    const rows = [trade({ id: 'a', price: '10' }), trade({ id: 'b', price: '9' })];
    const view = { filter: 'all', search: '', sort: { column: 'price', direction: 'ascending' } } as const;
    expect(viewRows('trades', rows, view).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(viewRows('trades', rows, { ...view, filter: 'sell' })).toEqual([]);
  });
});

describe('time ranges', () => {
  it('hold both of their ends', () => {
    const range = { from: 10, to: 20 };
    expect([9, 10, 20, 21].map((time) => isInRange(time, range))).toEqual([false, true, true, false]);
    expect(isInRange(0, { from: null, to: null })).toBe(true);
  });

  it('are over when a page that runs from new to old ends before them', () => {
    const range = { from: 10, to: null };
    expect(isPastRange([30, 20, 9], range)).toBe(true);
    expect(isPastRange([30, 20, 10], range)).toBe(false);
    expect(isPastRange([20, 30, 9], range)).toBe(false);
    expect(isPastRange([9, 10, 20], range)).toBe(false);
    // An entry without a time proves nothing.
    expect(isPastRange([30, 20, null], range)).toBe(false);
    expect(isPastRange([30, 9, null], range)).toBe(true);
    expect(isPastRange([], range)).toBe(false);
    expect(isPastRange([3, 2], { from: null, to: 1 })).toBe(false);
  });
});
