import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MarketOrder } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

describe.each(databases)('market orders on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  const pair = 'AVAX-USDT';
  const sellers: string[] = [];
  const offer = async (price: string, quantity: string): Promise<void> => {
    const seller = await core.account({ AVAX: quantity });
    sellers.push(seller);
    accepted(await core.exchange.placeLimit(seller, { pair, side: 'sell', price, quantity }));
  };
  const place = (account: string, order: Omit<MarketOrder, 'pair'>) =>
    core.exchange.placeMarket(account, { pair, ...order });
  const clear = async (): Promise<void> => {
    for (const seller of sellers.splice(0)) {
      const open = await core.exchange.orders(seller, {
        states: ['OPENED', 'PARTIALLY_FILLED'],
        skip: 0,
        limit: 10,
      });
      for (const { id } of open) accepted(await core.exchange.cancel(seller, id));
    }
    expect(core.exchange.book(pair, 10)).toMatchObject({ bids: [], asks: [] });
    expect(await core.exchange.audit()).toEqual([]);
  };

  test('by quantity walks the book, best price first', async () => {
    await offer('18.5', '1');
    await offer('18', '1');
    const account = await core.account({ USDT: '100' });
    const order = accepted(await place(account, { side: 'buy', quantity: '1.5' }));
    expect(order).toMatchObject({
      kind: 'market',
      price: null,
      cost: null,
      state: 'FILLED',
      quantity: '1.5',
      quantityLeft: '0',
      value: '27.25',
    });
    expect(await core.balances(account)).toEqual({ USDT: '72.75/0', AVAX: '1.497/0' });
    await clear();
  });

  test('the part that the book cannot fill is canceled and never rests', async () => {
    await offer('18', '1');
    const account = await core.account({ USDT: '100' });
    const order = accepted(await place(account, { side: 'buy', quantity: '3' }));
    expect(order).toMatchObject({ state: 'CANCELED', quantity: '3', quantityLeft: '2', value: '18' });
    expect(order.executedAt).not.toBeNull();
    expect(await core.balances(account)).toEqual({ USDT: '82/0', AVAX: '0.998/0' });
    await clear();
  });

  test('without an order to meet it is canceled, and holds nothing', async () => {
    const account = await core.account({ USDT: '100', AVAX: '1' });
    for (const order of [
      { side: 'buy', quantity: '1' },
      { side: 'buy', cost: '20' },
      { side: 'sell', quantity: '1' },
    ] as const) {
      const outcome = accepted(await place(account, order));
      expect(outcome).toMatchObject({ state: 'CANCELED', executedAt: null, value: '0' });
    }
    expect(await core.balances(account)).toEqual({ USDT: '100/0', AVAX: '1/0' });
    // Even for somebody who has nothing: there is nothing to pay.
    expect(accepted(await place(await core.account(), { side: 'buy', quantity: '1' })).state).toBe(
      'CANCELED',
    );
    await clear();
  });

  test('by cost buys whole increments until the remainder buys none', async () => {
    await offer('18', '1');
    await offer('19', '5');
    const account = await core.account({ USDT: '100' });
    const order = accepted(await place(account, { side: 'buy', cost: '40' }));
    // 18 for the first, 22 left: 1.15 at 19 is 21.85, and 0.15 buys no further 0.01.
    expect(order).toMatchObject({
      state: 'FILLED',
      cost: '40',
      quantity: '2.15',
      quantityLeft: '0',
      value: '39.85',
    });
    expect(await core.balances(account)).toEqual({ USDT: '60.15/0', AVAX: '2.1457/0' });
    await clear();
  });

  test('by cost beyond the book takes all there is, and the rest is canceled', async () => {
    await offer('18', '1');
    const account = await core.account({ USDT: '20' });
    // It asks for 1,000 and has 20: it needs only what it spends.
    const order = accepted(await place(account, { side: 'buy', cost: '1000' }));
    expect(order).toMatchObject({
      state: 'CANCELED',
      quantity: '1',
      quantityLeft: '0',
      value: '18',
      cost: '1000',
    });
    expect(await core.balances(account)).toEqual({ USDT: '2/0', AVAX: '0.998/0' });
    await clear();
  });

  test('needs what its fills cost, and is refused as a whole when the balance is too small', async () => {
    await offer('18', '1');
    await offer('19', '1');
    const account = await core.account({ USDT: '36.99' });
    expect(refused(await place(account, { side: 'buy', quantity: '2' }))).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      // The cost of its fills is not named: some may be hidden (TYPE-11).
      message: 'Insufficient balance: this order needs more than the 36.99 USDT that is available.',
    });
    expect(core.exchange.book(pair, 10)).toMatchObject({
      asks: [
        ['18', '1'],
        ['19', '1'],
      ],
    });
    await clear();
  });

  test('sells into the bids', async () => {
    const buyer = await core.account({ USDT: '100' });
    sellers.push(buyer);
    accepted(await core.exchange.placeLimit(buyer, { pair, side: 'buy', price: '17', quantity: '2' }));
    const account = await core.account({ AVAX: '5' });
    expect(accepted(await place(account, { side: 'sell', quantity: '1' }))).toMatchObject({
      state: 'FILLED',
      value: '17',
    });
    expect(await core.balances(account)).toEqual({ AVAX: '4/0', USDT: '16.966/0' });
    expect(await core.balances(buyer)).toEqual({ AVAX: '0.999/0', USDT: '66/17' });
    await clear();
  });

  test('refuses to meet an order of the same account', async () => {
    const account = await core.account({ USDT: '100', AVAX: '1' });
    sellers.push(account);
    accepted(await core.exchange.placeLimit(account, { pair, side: 'sell', price: '18', quantity: '1' }));
    expect(refused(await place(account, { side: 'buy', cost: '20' })).code).toBe('SELF_TRADE');
    await clear();
  });

  test.each<[string, Omit<MarketOrder, 'pair'>, string]>([
    ['neither cost nor quantity', { side: 'buy' }, 'COST_OR_QUANTITY'],
    ['both cost and quantity', { side: 'buy', cost: '10', quantity: '1' }, 'COST_OR_QUANTITY'],
    ['a sale by cost', { side: 'sell', cost: '10' }, 'COST_OF_SALE'],
    ['a cost of 0', { side: 'buy', cost: '0' }, 'INVALID_COST'],
    ['a cost below 0', { side: 'buy', cost: '-1' }, 'INVALID_COST'],
    ['a cost finer than a unit', { side: 'buy', cost: '1.000000001' }, 'INVALID_COST'],
    ['a cost beyond counting', { side: 'buy', cost: '1e12' }, 'ORDER_TOO_LARGE'],
    ['a quantity of 0', { side: 'buy', quantity: '0' }, 'INVALID_QUANTITY'],
    ['a quantity between two increments', { side: 'sell', quantity: '1.001' }, 'QUANTITY_NOT_ON_INCREMENT'],
    [
      'a cost that buys less than the smallest order',
      { side: 'buy', cost: '0.17' },
      'BELOW_MINIMUM_ORDER_SIZE',
    ],
  ])('refuses %s', async (_, order, code) => {
    await offer('18', '1');
    const account = await core.account({ USDT: '100', AVAX: '1' });
    expect(refused(await place(account, order)).code).toBe(code);
    expect(await core.balances(account)).toEqual({ USDT: '100/0', AVAX: '1/0' });
    await clear();
  });
});
