import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LimitOrder, OrderRecord } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const PAIR = 'AVAX-USDT';

describe.each(databases)('amending an order on $name', (kind) => {
  let core: Harness;
  let traders: string[] = [];
  beforeAll(async () => {
    // The second fill of an order is settled later than the first.
    core = await startCore(kind, 'on disk', 1);
  });
  afterAll(() => core.remove());

  const trader = async (funds: Readonly<Record<string, string>>): Promise<string> => {
    const account = await core.account(funds);
    traders.push(account);
    return account;
  };
  const limit = async (
    account: string,
    side: 'buy' | 'sell',
    price: string,
    quantity: string,
    terms: Pick<LimitOrder, 'isPostOnly'> = {},
  ): Promise<OrderRecord> =>
    accepted(await core.exchange.placeLimit(account, { pair: PAIR, side, price, quantity, ...terms }));
  const seller = async (price: string, quantity: string): Promise<readonly [string, OrderRecord]> => {
    const account = await trader({ AVAX: '10' });
    return [account, await limit(account, 'sell', price, quantity)];
  };
  const buys = async (quantity: string, price = '30'): Promise<string> => {
    const account = await trader({ USDT: '10000' });
    await limit(account, 'buy', price, quantity);
    await core.settled();
    return account;
  };
  const makersOf = async (taker: string): Promise<string[]> =>
    (await core.fills(taker)).map(([maker]) => maker);
  const asks = () => core.exchange.book(PAIR, 10)?.asks;
  const stored = async (account: string): Promise<OrderRecord | undefined> =>
    (await core.exchange.orders(account, { skip: 0, limit: 1 }))[0];
  const clear = async (): Promise<void> => {
    await core.settled();
    await core.cancelAll(...traders);
    traders = [];
    await core.balanced();
    expect(core.exchange.book(PAIR, 10)).toMatchObject({ bids: [], asks: [] });
  };

  test('AMEND-02 less quantity keeps the place in the queue, and frees what is no longer reserved', async () => {
    const [first, order] = await seller('20', '3');
    const [, behind] = await seller('20', '1');
    const amended = accepted(await core.exchange.amend(first, order.id, { quantity: '2' }));
    expect(amended).toMatchObject({ id: order.id, quantity: '2', quantityLeft: '2', state: 'OPENED' });
    expect(amended.createdAt).toEqual(order.createdAt);
    expect(await core.balances(first)).toEqual({ AVAX: '8/2' });
    expect(asks()).toEqual([['20', '3']]);
    await core.restart();
    expect(asks()).toEqual([['20', '3']]);
    expect(await makersOf(await buys('3'))).toEqual([order.id, behind.id]);
    await clear();
  });

  test.each([
    ['a new price', '21', { price: '20' }, '3', '5'],
    ['more quantity', '20', { quantity: '4' }, '4', '6'],
  ])(
    'AMEND-03 %s goes to the end of the queue, and stays there after a restart',
    async (_, price, change, left, whole) => {
      const [account, order] = await seller(price, '3');
      const [, other] = await seller('20', '1');
      const amended = accepted(await core.exchange.amend(account, order.id, change));
      expect(amended).toMatchObject({ id: order.id, price: '20', quantity: left, quantityLeft: left });
      await core.balanced();
      await core.restart();
      await core.balanced();
      const [, third] = await seller('20', '1');
      expect(await makersOf(await buys(whole))).toEqual([other.id, order.id, third.id]);
      await clear();
    },
  );

  test('AMEND-03 a price that others accept trades at once, in several settlements, and the rest waits', async () => {
    const sellers = [await seller('18', '1'), await seller('18.5', '1'), await seller('20', '1')];
    const account = await trader({ USDT: '60' });
    const order = await limit(account, 'buy', '10', '3');
    expect(await core.balances(account)).toEqual({ USDT: '30/30' });
    const amended = accepted(await core.exchange.amend(account, order.id, { price: '19' }));
    expect(amended).toMatchObject({ id: order.id, state: 'PARTIALLY_FILLED' });
    await core.settled();
    expect(await stored(account)).toMatchObject({
      id: order.id,
      price: '19',
      quantity: '3',
      quantityLeft: '1',
      value: '36.5',
      state: 'PARTIALLY_FILLED',
    });
    // 60 less 36.5 that was paid and 19 for the rest.
    expect(await core.balances(account)).toEqual({ USDT: '4.5/19', AVAX: '1.996/0' });
    expect(await makersOf(account)).toEqual(sellers.slice(0, 2).map(([, { id }]) => id));
    await core.restart();
    // It has traded 2 at other prices; that stays true with the new terms.
    accepted(await core.exchange.amend(account, order.id, { price: '15', quantity: '2.5' }));
    expect(await stored(account)).toMatchObject({ price: '15', quantity: '2.5', quantityLeft: '0.5' });
    expect(await core.balances(account)).toEqual({ USDT: '16/7.5', AVAX: '1.996/0' });
    await core.balanced();
    accepted(await core.exchange.amend(account, order.id, { price: '21' }));
    expect(await stored(account)).toMatchObject({ state: 'FILLED', quantityLeft: '0', value: '46.5' });
    expect(await core.balances(account)).toEqual({ USDT: '13.5/0', AVAX: '2.495/0' });
    await clear();
  });

  test('AMEND-01 an amendment that changes nothing gets the order as it is', async () => {
    const [account, order] = await seller('20', '3');
    const same = accepted(await core.exchange.amend(account, order.id, { price: '20.0', quantity: '3' }));
    expect(same).toMatchObject({ id: order.id, price: '20', quantity: '3', state: 'OPENED' });
    expect(await core.balances(account)).toEqual({ AVAX: '7/3' });
    await clear();
  });

  test('AMEND-04 refusals change nothing and give the reason', async () => {
    const [other] = await seller('25', '1');
    const account = await trader({ USDT: '50', AVAX: '1' });
    const order = await limit(account, 'buy', '20', '2');
    await limit(account, 'sell', '24', '1');
    const passive = await limit(account, 'buy', '10', '0.5', { isPostOnly: true });
    const before = await core.balances(account);
    const amend = async (id: string, change: { price?: string; quantity?: string }) => {
      const { status, code, message } = refused(await core.exchange.amend(account, id, change));
      expect(await core.balances(account)).toEqual(before);
      expect(message).toMatch(/\.$/);
      return `${status} ${code}`;
    };
    expect(await amend(order.id, {})).toBe('400 AMENDS_NOTHING');
    expect(await amend(order.id, { price: '0' })).toBe('400 INVALID_PRICE');
    expect(await amend(order.id, { price: '20.00001' })).toBe('422 PRICE_NOT_ON_TICK');
    expect(await amend(order.id, { quantity: '0.0000001' })).toBe('422 QUANTITY_NOT_ON_INCREMENT');
    expect(await amend(order.id, { price: '10000000', quantity: '10000' })).toBe('422 ORDER_TOO_LARGE');
    expect(await amend(order.id, { price: '24' })).toBe('409 SELF_TRADE');
    expect(await amend(passive.id, { price: '24.5' })).toBe('409 POST_ONLY_WOULD_TRADE');
    expect(await amend(randomUUID(), { price: '19' })).toBe('404 ORDER_NOT_FOUND');
    expect(refused(await core.exchange.amend(other, order.id, { price: '19' })).code).toBe('ORDER_NOT_FOUND');
    const short = refused(await core.exchange.amend(account, order.id, { quantity: '3' }));
    expect(short.message).toBe(
      'Insufficient balance: this amendment needs 20 USDT more, but only 5 USDT is available.',
    );
    // Half of it is filled.
    const third = await trader({ AVAX: '1' });
    await limit(third, 'sell', '20', '1');
    const filled = refused(await core.exchange.amend(account, order.id, { quantity: '1' }));
    expect(filled).toMatchObject({ status: 409, code: 'QUANTITY_BELOW_FILLED' });
    expect(filled.message).toContain('1 AVAX of this order are filled already');
    accepted(await core.exchange.cancel(account, order.id));
    expect(refused(await core.exchange.amend(account, order.id, { price: '19' })).code).toBe(
      'ORDER_CANCELED',
    );
    await clear();
  });

  test('AMEND-05 a repeated key gets the first answer, and is refused for another amendment', async () => {
    const [account, order] = await seller('20', '3');
    const key = randomUUID();
    const first = accepted(await core.exchange.amend(account, order.id, { price: '22' }, key));
    accepted(await core.exchange.amend(account, order.id, { price: '23', quantity: '2' }));
    expect(accepted(await core.exchange.amend(account, order.id, { price: '22.0' }, key))).toEqual(first);
    expect(await stored(account)).toMatchObject({ price: '23', quantity: '2' });
    expect(refused(await core.exchange.amend(account, order.id, { price: '21' }, key)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const short = randomUUID();
    const refusal = refused(await core.exchange.amend(account, order.id, { quantity: '11' }, short));
    accepted(await core.exchange.cancel(account, order.id));
    expect(refused(await core.exchange.amend(account, order.id, { quantity: '11' }, short))).toEqual(refusal);
    expect(accepted(await core.exchange.amend(account, order.id, { price: '22' }, key))).toEqual(first);
    await clear();
  });

  test('AMEND-03 an order whose fills are not settled is amended after them', async () => {
    const first = await seller('18', '1');
    const second = await seller('19', '2');
    const taker = await trader({ USDT: '100' });
    const [bought, amended] = await Promise.all([
      core.exchange.placeLimit(taker, { pair: PAIR, side: 'buy', price: '20', quantity: '2' }),
      core.exchange.amend(second[0], second[1].id, { price: '21' }),
    ]);
    accepted(bought);
    expect(accepted(amended)).toMatchObject({ price: '21', quantity: '2', quantityLeft: '1' });
    expect(await makersOf(taker)).toEqual([second[1].id, first[1].id]);
    expect(asks()).toEqual([['21', '1']]);
    await clear();
  });
});
