import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWaiting, type Execution, type Order } from '../../../../src/domain/order.ts';
import { sortRows, byAmount } from '../../../../src/domain/history/order.ts';
import {
  filledOf,
  partOf,
  isPartlyFilled,
  orderState,
  orderTotal,
  progressOf,
  orderHistoryRules,
  summariseOrderHistory,
  summariseOrders,
} from '../../../../src/domain/history/orders.ts';
import {
  EVER,
  historyRules,
  isCovered,
  isInRange,
  isPastRange,
  NEWEST_FIRST,
  nextSort,
  rulesOf,
  viewRows,
} from '../../../../src/domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRow } from '../../../../src/domain/history/types.ts';
import {
  fillsOf,
  foldTrades,
  summariseTrades,
  tradeRole,
  tradeTotal,
} from '../../../../src/domain/history/trades.ts';
import {
  add,
  compare,
  decimal,
  fromUnits,
  multiply,
  subtract,
  toText,
} from '../../../../src/domain/decimal.ts';
import { someOrder } from '../../../samples.ts';

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
const order = (over: Partial<Order> = {}): Order =>
  someOrder({ price: '0.003', quantity: '2', quantityLeft: '2', ...over });

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
  it('that are filled in part say how much (HISTORY-32)', () => {
    const part = (quantity: string | null, quantityLeft: string | null) =>
      partOf(order({ quantity, quantityLeft }));
    expect([part('7', '4'), part('7', '7'), part('7', '0'), part(null, '1'), part('7', null)]).toEqual([
      '3',
      null,
      null,
      null,
      null,
    ]);
  });
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

