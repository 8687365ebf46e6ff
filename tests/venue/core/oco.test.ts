import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import {
  type BookChange,
  type Exchange,
  type LimitOrder,
  OPEN_STATES,
  type OrderRecord,
} from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import {
  accepted,
  type Harness,
  missedStops,
  refused,
  startCore,
  triggeredIn,
  unsettledIn,
} from './harness.ts';

const MINUTE = 60_000;
const pair = 'AVAX-USDT';

describe.each(databases)('one-cancels-other orders on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;
  let clock = Date.UTC(2026, 10, 27);
  let traders: string[] = [];

  async function open(): Promise<void> {
    // The second fill of an order is settled after the first.
    exchange = await createExchange({
      store: core.store,
      now: () => new Date(clock),
      fillsAtOnce: 1,
      minOrderValues: { USDT: '5' },
    });
  }
  async function restart(): Promise<void> {
    await exchange.close();
    await open();
    expect(await exchange.audit()).toEqual([]);
  }
  beforeAll(async () => {
    core = await startCore(kind);
    await open();
    await clear();
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });
  afterEach(clear);

  const trader = async (): Promise<string> => {
    const account = await core.account({ AVAX: '1000', USDT: '100000' });
    traders.push(account);
    return account;
  };
  const limit = async (
    account: string,
    side: 'buy' | 'sell',
    price: string,
    quantity = '1',
    terms: Partial<LimitOrder> = {},
  ): Promise<OrderRecord> =>
    accepted(await exchange.placeLimit(account, { pair, side, price, quantity, ...terms }));
  const settled = async (): Promise<void> => {
    while ((await unsettledIn(core.store)) + (await triggeredIn(core.store)) > 0)
      expect(await exchange.audit()).toEqual([]);
    expect(await exchange.audit()).toEqual([]);
    expect(await missedStops((sql) => core.store.pool.query(sql))).toEqual([]);
  };
  /** A trade between two others. */
  const tradeAt = async (price: string): Promise<void> => {
    await limit(await trader(), 'sell', price);
    await limit(await trader(), 'buy', price);
    await settled();
  };
  /** A trade with an order of the book. */
  const take = async (side: 'buy' | 'sell', price: string, quantity = '1'): Promise<void> => {
    await limit(await trader(), side, price, quantity, { timeInForce: 'IOC' });
    await settled();
  };
  const stored = async (account: string, { id }: OrderRecord): Promise<OrderRecord | undefined> =>
    (await exchange.orders(account, { skip: 0, limit: 100 })).find((order) => order.id === id);
  const book = () => {
    const { bids, asks } = exchange.book(pair, 10) ?? {};
    return { bids, asks };
  };

  async function clear(): Promise<void> {
    await settled();
    for (const account of traders)
      for (const { id } of await exchange.orders(account, { states: OPEN_STATES, skip: 0, limit: 1000 }))
        accepted(await exchange.cancel(account, id));
    expect(await exchange.audit()).toEqual([]);
    expect(book()).toEqual({ bids: [], asks: [] });
    // The band follows the latest trades.
    clock += 6 * MINUTE;
    await tradeAt('20');
    clock += 6 * MINUTE;
    traders = [];
  }

  /** Takes profit at 22 and stops at 19. */
  const sell = (account: string, quantity = '4', terms: Partial<LimitOrder> = {}) =>
    limit(account, 'sell', '22', quantity, { ocoStopPrice: '19', ...terms });

  test('OCO-01 OCO-03 it rests in the public book as a limit order, and only its owner sees its stop', async () => {
    const changes: BookChange[] = [];
    const mute = exchange.on('book', (change) => changes.push(change));
    const ann = await trader();
    const placed = await sell(ann, '4', { ocoLimitPrice: '18' });
    mute();
    const terms = { price: '22', stopPrice: null, ocoStopPrice: '19', ocoLimitPrice: '18' };
    expect(placed).toMatchObject({ state: 'OPENED', kind: 'limit', quantityLeft: '4', ...terms });
    expect(changes.map(({ asks }) => asks)).toEqual([[['22', '4']]]);
    expect((await core.balances(ann)).AVAX).toBe('996/4');
    await restart();
    expect(await stored(ann, placed)).toEqual(placed);
    expect(book()).toEqual({ bids: [], asks: [['22', '4']] });
    expect(accepted(await exchange.cancel(ann, placed.id))).toMatchObject({ state: 'CANCELED', ...terms });
    expect((await core.balances(ann)).AVAX).toBe('1000/0');
    // Both legs are gone.
    await tradeAt('19');
    expect((await stored(ann, placed))?.state).toBe('CANCELED');
  });

  test('OCO-02 the limit leg fills it, and nothing is left for the stop', async () => {
    const ann = await trader();
    const placed = await sell(ann);
    await take('buy', '22', '4');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '88', stopPrice: null });
    await limit(await trader(), 'buy', '18.5', '9');
    await tradeAt('19');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '88' });
    expect((await core.balances(ann)).AVAX).toBe('996/0');
  });

  test('OCO-02 a trade at the stop removes what is left from the book, and it is sold at any price', async () => {
    const ann = await trader();
    const placed = await sell(ann);
    await take('buy', '22', '1');
    expect(await stored(ann, placed)).toMatchObject({ state: 'PARTIALLY_FILLED', quantityLeft: '3' });
    await tradeAt('19.1');
    expect(book().asks).toEqual([['22', '3']]);
    for (const price of ['18.6', '18.5']) await limit(await trader(), 'buy', price, '1');
    const changes: BookChange[] = [];
    const mute = exchange.on('book', (change) => changes.push(change));
    await tradeAt('19');
    mute();
    expect(changes.flatMap(({ asks }) => asks)).toContainEqual(['22', '0']);
    expect(await stored(ann, placed)).toMatchObject({
      kind: 'market',
      state: 'CANCELED',
      price: null,
      quantity: '4',
      quantityLeft: '1',
      value: '59.1',
      stopPrice: '19',
      ocoStopPrice: '19',
    });
    expect(book()).toEqual({ bids: [], asks: [] });
    expect((await core.balances(ann)).AVAX).toBe('997/0');
  });

  test('OCO-02 with a limit, what the stop leg does not sell rests there, as with a stop order', async () => {
    const ann = await trader();
    const placed = await sell(ann, '4', { ocoLimitPrice: '18.5' });
    await take('buy', '22', '1');
    await limit(await trader(), 'buy', '18.6', '1');
    await tradeAt('18.9');
    const rest = {
      state: 'PARTIALLY_FILLED',
      price: '18.5',
      quantityLeft: '2',
      value: '40.6',
      stopPrice: '19',
    };
    expect(await stored(ann, placed)).toMatchObject(rest);
    expect(book().asks).toEqual([['18.5', '2']]);
    await restart();
    expect(await stored(ann, placed)).toMatchObject(rest);
    // It no longer waits for a price, and is amended like any other.
    await tradeAt('18.4');
    expect(accepted(await exchange.amend(ann, placed.id, { price: '18.7' }))).toMatchObject({
      price: '18.7',
      quantityLeft: '2',
    });
    await take('buy', '18.7', '2');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '78', ocoStopPrice: '19' });
  });

  test('OCO-02 an order that both fills a part of it and reaches its stop does both', async () => {
    const [ann, bob] = [await trader(), await trader()];
    const placed = await limit(ann, 'sell', '21', '4', { ocoStopPrice: '19' });
    await limit(bob, 'sell', '18.9', '1');
    await limit(bob, 'buy', '18.5', '9');
    // It trades at 18.9, which reaches the stop, and then with the order itself.
    await take('buy', '21', '2');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '76.5', quantity: '4' });
    expect(await core.balances(ann)).toMatchObject({ AVAX: '996/0' });
  });

  test('OCO-03 a buy reserves what its dearer leg costs, and each fill of the other releases the difference', async () => {
    const ann = await trader();
    const placed = await limit(ann, 'buy', '18', '4', { ocoStopPrice: '21', ocoLimitPrice: '22' });
    expect((await core.balances(ann)).USDT).toBe('99912/88');
    await take('sell', '18', '1');
    expect((await core.balances(ann)).USDT).toBe('99916/66');
    await restart();
    await limit(await trader(), 'sell', '21.5', '1');
    await tradeAt('21');
    expect(await stored(ann, placed)).toMatchObject({ price: '22', quantityLeft: '2', value: '39.5' });
    expect((await core.balances(ann)).USDT).toBe('99916.5/44');
    accepted(await exchange.cancel(ann, placed.id));
    expect((await core.balances(ann)).USDT).toBe('99960.5/0');
  });

  test('OCO-03 fills that are settled later release the difference too, after a restart', async () => {
    const [ann, bob] = [await trader(), await trader()];
    for (const owner of [ann, bob])
      await limit(owner, 'buy', '18', '4', { ocoStopPrice: '21', ocoLimitPrice: '22' });
    await limit(await trader(), 'sell', '18', '8');
    await restart();
    await settled();
    for (const owner of [ann, bob]) expect((await core.balances(owner)).USDT).toBe('99928/0');
  });

  test('OCO-04 whatever the limit leg leaves is sold at the stop, however little', async () => {
    const ann = await trader();
    const placed = await sell(ann);
    await take('buy', '22', '3.99');
    await limit(await trader(), 'buy', '18.5', '1');
    await tradeAt('19');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '87.965', quantityLeft: '0' });
  });

  test('OCO-02 in a book without bids a sale at any price ends, one with a limit rests', async () => {
    const [ann, bob] = [await trader(), await trader()];
    const [any, limited] = [await sell(ann), await sell(bob, '4', { ocoLimitPrice: '18' })];
    await tradeAt('19');
    expect(await stored(ann, any)).toMatchObject({ state: 'CANCELED', executedAt: null });
    expect(await stored(bob, limited)).toMatchObject({ state: 'OPENED', price: '18' });
    expect(book()).toEqual({ bids: [], asks: [['18', '4']] });
  });

  test('OCO-02 what would trade with an order of the same account ends, and all is free again', async () => {
    const ann = await trader();
    const placed = await sell(ann);
    await take('buy', '22', '1');
    await limit(ann, 'buy', '18.5', '1');
    await tradeAt('19');
    expect(await stored(ann, placed)).toMatchObject({ state: 'CANCELED', quantityLeft: '3', value: '22' });
    expect((await core.balances(ann)).AVAX).toBe('999/0');
  });

  test('OCO-02 outside the band it stays triggered, out of the book, through a restart, and can be cancelled', async () => {
    const [ann, bob, other] = [await trader(), await trader(), await trader()];
    await limit(other, 'buy', '14', '2');
    const [waits, cancelled] = [await sell(ann, '2'), await sell(bob, '1')];
    // A part of it is filled before, and a buy whose dearer leg holds more waits beside it.
    const buys = await limit(bob, 'buy', '13', '2', { ocoStopPrice: '23', ocoLimitPrice: '24' });
    await take('buy', '22', '1');
    await limit(other, 'buy', '19', '1');
    await limit(await trader(), 'sell', '19', '1');
    expect(await stored(ann, waits)).toMatchObject({ state: 'TRIGGERED', price: '22', stopPrice: null });
    expect(book()).toEqual({
      bids: [
        ['14', '2'],
        ['13', '2'],
      ],
      asks: [],
    });
    expect((await core.balances(bob)).USDT).toBe('99952/48');
    expect(refused(await exchange.amend(ann, waits.id, { price: '23' })).code).toBe('STOP_TRIGGERED');
    await restart();
    expect(accepted(await exchange.cancel(bob, cancelled.id))).toMatchObject({
      state: 'CANCELED',
      price: '22',
    });
    accepted(await exchange.cancel(bob, buys.id));
    expect(await core.balances(bob)).toEqual({ AVAX: '1000/0', USDT: '100000/0' });
    expect(book().asks).toEqual([]);
    await limit(other, 'buy', '17', '1');
    clock += MINUTE;
    await limit(other, 'buy', '11', '1');
    await settled();
    expect(await stored(ann, waits)).toMatchObject({ state: 'FILLED', value: '39', quantity: '2' });
  });

  test('OCO-05 the last price is between its legs, and it does not trade at once', async () => {
    const [ann, other] = [await trader(), await trader()];
    await limit(other, 'buy', '21', '1');
    await limit(other, 'sell', '23', '1');
    const codeOf = async (order: Omit<LimitOrder, 'pair' | 'quantity'>) =>
      refused(await exchange.placeLimit(ann, { pair, quantity: '1', ...order })).code;
    const sale = { side: 'sell', price: '22', ocoStopPrice: '19' } as const;
    const buy = { side: 'buy', price: '18', ocoStopPrice: '21', ocoLimitPrice: '22' } as const;
    expect(await codeOf({ ...sale, ocoStopPrice: '22' })).toBe('OCO_WRONG_SIDES');
    expect(await codeOf({ ...buy, ocoStopPrice: '17' })).toBe('OCO_WRONG_SIDES');
    expect(await codeOf({ ...sale, ocoStopPrice: '20' })).toBe('STOP_REACHED');
    expect(await codeOf({ ...buy, ocoStopPrice: '20' })).toBe('STOP_REACHED');
    expect(await codeOf({ ...sale, price: '21' })).toBe('OCO_WOULD_TRADE');
    expect(await codeOf({ ...buy, price: '20' })).toBe('OCO_LIMIT_REACHED');
    expect(await codeOf({ ...buy, price: '23', ocoStopPrice: '24' })).toBe('OCO_WOULD_TRADE');
    expect(await codeOf({ ...sale, ocoStopPrice: '18.00000001' })).toBe('PRICE_NOT_ON_TICK');
    expect(await codeOf({ ...sale, ocoLimitPrice: '0' })).toBe('INVALID_PRICE');
    expect(await codeOf({ ...sale, ocoLimitPrice: '4' })).toBe('BELOW_MINIMUM_ORDER_VALUE');
    expect(await codeOf({ side: 'buy', price: '18', ocoStopPrice: '21' })).toBe('OCO_BUY_NEEDS_LIMIT');
    expect(await codeOf({ side: 'sell', price: '22', ocoLimitPrice: '18' })).toBe('OCO_NEEDS_STOP');
    for (const terms of [
      { timeInForce: 'IOC' },
      { timeInForce: 'FOK' },
      { isPostOnly: true },
      { stopPrice: '18' },
      { displayQuantity: '0.1' },
    ] as const)
      expect(await codeOf({ ...sale, ...terms })).toBe('OCO_STANDS_ALONE');
    expect((await core.balances(ann)).AVAX).toBe('1000/0');
  });

  test('OCO-05 while both legs wait it cannot be amended', async () => {
    const ann = await trader();
    const placed = await sell(ann);
    expect(refused(await exchange.amend(ann, placed.id, { price: '23' })).code).toBe('OCO_NOT_AMENDABLE');
    expect(refused(await exchange.amend(ann, placed.id, { stopPrice: '18' })).code).toBe('OCO_NOT_AMENDABLE');
    expect(await stored(ann, placed)).toEqual(placed);
  });

  test('OCO-05 it counts as a stop order of its account (LOAD-16)', async () => {
    const ann = await trader();
    for (let count = 0; count < 49; count += 1) await sell(ann, '0.5');
    await limit(ann, 'sell', '18', '1', { stopPrice: '18.5' });
    const order = { pair, side: 'sell', quantity: '1' } as const;
    for (const terms of [
      { price: '22', ocoStopPrice: '19' },
      { price: '18', stopPrice: '19' },
    ])
      expect(refused(await exchange.placeLimit(ann, { ...order, ...terms })).code).toBe(
        'TOO_MANY_STOP_ORDERS',
      );
    await limit(ann, 'sell', '23', '1');
  });

  test('OCO-01 a repeated key gets the first answer; another stop is another order', async () => {
    const ann = await trader();
    const order = { pair, side: 'sell', price: '22', quantity: '1', ocoStopPrice: '19' } as const;
    const first = accepted(await exchange.placeLimit(ann, order, 'once'));
    expect(accepted(await exchange.placeLimit(ann, { ...order, ocoStopPrice: '19.0' }, 'once'))).toEqual(
      first,
    );
    for (const other of [{ ocoStopPrice: '18' }, { ocoLimitPrice: '18' }])
      expect(refused(await exchange.placeLimit(ann, { ...order, ...other }, 'once')).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
  });
});
