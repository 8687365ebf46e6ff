import { describe, expect, it } from 'vitest';
import type { Execution, LimitOrder, NewOrder, Order } from '../../../src/domain/order.ts';
import { findPlacedOrder } from '../../../src/domain/placedOrder.ts';
import { someOrder } from '../../samples.ts';

const sentAt = Date.UTC(2026, 0, 5, 12);
const sent: LimitOrder = { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.0039', quantity: '2' };
const order = someOrder({
  id: 'o1',
  price: '0.00390',
  quantity: '2.00',
  quantityLeft: '1.5',
  state: 'PARTIALLY_FILLED',
  createdAt: sentAt + 40,
});
const fill: Execution = {
  id: 'x1',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.0038',
  quantity: '2',
  value: null,
  fee: null,
  feeCurrency: null,
  feeRate: null,
  isMaker: false,
  createdAt: sentAt + 40,
};
const nothing = { orders: [], executions: [] };
const find = (
  orders: Order[],
  executions: Execution[] = [],
  before = nothing as Parameters<typeof findPlacedOrder>[2],
) => findPlacedOrder(sent, sentAt, before, { orders, executions });

describe('finding an order again', () => {
  it('knows it by pair, side, price and quantity', () => {
    expect(find([order])).toBe('resting');
    expect(find([])).toBeNull();
  });
  it.each([
    ['another pair', { pair: 'GRIN-BTC' }],
    ['the other side', { side: 'sell' }],
    ['another price', { price: '0.0038' }],
    ['another quantity', { quantity: '2.01' }],
    ['a market order', { kind: 'market', price: null }],
    ['an order without a price, of another quantity', { price: null, quantity: '3' }],
    ['an old one that came back into a short list', { createdAt: sentAt - 300_001 }],
  ] as const)('is not fooled by %s', (_what, other) => {
    expect(find([{ ...order, ...other }])).toBeNull();
  });
  it('takes no fill of an order that was there before for it (LADDER-05)', () => {
    const before = { orders: ['o-old'], executions: [] };
    expect(find([], [{ ...fill, isMaker: null, orderId: 'o-old' }], before)).toBeNull();
    expect(find([], [{ ...fill, isMaker: null, orderId: 'o-new' }], before)).toBe('filled');
  });
  it('knows one that trails by its percentage, wherever its stop is by then (TRAIL-06)', () => {
    const trailing = {
      kind: 'market',
      pair: 'XMR-BTC',
      side: 'sell',
      amount: '2',
      trailPercent: '5',
    } as const;
    const waiting = { side: 'sell', kind: 'market', price: null, state: 'WAITING' } as const;
    const findTrailing = (listed: Partial<Order>, asked: NewOrder = trailing) =>
      findPlacedOrder(asked, sentAt, nothing, {
        orders: [{ ...order, ...waiting, ...listed }],
        executions: [],
      });
    expect(findTrailing({ trailPercent: '5.0', stopPrice: '0.004' })).toBe('resting');
    expect(findTrailing({ trailPercent: '5', stopPrice: '0.003', quantity: '3' })).toBeNull();
    expect(findTrailing({ trailPercent: '6', stopPrice: '0.004' })).toBeNull();
    expect(findTrailing({ stopPrice: '0.004' })).toBeNull();
    const { trailPercent: _, ...fixed } = { ...trailing, stopPrice: '0.004' };
    expect(findTrailing({ stopPrice: '0.004' }, fixed)).toBe('resting');
    expect(findTrailing({ trailPercent: '5', stopPrice: '0.004' }, fixed)).toBeNull();
  });
  it('knows one with two legs, also once its stop was matched (OCO-02)', () => {
    const legs = { ocoStopPrice: '0.0045', ocoLimitPrice: '0.0046' };
    const findLegs = (listed: Partial<Order>) =>
      findPlacedOrder({ ...sent, ...legs }, sentAt, nothing, {
        orders: [{ ...order, ...listed }],
        executions: [],
      });
    expect(findLegs(legs)).toBe('resting');
    expect(findLegs({ ...legs, price: '0.0046', stopPrice: '0.0045' })).toBe('resting');
    expect(findLegs({ ...legs, price: '0.0046' })).toBeNull();
    expect(findLegs({})).toBeNull();
    expect(findLegs({ ...legs, ocoLimitPrice: '0.0047' })).toBeNull();
    expect(find([{ ...order, ...legs }])).toBeNull();
  });
  it.each([
    ['as maker, at its price', { isMaker: true, price: '0.005' }, 'filled'],
    ['as taker, beyond its stop', { isMaker: false, price: '0.0044', kind: 'market' }, 'filled'],
    ['not as taker at its price, where it never takes', { isMaker: false, price: '0.0051' }, null],
    ['not by a limit order, where its stop has no limit', { isMaker: false, price: '0.0044' }, null],
  ] as const)('knows what one with two legs has filled: %s (LOST-01)', (_, given, found) => {
    const legs = { side: 'sell', price: '0.005', ocoStopPrice: '0.0045' } as const;
    const executions = [{ ...fill, pair: sent.pair, side: legs.side, ...given }];
    expect(findPlacedOrder({ ...sent, ...legs }, sentAt, nothing, { orders: [], executions })).toBe(found);
  });

  it.each([{ price: null }, { quantity: null }, { price: null, quantity: null, createdAt: null }])(
    'takes an entry with missing data: not found, it would be sent twice (%o)',
    (unsaid) => expect(find([{ ...order, ...unsaid }])).toBe('resting'),
  );
  it('bears a clock that lags by five minutes', () => {
    expect(find([{ ...order, createdAt: sentAt - 300_000 }])).toBe('resting');
  });
  it('does not take one that was there before', () => {
    expect(find([order], [], { orders: ['o1'], executions: [] })).toBeNull();
    expect(find([order, { ...order, id: 'o2' }], [], { orders: ['o1'], executions: [] })).toBe('resting');
  });
});

describe('finding an order that filled at once', () => {
  it('adds up its fills, at its price or a better one', () => {
    expect(find([], [fill])).toBe('filled');
    expect(
      find(
        [],
        [
          { ...fill, quantity: '0.5' },
          { ...fill, id: 'x2', price: '0.0039', quantity: '1.5' },
        ],
      ),
    ).toBe('filled');
    expect(find([], [{ ...fill, quantity: '0.5' }])).toBeNull();
  });
  it.each([
    ['a worse price', { price: '0.00391' }],
    ['a fill as maker', { isMaker: true }],
    ['another pair', { pair: 'GRIN-BTC' }],
    ['the other side', { side: 'sell' }],
    ['another kind', { kind: 'market' }],
    ['one from long ago', { createdAt: sentAt - 300_001 }],
  ] as const)('is not fooled by %s', (_what, other) => {
    expect(find([], [{ ...fill, ...other }])).toBeNull();
  });
  it('does not take an older entry', () => {
    expect(find([], [fill], { orders: [], executions: ['x1'] })).toBeNull();
  });
  it('takes a sell at its price or above', () => {
    const sell = { ...sent, side: 'sell' as const };
    const found = (price: string) =>
      findPlacedOrder(sell, sentAt, nothing, { orders: [], executions: [{ ...fill, side: 'sell', price }] });
    expect(found('0.0039')).toBe('filled');
    expect(found('0.00389')).toBeNull();
  });
  it('takes any new fill of a market order', () => {
    const market = { kind: 'market', pair: 'XMR-BTC', side: 'buy', amount: '1' } as const;
    const lists = { orders: [], executions: [{ ...fill, kind: 'market' as const }] };
    expect(findPlacedOrder(market, sentAt, nothing, lists)).toBe('filled');
    expect(findPlacedOrder(market, sentAt, nothing, { ...lists, executions: [fill] })).toBeNull();
  });
});

describe('finding an order that never rests (LOST-02, TYPE-02, TYPE-05)', () => {
  const look = (order: Parameters<typeof findPlacedOrder>[0], executions: Execution[]) =>
    findPlacedOrder(order, sentAt, nothing, { orders: [], executions });
  it('a part of an IOC order is enough, of another one it is not', () => {
    const part = [{ ...fill, quantity: '0.5' }];
    expect(look({ ...sent, timeInForce: 'IOC' }, part)).toBe('partly');
    expect(look({ ...sent, timeInForce: 'IOC' }, [fill])).toBe('filled');
    expect(look({ ...sent, timeInForce: 'FOK' }, part)).toBeNull();
    expect(look(sent, part)).toBeNull();
  });
  it('a market order has not traded worse than its worst price', () => {
    const market = {
      kind: 'market',
      pair: 'XMR-BTC',
      side: 'buy',
      amount: '1',
      protection: '0.0038',
    } as const;
    expect(look(market, [{ ...fill, kind: 'market' }])).toBe('filled');
    expect(look({ ...market, protection: '0.0037' }, [{ ...fill, kind: 'market' }])).toBeNull();
  });
});
