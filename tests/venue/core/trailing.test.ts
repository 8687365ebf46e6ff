import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { type Exchange, type MarketOrder, OPEN_STATES, type OrderRecord } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore, triggeredIn, unsettledIn } from './harness.ts';

const MINUTE = 60_000;
const pair = 'AVAX-USDT';

describe.each(databases)('trailing stop orders on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;
  let clock = Date.UTC(2026, 10, 27);
  let traders: string[] = [];

  async function open(more: { readonly fillsAtOnce?: number } = {}): Promise<void> {
    exchange = await createExchange({ store: core.store, now: () => new Date(clock), ...more });
  }
  async function restart(): Promise<void> {
    await exchange.close();
    await open();
    expect(await exchange.audit()).toEqual([]);
  }
  beforeAll(async () => {
    core = await startCore(kind);
    await open();
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });
  afterEach(async () => {
    for (const account of traders)
      for (const { id } of await exchange.orders(account, { states: OPEN_STATES, skip: 0, limit: 1000 }))
        accepted(await exchange.cancel(account, id));
    await settled();
    traders = [];
    // The band follows the latest trades.
    clock += 6 * MINUTE;
  });

  const trader = async (): Promise<string> => {
    const account = await core.account({ AVAX: '1000', USDT: '100000' });
    traders.push(account);
    return account;
  };
  const limit = async (account: string, side: 'buy' | 'sell', price: string, quantity = '1') =>
    accepted(await exchange.placeLimit(account, { pair, side, price, quantity }));
  const settled = async (): Promise<void> => {
    while ((await unsettledIn(core.store)) + (await triggeredIn(core.store)) > 0)
      expect(await exchange.audit()).toEqual([]);
    expect(await exchange.audit()).toEqual([]);
  };
  /** A trade of two others. */
  const tradeAt = async (...prices: readonly string[]): Promise<void> => {
    for (const price of prices) {
      await limit(await trader(), 'sell', price);
      await limit(await trader(), 'buy', price);
      await settled();
    }
  };
  const place = (
    account: string,
    side: 'buy' | 'sell',
    trailPercent: string,
    more: Partial<MarketOrder> = {},
  ) =>
    exchange.placeMarket(account, {
      pair,
      side,
      trailPercent,
      ...(side === 'sell' ? { quantity: '2' } : { cost: '40' }),
      ...more,
    });
  const stored = async (account: string, { id }: OrderRecord): Promise<OrderRecord | undefined> => {
    const listed = (await exchange.orders(account, { skip: 0, limit: 100 })).find((order) => order.id === id);
    expect(await exchange.order(account, id)).toEqual(listed);
    return listed;
  };
  const stopOf = async (account: string, order: OrderRecord) => (await stored(account, order))?.stopPrice;

  test('TRAIL-03 without a last price there is nothing to trail', async () => {
    expect(refused(await place(await trader(), 'sell', '5')).code).toBe('TRAIL_NEEDS_PRICE');
  });

  test('TRAIL-01 TRAIL-02 TRAIL-05 a sell follows the highest last price since it was accepted, through restarts', async () => {
    const ann = await trader();
    await tradeAt('22', '20');
    const placed = accepted(await place(ann, 'sell', '5'));
    expect(placed).toMatchObject({
      kind: 'market',
      state: 'WAITING',
      trailPercent: '5',
      stopPrice: '19',
      quantity: '2',
    });
    expect((await core.balances(ann)).AVAX).toBe('998/2');
    expect(await stored(ann, placed)).toEqual(placed);
    await tradeAt('20.5', '20.2');
    expect(await stopOf(ann, placed)).toBe('19.475');
    await restart();
    expect(await stopOf(ann, placed)).toBe('19.475');
    await tradeAt('21', '20.1');
    expect(await stopOf(ann, placed)).toBe('19.95');
    await tradeAt('19.96');
    await restart();
    expect((await stored(ann, placed))?.state).toBe('WAITING');
    await limit(await trader(), 'buy', '19.8', '2');
    await tradeAt('19.95');
    expect(await stored(ann, placed)).toMatchObject({
      state: 'FILLED',
      trailPercent: '5',
      stopPrice: '19.95',
      value: '39.6',
    });
    expect((await core.balances(ann)).AVAX).toBe('998/0');
  });

  test('TRAIL-02 a buy follows the lowest last price, and what it spends is reserved', async () => {
    const ann = await trader();
    await tradeAt('19', '20');
    const placed = accepted(await place(ann, 'buy', '5', { cost: '39.8', price: '21' }));
    expect(placed).toMatchObject({ stopPrice: '21', cost: '39.8', price: '21' });
    await tradeAt('19.5', '19.8');
    await restart();
    expect(await stopOf(ann, placed)).toBe('20.475');
    expect((await core.balances(ann)).USDT).toBe('99960.2/39.8');
    await limit(await trader(), 'sell', '20.6', '5');
    await tradeAt('20.475');
    expect(await stored(ann, placed)).toMatchObject({
      state: 'FILLED',
      value: '39.758',
      stopPrice: '20.475',
    });
    expect((await core.balances(ann)).USDT).toBe('99960.242/0');
  });

  test('TRAIL-02 the stop is rounded to the price step away from the last price', async () => {
    const [ann, bob] = [await trader(), await trader()];
    await tradeAt('20.007');
    const [sell, buy] = [accepted(await place(ann, 'sell', '0.3')), accepted(await place(bob, 'buy', '0.3'))];
    // 19.946979 and 20.067021.
    expect([sell.stopPrice, buy.stopPrice]).toEqual(['19.946', '20.068']);
    expect([await stopOf(ann, sell), await stopOf(bob, buy)]).toEqual(['19.946', '20.068']);
  });

  test('TRAIL-02 prices before it was accepted do not count, and each has its own', async () => {
    const [ann, bob, cyd] = [await trader(), await trader(), await trader()];
    await tradeAt('21');
    const first = accepted(await place(ann, 'sell', '10'));
    await tradeAt('20');
    const second = accepted(await place(bob, 'sell', '10'));
    const third = accepted(await place(cyd, 'sell', '5'));
    expect([await stopOf(ann, first), await stopOf(bob, second)]).toEqual(['18.9', '18']);
    await tradeAt('20.5');
    expect([await stopOf(ann, first), await stopOf(bob, second)]).toEqual(['18.9', '18.45']);
    // Without bids a triggered sale ends.
    await tradeAt('19.475');
    expect([(await stored(ann, first))?.state, (await stored(cyd, third))?.state]).toEqual([
      'WAITING',
      'CANCELED',
    ]);
    await tradeAt('21.5');
    expect([await stopOf(ann, first), await stopOf(bob, second)]).toEqual(['19.35', '19.35']);
    const { rows } = await core.store.pool.query("select side, price from trail_marks where side = 'sell'");
    expect(rows).toEqual([{ side: 'sell', price: '2150000000' }]);
  });

  describe('after a restart while an order is being settled', () => {
    /** Bids from 20 down to 18.8. Sales are stored a fill at a time, and a restart comes before all are. */
    async function sold(...sales: readonly [price: string, quantity: string][]): Promise<void> {
      const [bidder, ...sellers] = await Promise.all([trader(), ...sales.map(trader)]);
      for (const price of ['20', '19.8', '19.6', '19.4', '19.2', '19', '18.8'])
        await limit(bidder, 'buy', price);
      await exchange.close();
      await open({ fillsAtOnce: 1 });
      await Promise.all(
        sales.map(([price, quantity], of) => limit(sellers[of] ?? '', 'sell', price, quantity)),
      );
      await exchange.close();
      expect(await unsettledIn(core.store)).toBe(1);
      await open({ fillsAtOnce: 1 });
    }
    afterEach(async () => {
      await settled();
      await restart();
    });

    test.each([
      ['of one sale', [['19.2', '5']], '19.008'],
      ['whose last fill is stored first', [['19.2', '4.5']], '19.008'],
      [
        'before another that is stored whole',
        [
          ['19.2', '5'],
          ['19', '1'],
        ],
        '18.81',
      ],
    ] as const)('TRAIL-02 a new order trails the price that was matched last, %s', async (_, sales, stop) => {
      const ann = await trader();
      await sold(...sales.map(([price, quantity]): [string, string] => [price, quantity]));
      const placed = accepted(await place(ann, 'sell', '1'));
      expect(placed.stopPrice).toBe(stop);
      await settled();
      expect(await stored(ann, placed)).toMatchObject({ state: 'WAITING', stopPrice: stop });
    });

    test('STOP-02 OCO-05 a stop price that it has reached is refused', async () => {
      const ann = await trader();
      await sold(['19.2', '5']);
      const [stop, oco] = await Promise.all([
        exchange.placeMarket(ann, { pair, side: 'sell', quantity: '1', stopPrice: '19.3' }),
        exchange.placeLimit(ann, { pair, side: 'sell', price: '22', quantity: '1', ocoStopPrice: '19.3' }),
      ]);
      expect([refused(stop).code, refused(oco).code]).toEqual(['STOP_REACHED', 'STOP_REACHED']);
    });
  });

  test('TRAIL-03 what it may be', async () => {
    const ann = await trader();
    await tradeAt('20');
    const codeOf = async (side: 'buy' | 'sell', percent: string, more?: Partial<MarketOrder>) =>
      refused(await place(ann, side, percent, more)).code;
    for (const percent of ['0', '-1', '0.05', '0.15', '50.1', '100', 'x'])
      expect(await codeOf('sell', percent)).toBe('INVALID_TRAIL_PERCENT');
    expect(await codeOf('sell', '5', { stopPrice: '19' })).toBe('TRAIL_STANDS_ALONE');
    const { cost: _, ...byQuantity } = {
      cost: '',
      pair,
      side: 'buy',
      quantity: '2',
      trailPercent: '5',
    } as const;
    expect(refused(await exchange.placeMarket(ann, byQuantity)).code).toBe('STOP_BUY_NEEDS_COST');
    for (const percent of ['0.1', '50.0']) accepted(await place(ann, 'sell', percent));
  });

  test('TRAIL-03 it is cancelled, not amended, and counts among the stop orders', async () => {
    const ann = await trader();
    await tradeAt('20');
    const placed = accepted(await place(ann, 'sell', '5'));
    expect(refused(await exchange.amend(ann, placed.id, { quantity: '1' })).code).toBe('TRAIL_NOT_AMENDABLE');
    expect(accepted(await exchange.cancel(ann, placed.id))).toMatchObject({
      state: 'CANCELED',
      trailPercent: '5',
      stopPrice: null,
    });
    expect(await stored(ann, placed)).toMatchObject({
      state: 'CANCELED',
      trailPercent: '5',
      stopPrice: null,
    });
    expect((await core.balances(ann)).AVAX).toBe('1000/0');
    for (let count = 0; count < 50; count += 1) accepted(await place(ann, 'sell', '5', { quantity: '1' }));
    expect(refused(await place(ann, 'sell', '5')).code).toBe('TOO_MANY_STOP_ORDERS');
  });

  test('TRAIL-01 a repeated key is answered as it was first; another percentage is another order', async () => {
    const ann = await trader();
    await tradeAt('20');
    const order = { pair, side: 'sell', quantity: '1', trailPercent: '5' } as const;
    const first = accepted(await exchange.placeMarket(ann, order, 'once'));
    await tradeAt('21');
    expect(accepted(await exchange.placeMarket(ann, { ...order, trailPercent: '5.0' }, 'once'))).toEqual(
      first,
    );
    expect(refused(await exchange.placeMarket(ann, { ...order, trailPercent: '6' }, 'once')).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});