describe('trades of one order (HISTORY-31)', () => {
  const fill = (over: Partial<Execution>) =>
    trade({ orderId: 'o', value: '1', fee: '0.1', feeCurrency: 'XMR', ...over });
  const FILLS = [
    fill({ id: '1', price: '3', quantity: '1', value: '3', isMaker: true, createdAt: 3 }),
    fill({ id: '2', price: '2.5', quantity: '2', value: '5', isMaker: false, createdAt: 7 }),
  ];
  it('are one, with what is known of all of them', () => {
    const [row, ...others] = foldTrades(FILLS);
    expect(others).toEqual([]);
    // 8 / 3, of a buy rounded up.
    expect(row).toMatchObject({
      id: 'o',
      price: '2.667',
      quantity: '3',
      value: '8',
      fee: '0.2',
      createdAt: 7,
    });
    expect(row).toMatchObject({ feeCurrency: 'XMR', isMaker: null });
    expect(row && fillsOf(row)).toEqual(FILLS);
    const [sale] = foldTrades(FILLS.map((one) => ({ ...one, side: 'sell' })));
    expect(sale?.price).toBe('2.666');
  });
  it.each([
    [
      { quantity: null, value: null },
      { price: null, quantity: null, value: null, fee: '0.2' },
    ],
    [{ fee: null }, { fee: null, feeCurrency: 'XMR' }],
    [{ feeCurrency: 'BTC' }, { fee: null, feeCurrency: null }],
    [{ createdAt: null }, { createdAt: 3 }],
  ])('where one is %j', (other, known) => {
    expect(foldTrades([FILLS[0] ?? trade(), fill({ id: '2', price: '2', quantity: '2', ...other })])).toEqual(
      [expect.objectContaining(known)],
    );
  });
  it('stay apart where the order, the pair or the side is another one, or not known', () => {
    for (const [a, b] of [
      [{ orderId: null }, { orderId: null }],
      [{}, {}],
      [{ orderId: 'o' }, { orderId: 'p' }],
      [{ orderId: 'o' }, { orderId: 'o', pair: 'WOW-BTC' }],
      [{ orderId: 'o' }, { orderId: 'o', side: 'sell' as const }],
    ])
      expect(foldTrades([trade({ id: '1', ...a }), trade({ id: '2', ...b })])).toHaveLength(2);
    expect(fillsOf(trade())).toEqual([]);
  });
  it('add up exactly, and none is lost or moved before another', () => {
    const units = fc.bigInt(1n, 10n ** 9n);
    const drawn = fc.record({ orderId: fc.constantFrom('a', 'b', null), price: units, quantity: units });
    fc.assert(
      fc.property(fc.array(drawn), (all) => {
        const trades = all.map(({ orderId, price, quantity }, place) =>
          trade({ id: `${place}`, orderId, price: fromUnits(price, 5), quantity: fromUnits(quantity, 3) }),
        );
        const rows = foldTrades(trades);
        const parts = rows.map((row) => (fillsOf(row).length === 0 ? [row] : fillsOf(row)));
        expect(parts.flat().toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(trades);
        for (const [place, row] of rows.entries()) {
          const fills = parts[place] ?? [];
          const quantity = fills.map((one) => decimal(one.quantity ?? '')).reduce(add);
          const value = fills.map((one) => decimal(tradeTotal(one) ?? '')).reduce(add);
          expect([row.quantity, tradeTotal(row)]).toEqual([toText(quantity), toText(value)]);
          const average = multiply(decimal(row.price ?? ''), quantity);
          const { scale } = fills.map((one) => decimal(one.price ?? '')).reduce(add);
          const unit = multiply({ units: 1n, scale: scale + 2 }, quantity);
          expect([compare(average, value), compare(subtract(average, unit), value)]).toEqual([
            expect.toSatisfy((sign) => sign >= 0),
            -1,
          ]);
        }
      }),
    );
  });
  it('are sorted and searched as one, and in quotes by the whole ID (HISTORY-30)', () => {
    const others = [trade({ id: 'o1', price: '2.8' }), trade({ id: 'x', orderId: 'o1', price: '9' })];
    const view = { filter: 'all', search: '', sort: { column: 'price', direction: 'ascending' } } as const;
    const shown = (search: string) => viewRows('trades', [...FILLS, ...others], { ...view, search });
    expect(shown('').map(({ price }) => price)).toEqual(['2.667', '2.8', '9']);
    expect(shown('o1')).toHaveLength(2);
    expect(shown(' "O" ').map(({ id }) => id)).toEqual(['o']);
    expect(shown('"o1"').map(({ id }) => id)).toEqual(['o1', 'x']);
    expect(shown('"x"')).toEqual([]);
    expect(shown('""')).toEqual([]);
    const orders = [order({ id: '7' }), order({ id: '77' })];
    expect(viewRows('orders', orders, { ...view, search: '"7"' })).toEqual([order({ id: '7' })]);
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

  it('may be of one pair and one kind; a stop order is a stop whatever it becomes (HISTORY-33)', () => {
    const ids = (rows: readonly HistoryRow[], list: HistoryName, chosen: Partial<HistoryRange>): string[] =>
      rows.filter((row) => isCovered(rulesOf(list), row, { ...EVER, ...chosen })).map(({ id }) => id);
    const orders = [
      order({ id: 'a', pair: 'XMR-BTC' }),
      order({ id: 'b', pair: 'BTC-USDT', kind: 'market' }),
      order({ id: 'c', pair: 'BTC-USDT', stopPrice: '2' }),
    ];
    expect(ids(orders, 'orders', {})).toEqual(['a', 'b', 'c']);
    expect(ids(orders, 'orders', { pair: 'BTC-USDT' })).toEqual(['b', 'c']);
    expect(ids(orders, 'orderHistory', { type: 'limit' })).toEqual(['a']);
    expect(ids(orders, 'orders', { type: 'stop', pair: 'BTC-USDT' })).toEqual(['c']);
    const [first] = orders;
    const trailing = first ? [{ ...first, stopPrice: '1', trailPercent: '5' }] : [];
    expect(ids(trailing, 'orders', { type: 'trailing_stop' })).toHaveLength(1);
    expect(ids(trailing, 'orders', { type: 'stop' })).toEqual([]);
    expect(ids(orders, 'orders', { from: 1e15, pair: 'BTC-USDT' })).toEqual([]);
    const trades = [trade({ id: 'd', kind: 'market' }), trade({ id: 'e', kind: 'limit' })];
    expect(ids(trades, 'trades', { type: 'market' })).toEqual(['d']);
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
