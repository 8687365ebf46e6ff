import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LimitOrder, MarketOrder } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const PAIR = 'AVAX-USDT';
type Terms = Pick<LimitOrder, 'timeInForce' | 'isPostOnly'>;

describe.each(databases)('time in force, post-only and price protection on $name', (kind) => {
  let core: Harness;
  let makers: string[] = [];
  beforeAll(async () => {
    // The second fill of an order is settled after the first.
    core = await startCore(kind, 'on disk', 1);
  });
  afterAll(() => core.remove());

  const limit = (account: string, side: 'buy' | 'sell', price: string, quantity: string, terms: Terms = {}) =>
    core.exchange.placeLimit(account, { pair: PAIR, side, price, quantity, ...terms });
  const market = (account: string, order: Omit<MarketOrder, 'pair'>) =>
    core.exchange.placeMarket(account, { pair: PAIR, ...order });
  const offer = async (...offers: readonly (readonly [price: string, quantity: string])[]): Promise<void> => {
    for (const [price, quantity] of offers) {
      const seller = await core.account({ AVAX: quantity });
      makers.push(seller);
      accepted(await limit(seller, 'sell', price, quantity));
    }
  };
  const asks = () => core.exchange.book(PAIR, 10)?.asks;
  const bids = () => core.exchange.book(PAIR, 10)?.bids;
  const clear = async (): Promise<void> => {
    await core.settled();
    await core.cancelAll(...makers);
    makers = [];
    await core.balanced();
    expect(core.exchange.book(PAIR, 10)).toMatchObject({ bids: [], asks: [] });
  };

  test('TYPE-02 the rest of an IOC order is cancelled together with its fills, and nothing stays reserved', async () => {
    await offer(['18', '1'], ['18.5', '1'], ['20', '1']);
    const account = await core.account({ USDT: '37' });
    // 4 at 19 would reserve 76; what it can fill costs 36.5.
    const order = accepted(await limit(account, 'buy', '19', '4', { timeInForce: 'IOC' }));
    expect(order).toMatchObject({
      kind: 'limit',
      price: '19',
      timeInForce: 'IOC',
      state: 'PARTIALLY_FILLED',
    });
    await core.settled();
    const [stored] = await core.exchange.orders(account, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({
      id: order.id,
      timeInForce: 'IOC',
      state: 'CANCELED',
      quantity: '4',
      quantityLeft: '2',
      value: '36.5',
    });
    expect(await core.balances(account)).toEqual({ USDT: '0.5/0', AVAX: '1.996/0' });
    expect(asks()).toEqual([['20', '1']]);
    expect(bids()).toEqual([]);
    expect(refused(await core.exchange.cancel(account, order.id)).code).toBe('ORDER_CANCELED');
    await clear();
  });

  test('TYPE-02 an IOC order that meets nobody is cancelled, and one that is filled completely is filled', async () => {
    const account = await core.account({ USDT: '100', AVAX: '1' });
    for (const side of ['buy', 'sell'] as const) {
      const order = accepted(await limit(account, side, '18', '1', { timeInForce: 'IOC' }));
      expect(order).toMatchObject({ state: 'CANCELED', quantityLeft: '1', executedAt: null });
    }
    expect(await core.balances(account)).toEqual({ USDT: '100/0', AVAX: '1/0' });
    await offer(['18', '1']);
    expect(accepted(await limit(account, 'buy', '18', '1', { timeInForce: 'IOC' })).state).toBe('FILLED');
    await clear();
  });

  test('TYPE-02 an IOC order whose fills are settled in parts ends as it was matched, after a restart too', async () => {
    await offer(['18', '1'], ['18.1', '1'], ['18.2', '1'], ['18.3', '1']);
    const account = await core.account({ USDT: '200' });
    const order = accepted(await limit(account, 'buy', '18.2', '5', { timeInForce: 'IOC' }));
    await core.restart();
    await core.settled();
    const [stored] = await core.exchange.orders(account, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({ id: order.id, state: 'CANCELED', quantityLeft: '2', value: '54.3' });
    expect(await core.balances(account)).toEqual({ USDT: '145.7/0', AVAX: '2.994/0' });
    await clear();
  });

  test('TYPE-03 a FOK order is filled completely or not at all', async () => {
    await offer(['18', '1'], ['18.5', '1']);
    const account = await core.account({ USDT: '100' });
    const none = accepted(await limit(account, 'buy', '18.5', '2.01', { timeInForce: 'FOK' }));
    expect(none).toMatchObject({ state: 'CANCELED', quantityLeft: '2.01', value: '0', executedAt: null });
    expect(await core.balances(account)).toEqual({ USDT: '100/0' });
    expect(asks()).toHaveLength(2);
    accepted(await limit(account, 'buy', '18.5', '2', { timeInForce: 'FOK' }));
    await core.settled();
    const [whole] = await core.exchange.orders(account, { skip: 0, limit: 1 });
    expect(whole).toMatchObject({ state: 'FILLED', quantityLeft: '0', value: '36.5' });
    expect(await core.balances(account)).toEqual({ USDT: '63.5/0', AVAX: '1.996/0' });
    await clear();
  });

  test('TYPE-03 a FOK order that meets one of the same account is refused', async () => {
    await offer(['18', '1']);
    const account = await core.account({ USDT: '100', AVAX: '1' });
    makers.push(account);
    accepted(await limit(account, 'sell', '18.1', '1'));
    expect(refused(await limit(account, 'buy', '18.1', '2', { timeInForce: 'FOK' })).code).toBe('SELF_TRADE');
    expect(asks()).toEqual([
      ['18', '1'],
      ['18.1', '1'],
    ]);
    await clear();
  });

  test('TYPE-04 a post-only order rests, or is refused with the price that it would meet', async () => {
    await offer(['18', '1']);
    const account = await core.account({ USDT: '100' });
    expect(refused(await limit(account, 'buy', '18', '1', { isPostOnly: true }))).toMatchObject({
      status: 409,
      code: 'POST_ONLY_WOULD_TRADE',
      message:
        'This post-only order would trade at once with an order at 18 USDT. Change its price, or place it without post-only.',
    });
    expect(await core.balances(account)).toEqual({ USDT: '100/0' });
    const order = accepted(await limit(account, 'buy', '17.999', '1', { isPostOnly: true }));
    expect(order).toMatchObject({ state: 'OPENED', isPostOnly: true, timeInForce: 'GTC' });
    expect(await core.balances(account)).toEqual({ USDT: '82.001/17.999' });
    expect(accepted(await core.exchange.cancel(account, order.id))).toMatchObject({ isPostOnly: true });
    await clear();
  });

  test('TYPE-04 a post-only order that would meet one of the same account is refused too, and so is one that may not rest', async () => {
    const account = await core.account({ USDT: '100', AVAX: '1' });
    makers.push(account);
    accepted(await limit(account, 'sell', '18', '1'));
    expect(refused(await limit(account, 'buy', '18', '1', { isPostOnly: true })).code).toBe(
      'POST_ONLY_WOULD_TRADE',
    );
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      const refusal = refused(await limit(account, 'buy', '17', '1', { isPostOnly: true, timeInForce }));
      expect(refusal).toMatchObject({ status: 400, code: 'POST_ONLY_MUST_REST' });
    }
    await clear();
  });

  test('TYPE-01 the same key with other terms is another order', async () => {
    const account = await core.account({ USDT: '100' });
    makers.push(account);
    const order = { pair: PAIR, side: 'buy', price: '17', quantity: '1' } as const;
    const first = accepted(await core.exchange.placeLimit(account, { ...order, isPostOnly: true }, 'one'));
    const again = await core.exchange.placeLimit(account, { ...order, isPostOnly: true }, 'one');
    expect(accepted(again)).toEqual(first);
    expect(refused(await core.exchange.placeLimit(account, order, 'one')).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    await clear();
  });

  test('TYPE-05 a market order never trades worse than its price, and needs no more than that', async () => {
    await offer(['18', '1'], ['18.5', '1'], ['20', '5']);
    const account = await core.account({ USDT: '37' });
    const order = accepted(await market(account, { side: 'buy', quantity: '3', price: '19' }));
    expect(order).toMatchObject({ kind: 'market', price: '19', timeInForce: 'IOC' });
    await core.settled();
    const [stored] = await core.exchange.orders(account, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({ state: 'CANCELED', quantityLeft: '1', value: '36.5', price: '19' });
    expect(await core.balances(account)).toEqual({ USDT: '0.5/0', AVAX: '1.996/0' });
    await clear();
  });

  test('TYPE-05 by cost and by sale, and nothing is traded where the best price is already worse', async () => {
    await offer(['18', '1'], ['20', '5']);
    const account = await core.account({ USDT: '100', AVAX: '2' });
    const byCost = accepted(await market(account, { side: 'buy', cost: '90', price: '18' }));
    expect(byCost).toMatchObject({ state: 'CANCELED', quantity: '1', value: '18' });
    expect(accepted(await market(account, { side: 'buy', cost: '20', price: '19.999' }))).toMatchObject({
      state: 'CANCELED',
      quantity: '0',
      executedAt: null,
    });
    const buyer = await core.account({ USDT: '100' });
    makers.push(buyer);
    accepted(await limit(buyer, 'buy', '17', '1'));
    accepted(await limit(buyer, 'buy', '16', '1'));
    const sale = accepted(await market(account, { side: 'sell', quantity: '2', price: '16.5' }));
    expect(sale).toMatchObject({ state: 'CANCELED', quantityLeft: '1', value: '17' });
    expect(await core.balances(account)).toEqual({ USDT: '98.966/0', AVAX: '1.998/0' });
    await clear();
  });

  test('TYPE-05 its price follows the rules of a price', async () => {
    const account = await core.account({ USDT: '100' });
    for (const [price, code] of [
      ['0', 'INVALID_PRICE'],
      ['18.0001', 'PRICE_NOT_ON_TICK'],
    ] as const)
      expect(refused(await market(account, { side: 'buy', cost: '20', price })).code).toBe(code);
    await clear();
  });
});
