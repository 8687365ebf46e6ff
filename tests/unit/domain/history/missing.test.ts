import { describe, expect, it } from 'vitest';
import { isAmendable } from '../../../../src/domain/amendment.ts';
import { filledOf, orderRules, orderTotal, progressOf } from '../../../../src/domain/history/orders.ts';
import { summariseTrades, tradeRules } from '../../../../src/domain/history/trades.ts';
import { isInRange, NEWEST_FIRST, viewRows } from '../../../../src/domain/history/rules.ts';
import { exportText } from '../../../../src/machines/history/csv.rules.ts';
import { orderCalls } from '../../../../src/services/contract/calls/orders.ts';

const WHOLE = {
  id: 't1',
  pair_symbol: 'XMR-BTC',
  operation: 'BUY',
  executed_price: '0.004',
  executed_quantity: '2',
  created_at: '2026-01-05T12:00:00Z',
};
const decoded = orderCalls.executions.decode([
  WHOLE,
  { ...WHOLE, id: 't2', executed_price: null },
  { ...WHOLE, id: 't3', executed_quantity: 'some' },
  { ...WHOLE, id: 't4', created_at: 'soon' },
  { ...WHOLE, id: 't5', executed_price: undefined, trade_value: '0.5' },
  { ...WHOLE, id: undefined },
]);
const trades = decoded.ok ? decoded.value : [];

describe('trades of which a value is missing (HISTORY-27)', () => {
  it('are listed all the same; only one without an identity is dropped and counted', () => {
    expect(trades.map(({ id }) => id)).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(decoded).toMatchObject({ leftOut: 1 });
  });

  it('are left out of the sum, which shows how many', () => {
    expect(summariseTrades(trades)).toMatchObject({
      count: 5,
      volume: [{ coin: 'BTC', amount: '0.516' }],
      omitted: 2,
    });
  });

  it('come last in either order, and in no range of days without a time', () => {
    const view = { filter: 'all', search: '', sort: NEWEST_FIRST };
    expect(viewRows('trades', trades, view).at(-1)?.id).toBe('t4');
    const byPrice = { column: 'price', direction: 'ascending' } as const;
    expect(viewRows('trades', trades, { ...view, sort: byPrice }).map(({ id }) => id)).toEqual([
      't1',
      't3',
      't4',
      't2',
      't5',
    ]);
    expect(isInRange(null, { from: null, to: null })).toBe(true);
    expect(isInRange(null, { from: 0, to: null })).toBe(false);
  });

  it('have an empty cell in the file, and no made-up time', () => {
    const headings = ['timeUtc', ...Object.keys(tradeRules.cells)];
    const lines = exportText('trades', trades, headings, 'UTC').split('\r\n');
    expect(lines[2]).toContain('2026-01-05T12:00:00.000Z,t2,XMR-BTC,buy,,limit,,2,,');
    expect(lines[4]).toMatch(/^,t4,/);
    expect(lines.join('')).not.toContain('1970');
  });
});

describe('orders of which a value is missing (HISTORY-27)', () => {
  const ORDER = {
    id: 'o1',
    pair_symbol: 'XMR-BTC',
    operation: 'SELL',
    price: '0.004',
    quantity: '2',
    quantity_left: '1',
    state: 'PARTIALLY_FILLED',
    created_at: '2026-01-05T12:00:00Z',
  };
  const given = [
    ['price', null],
    ['price', 'best'],
    ['quantity', undefined],
    ['quantity', '-1'],
    ['quantity_left', ''],
    ['created_at', 'soon'],
    ['updated_at', 'later'],
    ['executed_at', {}],
    ['type', 7],
    ['state', null],
  ] as const;
  const answer = orderCalls.orders.decode([
    ...given.map(([name, value], at) => ({ ...ORDER, id: `o${at}`, [name]: value })),
    { ...ORDER, id: undefined },
    { ...ORDER, pair_symbol: 'XMR' },
  ]);
  const orders = answer.ok ? answer.value : [];

  it('are listed all the same; only one without an identity is dropped and counted', () => {
    expect(orders.map(({ id }) => id)).toEqual(given.map((_, at) => `o${at}`));
    expect(answer).toMatchObject({ leftOut: 2 });
  });

  it('are exact in known values, and empty in the rest, also in the file', () => {
    const [, , noQuantity, , noneLeft] = orders;
    if (!noQuantity || !noneLeft) throw new Error('they are not listed');
    expect([filledOf(noQuantity), progressOf(noQuantity), orderTotal(noQuantity)]).toEqual([
      null,
      null,
      null,
    ]);
    expect([filledOf(noneLeft), progressOf(noneLeft), orderTotal(noneLeft)]).toEqual([null, null, '0.008']);
    const all = { amend: true };
    expect([noQuantity, noneLeft].map((order) => isAmendable(order, all))).toEqual([false, false]);
    const text = exportText('orders', orders, ['timeUtc', ...Object.keys(orderRules.cells)], 'UTC');
    expect(text).not.toMatch(/null|undefined|NaN|1970/);
    expect(text.trim().split('\r\n')).toHaveLength(1 + orders.length);
  });
});
