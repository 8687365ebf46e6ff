import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BookChange, LimitOrder } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const PAIR = 'AVAX-USDT';

describe.each(databases)('iceberg orders on $name', (kind) => {
  let core: Harness;
  let makers: string[] = [];
  beforeAll(async () => {
    // The second fill of an order is settled after the first.
    core = await startCore(kind, 'on disk', 1);
  });
  afterAll(() => core.remove());
  const clear = async (): Promise<void> => {
    await core.settled();
    await core.cancelAll(...makers);
    makers = [];
    await core.balanced();
    expect(core.exchange.book(PAIR, 10)).toMatchObject({ bids: [], asks: [], sellsVolume: '0' });
  };
  afterEach(clear);

  const limit = (account: string, order: Omit<LimitOrder, 'pair'>, key?: string) =>
    core.exchange.placeLimit(account, { pair: PAIR, ...order }, key);
  const buy = (account: string, price: string, quantity: string) =>
    limit(account, { side: 'buy', price, quantity });
  /** Sells at 20, each from an account of its own. */
  async function offer(quantity: string, displayQuantity?: string) {
    const seller = await core.account({ AVAX: quantity });
    makers.push(seller);
    const terms = displayQuantity === undefined ? {} : { displayQuantity };
    return { seller, ...accepted(await limit(seller, { side: 'sell', price: '20', quantity, ...terms })) };
  }
  const taker = () => core.account({ USDT: '2000' });
  const asks = () => core.exchange.book(PAIR, 10)?.asks;

  test('TYPE-11 the book and its feed show only the displayed quantity, the balance reserves all', async () => {
    const changes: BookChange[] = [];
    const stop = core.exchange.on('book', (change) => changes.push(change));
    const berg = await offer('10', '2');
    expect(berg).toMatchObject({ quantity: '10', displayQuantity: '2', state: 'OPENED' });
    expect(changes.map(({ asks: changed }) => changed)).toEqual([[['20', '2']]]);
    stop();
    expect(core.exchange.book(PAIR, 10)).toMatchObject({ asks: [['20', '2']], sellsVolume: '2' });
    expect(await core.balances(berg.seller)).toEqual({ AVAX: '0/10' });
    const buyer = await taker();
    accepted(await buy(buyer, '20', '0.5'));
    expect(asks()).toEqual([['20', '1.5']]);
    const [stored] = await core.exchange.orders(berg.seller, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({ state: 'PARTIALLY_FILLED', quantityLeft: '9.5', displayQuantity: '2' });
    accepted(await core.exchange.cancel(berg.seller, berg.id));
    expect(asks()).toEqual([]);
    // 10 less a fee of 0.001 of 10 USDT.
    expect(await core.balances(berg.seller)).toEqual({ AVAX: '9.5/0', USDT: '9.99/0' });
  });

  test('TYPE-11 a refusal for too small a balance reveals nothing hidden', async () => {
    const poor = await core.account({ USDT: '1' });
    const tries = async () => {
      const ask = { side: 'buy', price: '21', quantity: '50' } as const;
      const market = { pair: PAIR, side: 'buy' } as const;
      return [
        await limit(poor, ask),
        await limit(poor, { ...ask, timeInForce: 'IOC' }, 'kept'),
        await limit(poor, { ...ask, timeInForce: 'IOC' }, 'kept'),
        await limit(poor, { ...ask, timeInForce: 'FOK' }),
        await limit(poor, { ...ask, quantity: '2', timeInForce: 'FOK' }),
        await core.exchange.placeMarket(poor, { ...market, quantity: '50', price: '21' }),
        await core.exchange.placeMarket(poor, { ...market, quantity: '50' }),
      ].map((one) => refused(one));
    };
    await offer('100', '2');
    const ofIceberg = await tries();
    await clear();
    await offer('2');
    const ofPlain = await tries();
    expect(ofIceberg.map(({ code }) => code)).toEqual(ofIceberg.map(() => 'INSUFFICIENT_BALANCE'));
    expect(ofIceberg).toEqual(ofPlain);
    expect(ofIceberg[0]?.message).toContain('needs 1050 USDT, but only 1 USDT');
  });

  test('TYPE-11 the next displayed part goes behind the others of its price, also after a restart', async () => {
    const berg = await offer('10', '2');
    const plain = await offer('3');
    const buyer = await taker();
    accepted(await buy(buyer, '20', '2'));
    expect(asks()).toEqual([['20', '5']]);
    await core.restart();
    expect(asks()).toEqual([['20', '5']]);
    await core.balanced();
    accepted(await buy(buyer, '20', '4'));
    await core.settled();
    // Orders with a part left are settled first.
    expect(await core.fills(buyer)).toEqual([
      [berg.id, '20', '2'],
      [berg.id, '20', '1'],
      [plain.id, '20', '3'],
    ]);
    expect(asks()).toEqual([['20', '1']]);
  });

  test('TYPE-11 an order that takes several parts trades with all displayed parts first, in one trade for each iceberg', async () => {
    const [one, plain, other] = [await offer('5', '1'), await offer('1'), await offer('5', '2')];
    const buyer = await taker();
    // Parts of 1, 1, 2, then 1, 2, and of the third round 0.5.
    const order = accepted(await buy(buyer, '20', '7.5'));
    await core.settled();
    const fills = await core.fills(buyer);
    expect(fills).toHaveLength(3);
    expect(fills).toEqual(
      expect.arrayContaining([
        [one.id, '20', '2.5'],
        [plain.id, '20', '1'],
        [other.id, '20', '4'],
      ]),
    );
    expect(asks()).toEqual([['20', '1.5']]);
    const [stored] = await core.exchange.orders(buyer, { skip: 0, limit: 1 });
    expect(stored).toMatchObject({ id: order.id, state: 'FILLED', value: '150' });
  });

  test('TYPE-11 a restart between the settlements of an order finds each iceberg as it was matched', async () => {
    const [one, plain, other] = [await offer('5', '1'), await offer('2'), await offer('2', '1')];
    const later = await offer('5', '1');
    const buyer = await taker();
    // The second iceberg is filled, and settled after those with a part left.
    accepted(await buy(buyer, '20', '8'));
    await core.restart();
    expect(asks()).toEqual([['20', '2']]);
    await core.settled();
    expect(new Map((await core.fills(buyer)).map(([id, , quantity]) => [id, quantity]))).toEqual(
      new Map([
        [one.id, '2'],
        [plain.id, '2'],
        [other.id, '2'],
        [later.id, '2'],
      ]),
    );
    const next = await taker();
    accepted(await buy(next, '20', '1'));
    expect(await core.fills(next)).toEqual([[one.id, '20', '1']]);
  });

  test('TYPE-11 it first trades as far as the book allows, and displays a part of what rests', async () => {
    await offer('1');
    const buyer = await taker();
    makers.push(buyer);
    const order = accepted(
      await limit(buyer, { side: 'buy', price: '20', quantity: '6', displayQuantity: '2' }),
    );
    expect(order).toMatchObject({ state: 'PARTIALLY_FILLED', quantityLeft: '5' });
    expect(core.exchange.book(PAIR, 5)).toMatchObject({ bids: [['20', '2']], asks: [] });
    expect((await core.balances(buyer)).USDT).toBe('1880/100');
  });

  test('TYPE-11 a smaller quantity reduces the hidden part and keeps the place; any other change gets a new place', async () => {
    const berg = await offer('10', '2');
    const plain = await offer('1');
    const amend = (change: { price?: string; quantity?: string }) =>
      core.exchange.amend(berg.seller, berg.id, change);
    expect(accepted(await amend({ quantity: '4' }))).toMatchObject({ quantity: '4', displayQuantity: '2' });
    expect(asks()).toEqual([['20', '3']]);
    const buyer = await taker();
    accepted(await buy(buyer, '20', '0.5'));
    expect(await core.fills(buyer)).toEqual([[berg.id, '20', '0.5']]);
    expect(accepted(await amend({ quantity: '1.5' }))).toMatchObject({ quantityLeft: '1' });
    expect(asks()).toEqual([['20', '2']]);
    expect(accepted(await amend({ quantity: '9.5' }))).toMatchObject({ quantityLeft: '9' });
    // It displays a full part again, behind the other order.
    expect(asks()).toEqual([['20', '3']]);
    expect(await core.balances(berg.seller)).toMatchObject({ AVAX: '0.5/9' });
    const next = await taker();
    accepted(await buy(next, '20', '1'));
    expect(await core.fills(next)).toEqual([[plain.id, '20', '1']]);
    expect(refused(await amend({ quantity: '200.01' })).code).toBe('HIDES_TOO_MUCH');
    accepted(await amend({ price: '21' }));
    expect(asks()).toEqual([['21', '2']]);
  });

  test('TYPE-11 a repeated key gets the first answer; another displayed quantity is another order', async () => {
    const seller = await core.account({ AVAX: '10' });
    makers.push(seller);
    const order = { side: 'sell', price: '20', quantity: '4', displayQuantity: '1.0' } as const;
    const first = accepted(await limit(seller, order, 'once'));
    expect(accepted(await limit(seller, { ...order, displayQuantity: '1' }, 'once'))).toEqual(first);
    expect(refused(await limit(seller, { ...order, displayQuantity: '2' }, 'once')).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(await core.balances(seller)).toEqual({ AVAX: '6/4' });
  });

  test.each([
    ['0', 'INVALID_DISPLAY_QUANTITY'],
    ['0.005', 'INVALID_DISPLAY_QUANTITY'],
    ['0.015', 'INVALID_DISPLAY_QUANTITY'],
    ['4', 'INVALID_DISPLAY_QUANTITY'],
    ['0.03', 'HIDES_TOO_MUCH'],
  ])('TYPE-12 of 4 it cannot display %s: %s', async (displayQuantity, code) => {
    const seller = await core.account({ AVAX: '4' });
    const order = { side: 'sell', price: '20', quantity: '4', displayQuantity } as const;
    expect(refused(await limit(seller, order)).code).toBe(code);
    expect(await core.balances(seller)).toEqual({ AVAX: '4/0' });
  });

  test('TYPE-12 it rests: no IOC, FOK or stop order can be one, post-only can', async () => {
    const seller = await core.account({ AVAX: '4' });
    makers.push(seller);
    const order = { side: 'sell', price: '20', quantity: '4', displayQuantity: '0.04' } as const;
    for (const terms of [{ timeInForce: 'IOC' }, { timeInForce: 'FOK' }, { stopPrice: '19' }] as const)
      expect(refused(await limit(seller, { ...order, ...terms })).code).toBe('ICEBERG_MUST_REST');
    const placed = accepted(await limit(seller, { ...order, isPostOnly: true }));
    expect(placed).toMatchObject({ isPostOnly: true, displayQuantity: '0.04' });
  });

  test('TYPE-12 at one price there are at most 50 of them', async () => {
    const seller = await core.account({ AVAX: '60' });
    makers.push(seller);
    const berg = (price: string) =>
      limit(seller, { side: 'sell', price, quantity: '1', displayQuantity: '0.5' });
    for (let count = 0; count < 50; count += 1) accepted(await berg('20'));
    expect(refused(await berg('20')).code).toBe('TOO_MANY_ICEBERGS');
    accepted(await limit(seller, { side: 'sell', price: '20', quantity: '1' }));
    const elsewhere = accepted(await berg('20.001'));
    const moved = await core.exchange.amend(seller, elsewhere.id, { price: '20' });
    expect(refused(moved).code).toBe('TOO_MANY_ICEBERGS');
    // All with a part left are settled at once, however many.
    const buyer = await taker();
    accepted(await buy(buyer, '20', '26'));
    expect(asks()?.[0]).toEqual(['20', '25']);
    await core.balanced();
  });
});
