import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/machines/app/app.ts';
import type { Execution, Order } from '../../../src/domain/order.ts';
import { followOwnNews } from '../../../src/machines/live/ownNews.actors.ts';
import type { Toast } from '../../../src/machines/shared/common.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

const NOW = 1_000_000;

type Name = 'executions' | 'orders' | 'movements' | 'answeredTickets';

/** A tab that reads what the user has. */
function tab() {
  const attracted: string[] = [];
  const said: string[] = [];
  const data: Partial<Record<Name, unknown>> = {};
  const hearers = new Set<() => void>();
  const read = (name: Name) => ({
    watch: () => () => undefined,
    ref: {
      getSnapshot: () => ({ context: { data: data[name] ?? null } }),
      subscribe(hear: () => void) {
        hearers.add(hear);
        return { unsubscribe: () => void hearers.delete(hear) };
      },
    },
  });
  const clock = new TestClock();
  clock.advance(NOW - clock.now());
  const stop = followOwnNews(
    {
      resources: { of: read } as unknown as App['resources'],
      notices: {
        send: ({ toast: { key, values, news } }: { toast: Toast }) =>
          said.push([key, ...Object.values(values ?? {}), news?.path].join(' ')),
      } as never,
      attract: (occasion, name) => attracted.push(`${occasion}: ${name}`),
      services: { clock, log: silentLog },
      hasStream: true,
    },
    'ann',
  );
  const comes = (name: Name, value: unknown): void => {
    data[name] = value;
    for (const hear of hearers) hear();
  };
  return {
    attracted,
    said,
    stop,
    comes,
    hearers,
    list: (...fills: Partial<Execution>[]) =>
      comes(
        'executions',
        fills.map((fill) => ({ pair: 'XMR-BTC', side: 'buy', quantity: '1', price: '2', ...fill })),
      ),
  };
}

it('a fill attracts attention by its ID, the same in every tab, several that come together once (TRADE-36)', () => {
  const { list, attracted, said, stop } = tab();
  list({ id: 'a', createdAt: NOW - 9000 });
  expect(attracted).toEqual([]);
  const b = { id: 'b', createdAt: NOW - 2000 };
  list(b, { id: 'a', createdAt: NOW - 9000 });
  list({ id: 'd', createdAt: NOW }, { id: 'c', createdAt: NOW - 1000, side: 'sell' }, b);
  expect(said.map((one) => one.split(' ')[0])).toEqual([
    'toast.fill.buy',
    'toast.fill.sell',
    'toast.fill.buy',
  ]);
  expect([...new Set(attracted)]).toEqual(['fill: fill b', 'fill: fill d']);
  stop();
});

it('one that a tab learns of a minute late is announced, and attracts nothing (TRADE-36)', () => {
  const { list, attracted, said, stop } = tab();
  list();
  list({ id: 'a', createdAt: NOW - 60_000 });
  expect([said, attracted]).toEqual([['toast.fill.buy 1 2 1 XMR BTC /trading-history'], []]);
  // A server that gives no times is believed.
  list({ id: 'b', createdAt: null });
  expect(attracted).toEqual(['fill: fill b']);
  stop();
});

describe('what else happens to the coins of a user (NOTICE-03)', () => {
  const order = (id: string, given: { readonly [K in keyof Order]?: Order[K] | undefined }): object => ({
    id,
    pair: 'XMR-BTC',
    side: 'sell',
    state: 'WAITING',
    updatedAt: NOW,
    stopPrice: '0.004',
    ...given,
  });

  it('a stop order that waits no more is told once, and not one that was triggered before', () => {
    const { comes, list, said, attracted } = tab();
    const before = order('old', { state: 'OPENED' });
    comes('orders', [before, order('a', {})]);
    list();
    comes('orders', [before, order('a', { state: 'OPENED' })]);
    comes('orders', [before, order('a', { state: 'PARTIALLY_FILLED' })]);
    expect(said).toEqual(['toast.stop.sell XMR BTC 0.004 /trade/XMR-BTC']);
    expect(attracted).toEqual(['stop: stop a']);
  });

  it('so is one that leaves the list with its trades, and not one that was cancelled', () => {
    const { comes, list, said, attracted } = tab();
    comes('orders', [
      order('a', { updatedAt: NOW - 90_000 }),
      order('b', {}),
      order('limit', { state: 'OPENED', stopPrice: undefined }),
    ]);
    list();
    comes('orders', []);
    expect(said).toEqual([]);
    const parts = ['f', 'h', 'i'].map((id) => ({ id, orderId: 'a', createdAt: NOW }));
    list(...parts, { id: 'g', orderId: 'limit', createdAt: NOW });
    expect(said.filter((one) => one.startsWith('toast.stop'))).toEqual([
      'toast.stop.sell XMR BTC 0.004 /trade/XMR-BTC',
    ]);
    // It was placed long ago, and is triggered now.
    expect(attracted).toContain('stop: stop a');
  });

  it('one that was triggered before is not told when it comes into the list', () => {
    const { comes, list, said } = tab();
    comes('orders', []);
    list();
    comes('orders', [order('old', { state: 'OPENED' })]);
    expect(said).toEqual([]);
  });

  it('of a trailing stop the distance is told, where its price is not known', () => {
    const { comes, list, said } = tab();
    comes('orders', [order('a', { trailPercent: '5' })]);
    list();
    comes('orders', []);
    list({ id: 'f', orderId: 'a', createdAt: NOW });
    expect(said).toContain('toast.trailing.sell XMR 5 /trade/XMR-BTC');
  });

  it('both legs of an order wait until its stop is reached', () => {
    const { comes, list, said } = tab();
    const legs = { stopPrice: undefined, ocoStopPrice: '0.001', state: 'OPENED' };
    comes('orders', []);
    list();
    comes('orders', [order('a', legs)]);
    expect(said).toEqual([]);
    comes('orders', [order('a', { ...legs, stopPrice: '0.001' })]);
    expect(said).toEqual(['toast.stop.sell XMR BTC 0.001 /trade/XMR-BTC']);
  });

  it('deposits and withdrawals are told when they end, well or badly', () => {
    const { comes, said, attracted } = tab();
    const row = (id: string, status: string, amount: string | null = '2') => ({
      id,
      currency: 'XMR',
      amount,
      status,
      updatedAt: NOW,
    });
    comes('movements', { deposits: [row('1', 'completed')], withdrawals: [row('1', 'pending')] });
    comes('movements', {
      deposits: [row('3', 'failed', null), row('2', 'processing'), row('1', 'completed')],
      withdrawals: [row('2', 'cancelled'), row('1', 'completed')],
    });
    expect(said).toEqual([
      'toast.deposit.bad – XMR /deposit-history',
      'toast.withdrawal.good 2 XMR /withdrawal-history',
    ]);
    expect(attracted).toEqual(['transfer: deposit 3 bad', 'transfer: withdrawal 1 good']);
  });

  it('an answer of support sounds; the list has it from the tickets', () => {
    const { comes, said, attracted } = tab();
    const ticket = { id: '7', createdAt: NOW - 9000, modifiedAt: NOW - 8000 };
    comes('answeredTickets', { items: [ticket] });
    comes('answeredTickets', { items: [{ ...ticket, modifiedAt: NOW }] });
    expect([said, attracted]).toEqual([[], [`reply: reply 7 ${NOW}`]]);
  });

  it('nothing is followed after the end', () => {
    const { hearers, stop } = tab();
    // Two of them hear the fills: one for themselves, one for the stops.
    expect(hearers.size).toBe(4);
    stop();
    expect(hearers.size).toBe(0);
  });
});
