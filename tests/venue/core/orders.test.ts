import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LARGEST_OPEN } from '../../../venue/core/planOrder.ts';
import type { LimitOrder } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const kas = (side: 'buy' | 'sell', price: string, quantity: string): LimitOrder => ({
  pair: 'KAS-USDT',
  side,
  price,
  quantity,
});
const xmr = (side: 'buy' | 'sell', price: string, quantity: string): LimitOrder => ({
  pair: 'XMR-BTC',
  side,
  price,
  quantity,
});

describe.each(databases)('limit orders on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  const place = (account: string, order: LimitOrder) => core.exchange.placeLimit(account, order);
  const top = (pair: string) => {
    const book = core.exchange.book(pair, 10);
    return { bids: book?.bids, asks: book?.asks };
  };
  const clear = async (...accounts: string[]): Promise<void> => {
    await core.cancelAll(...accounts);
    expect(await core.exchange.audit()).toEqual([]);
  };

  test('a buy rests and reserves price times quantity; cancelling releases it', async () => {
    const alice = await core.account({ USDT: '100' });
    const order = accepted(await place(alice, kas('buy', '0.05', '1000')));
    expect(order).toMatchObject({
      pair: 'KAS-USDT',
      side: 'buy',
      kind: 'limit',
      state: 'OPENED',
      price: '0.05',
      quantity: '1000',
      quantityLeft: '1000',
      value: '0',
      cost: null,
      executedAt: null,
    });
    expect(await core.balances(alice)).toEqual({ USDT: '50/50' });
    expect(top('KAS-USDT')).toEqual({ bids: [['0.05', '1000']], asks: [] });
    expect(accepted(await core.exchange.cancel(alice, order.id))).toMatchObject({
      id: order.id,
      state: 'CANCELED',
      quantityLeft: '1000',
    });
    expect(await core.balances(alice)).toEqual({ USDT: '100/0' });
    expect(top('KAS-USDT')).toEqual({ bids: [], asks: [] });
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('a sell rests and reserves the base coin', async () => {
    const alice = await core.account({ KAS: '10' });
    accepted(await place(alice, kas('sell', '0.07', '2.5')));
    expect(await core.balances(alice)).toEqual({ KAS: '7.5/2.5' });
    await clear(alice);
  });

  test('trades at the price of the resting order, and the taker keeps the difference', async () => {
    const maker = await core.account({ XMR: '10' });
    const taker = await core.account({ BTC: '1' });
    accepted(await place(maker, xmr('sell', '0.004', '5')));
    const bid = accepted(await place(taker, xmr('buy', '0.005', '2')));
    expect(bid).toMatchObject({ state: 'FILLED', quantityLeft: '0', value: '0.008' });
    expect(bid.executedAt).toEqual(bid.createdAt);
    // 0.3 % of 2 XMR from the taker, 0.1 % of 0.008 BTC from the maker: each from what it receives.
    expect(await core.balances(taker)).toEqual({ BTC: '0.992/0', XMR: '1.994/0' });
    expect(await core.balances(maker)).toEqual({ BTC: '0.007992/0', XMR: '5/3' });
    await clear(maker, taker);
  });

  test('fills in part, rests with the remainder, and is filled by the next', async () => {
    const maker = await core.account({ XMR: '10' });
    const taker = await core.account({ BTC: '1' });
    accepted(await place(maker, xmr('sell', '0.004', '1')));
    const bid = accepted(await place(taker, xmr('buy', '0.004', '3')));
    expect(bid).toMatchObject({
      state: 'PARTIALLY_FILLED',
      quantity: '3',
      quantityLeft: '2',
      value: '0.004',
    });
    expect(await core.balances(taker)).toEqual({ BTC: '0.988/0.008', XMR: '0.997/0' });
    const ask = accepted(await place(maker, xmr('sell', '0.0039', '2')));
    expect(ask).toMatchObject({ state: 'FILLED', value: '0.008' });
    const [stored] = await core.exchange.orders(taker, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({ id: bid.id, state: 'FILLED', quantityLeft: '0', value: '0.012' });
    // Now the buyer is the maker: 0.1 % of 2 XMR; the seller pays 0.3 % of 0.008 BTC.
    expect(await core.balances(taker)).toEqual({ BTC: '0.988/0', XMR: '2.995/0' });
    expect(await core.balances(maker)).toEqual({ BTC: '0.011972/0', XMR: '7/0' });
    await clear(maker, taker);
  });

  test('takes the best price first, and at one price the oldest', async () => {
    const [a, b, c] = [
      await core.account({ GRIN: '100' }),
      await core.account({ GRIN: '100' }),
      await core.account({ GRIN: '100' }),
    ];
    const taker = await core.account({ BTC: '1' });
    const grin = (side: 'buy' | 'sell', price: string, quantity: string): LimitOrder => ({
      pair: 'GRIN-BTC',
      side,
      price,
      quantity,
    });
    const second = accepted(await place(a, grin('sell', '0.00000036', '10')));
    const third = accepted(await place(b, grin('sell', '0.00000036', '10')));
    const first = accepted(await place(c, grin('sell', '0.00000035', '10')));
    const bid = accepted(await place(taker, grin('buy', '0.00000036', '25')));
    expect(bid.value).toBe('0.0000089');
    expect(await core.fills(taker)).toEqual([
      [first.id, '0.00000035', '10'],
      [second.id, '0.00000036', '10'],
      [third.id, '0.00000036', '5'],
    ]);
    // GRIN-BTC has no fees.
    expect(await core.balances(taker)).toEqual({ BTC: '0.9999911/0', GRIN: '25/0' });
    expect(top('GRIN-BTC')).toEqual({ bids: [], asks: [['0.00000036', '5']] });
    await clear(a, b, c, taker);
  });

  test('rounds a fee up to the unit', async () => {
    const maker = await core.account({ WOW: '10' });
    const taker = await core.account({ BTC: '1' });
    accepted(await place(maker, { pair: 'WOW-BTC', side: 'sell', price: '0.00000045', quantity: '1' }));
    accepted(await place(taker, { pair: 'WOW-BTC', side: 'buy', price: '0.00000045', quantity: '1' }));
    // 0.1 % of 45 units is 0.045 of a unit: one unit is charged.
    expect(await core.balances(maker)).toEqual({ BTC: '0.00000044/0', WOW: '9/0' });
    expect(await core.balances(taker)).toEqual({ BTC: '0.99999955/0', WOW: '0.997/0' });
    await clear(maker, taker);
  });

  test.each<[string, Partial<LimitOrder>, number, string]>([
    ['no such pair', { pair: 'XMR-KAS' }, 404, 'PAIR_NOT_FOUND'],
    ['a price of 0', { price: '0' }, 400, 'INVALID_PRICE'],
    ['a price below 0', { price: '-1' }, 400, 'INVALID_PRICE'],
    ['a price that is no number', { price: 'NaN' }, 400, 'INVALID_PRICE'],
    ['a price between two ticks', { price: '0.0040001' }, 422, 'PRICE_NOT_ON_TICK'],
    ['a price finer than a unit', { price: '0.0000000001' }, 422, 'PRICE_NOT_ON_TICK'],
    ['a quantity of 0', { quantity: '0.00' }, 400, 'INVALID_QUANTITY'],
    ['a quantity below 0', { quantity: '-2' }, 400, 'INVALID_QUANTITY'],
    ['a quantity that is no number', { quantity: '1,5' }, 400, 'INVALID_QUANTITY'],
    ['a quantity between two increments', { quantity: '1.005' }, 422, 'QUANTITY_NOT_ON_INCREMENT'],
    ['a quantity beyond counting', { quantity: '99999999999' }, 422, 'ORDER_TOO_LARGE'],
    ['a price beyond counting', { price: '1e30' }, 422, 'ORDER_TOO_LARGE'],
    ['a value beyond counting', { price: '9999999', quantity: '9999999' }, 422, 'ORDER_TOO_LARGE'],
    ['more than the balance', { price: '0.01', quantity: '101' }, 422, 'INSUFFICIENT_BALANCE'],
  ])('refuses %s', async (_, change, status, code) => {
    const account = await core.account({ BTC: '1' });
    const refusal = refused(await place(account, { ...xmr('buy', '0.004', '1'), ...change }));
    expect(refusal).toMatchObject({ status, code });
    expect(refusal.message).toMatch(/^[A-Z].*\.$/);
    expect(await core.balances(account)).toEqual({ BTC: '1/0' });
    expect(await core.exchange.orders(account, { skip: 0, limit: 10 })).toEqual([]);
  });

  test('refuses less than the smallest order, which may be more than one increment', async () => {
    const account = await core.account({ USDT: '10' });
    expect(refused(await place(account, kas('buy', '0.05', '0.9')))).toMatchObject({
      code: 'BELOW_MINIMUM_ORDER_SIZE',
      message: 'The minimum order size is 1 KAS.',
    });
    accepted(await place(account, kas('buy', '0.05', '1')));
    await clear(account);
  });

  test('names coin, need and balance when there is not enough', async () => {
    const account = await core.account({ BTC: '0.5' });
    accepted(await place(account, xmr('buy', '0.004', '100')));
    expect(refused(await place(account, xmr('buy', '0.004', '50'))).message).toBe(
      'Insufficient balance: this order needs 0.2 BTC, but only 0.1 BTC is available.',
    );
    accepted(await place(account, xmr('buy', '0.004', '25')));
    expect(await core.balances(account)).toEqual({ BTC: '0/0.5' });
    await clear(account);
  });

  test('refuses an order that would meet one of the same account, as a whole', async () => {
    const alice = await core.account({ XMR: '5', BTC: '1' });
    const bob = await core.account({ XMR: '5' });
    accepted(await place(bob, xmr('sell', '0.004', '1')));
    const own = accepted(await place(alice, xmr('sell', '0.0041', '1')));
    expect(refused(await place(alice, xmr('buy', '0.0042', '3')))).toMatchObject({
      status: 409,
      code: 'SELF_TRADE',
      message: 'This order would trade with your own order at 0.0041 BTC. Cancel that one first.',
    });
    expect(await core.balances(alice)).toEqual({ BTC: '1/0', XMR: '4/1' });
    expect(top('XMR-BTC')).toEqual({
      bids: [],
      asks: [
        ['0.004', '1'],
        ['0.0041', '1'],
      ],
    });
    // It may trade with everything before its own order.
    expect(accepted(await place(alice, xmr('buy', '0.0042', '1')))).toMatchObject({ state: 'FILLED' });
    accepted(await core.exchange.cancel(alice, own.id));
    await clear(alice, bob);
  });

  test('an account has a limited number of open orders per pair, and other pairs do not count', async () => {
    const account = await core.account({ USDT: '1000' });
    const orders = await Promise.all(
      Array.from({ length: LARGEST_OPEN + 5 }, () => place(account, kas('buy', '0.00001', '1'))),
    );
    expect(orders.filter(({ ok }) => ok)).toHaveLength(LARGEST_OPEN);
    expect(orders.slice(LARGEST_OPEN).map((outcome) => refused(outcome).code)).toEqual(
      Array.from({ length: 5 }, () => 'TOO_MANY_OPEN_ORDERS'),
    );
    accepted(await place(account, { pair: 'AVAX-USDT', side: 'buy', price: '1', quantity: '1' }));
    await clear(account);
  });
});
