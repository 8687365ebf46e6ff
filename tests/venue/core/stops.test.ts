import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { LARGEST_OPEN } from '../../../venue/core/planOrder.ts';
import {
  type Exchange,
  type LimitOrder,
  type MarketOrder,
  OPEN_STATES,
  type OrderRecord,
} from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore, triggeredIn, unsettledIn } from './harness.ts';

const MINUTE = 60_000;
const pair = 'AVAX-USDT';

describe.each(databases)('stop orders on $name', (kind) => {
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
      stopsPerPair: LARGEST_OPEN,
    });
  }
  async function restart(): Promise<void> {
    await exchange.close();
    await open();
  }
  beforeAll(async () => {
    core = await startCore(kind);
    await open();
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });

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
    terms: Pick<LimitOrder, 'stopPrice' | 'timeInForce'> = {},
  ): Promise<OrderRecord> =>
    accepted(await exchange.placeLimit(account, { pair, side, price, quantity, ...terms }));
  const market = async (account: string, order: Omit<MarketOrder, 'pair'>): Promise<OrderRecord> =>
    accepted(await exchange.placeMarket(account, { pair, ...order }));
  const settled = async (): Promise<void> => {
    while ((await unsettledIn(core.store)) + (await triggeredIn(core.store)) > 0)
      expect(await exchange.audit()).toEqual([]);
    expect(await exchange.audit()).toEqual([]);
  };
  /** A trade between two others. */
  const tradeAt = async (price: string, quantity = '1'): Promise<void> => {
    await limit(await trader(), 'sell', price, quantity);
    await limit(await trader(), 'buy', price, quantity);
    await settled();
  };
  const stored = async (account: string, { id }: OrderRecord): Promise<OrderRecord | undefined> =>
    (await exchange.orders(account, { skip: 0, limit: 100 })).find((order) => order.id === id);
  afterEach(clear);

  async function clear(): Promise<void> {
    await settled();
    for (const account of traders)
      for (const { id } of await exchange.orders(account, { states: OPEN_STATES, skip: 0, limit: 1000 }))
        accepted(await exchange.cancel(account, id));
    traders = [];
    expect(await exchange.audit()).toEqual([]);
    expect(exchange.book(pair, 10)).toMatchObject({ bids: [], asks: [] });
    // The band follows the latest trades.
    clock += 6 * MINUTE;
    await tradeAt('20');
    clock += 6 * MINUTE;
    traders = [];
  }

  test('STOP-01 STOP-02 it waits with its reservation, outside the book, and through a restart', async () => {
    await tradeAt('20');
    const ann = await trader();
    const placed = await limit(ann, 'buy', '22', '2', { stopPrice: '21' });
    expect(placed).toMatchObject({ state: 'WAITING', stopPrice: '21', price: '22', quantityLeft: '2' });
    const sells = await market(ann, { side: 'sell', quantity: '3', stopPrice: '19' });
    expect(sells).toMatchObject({ kind: 'market', state: 'WAITING', quantity: '3' });
    const spends = await market(ann, { side: 'buy', cost: '50', stopPrice: '23' });
    expect(spends).toMatchObject({ cost: '50', quantity: '0', state: 'WAITING' });
    expect(await core.balances(ann)).toEqual({ AVAX: '997/3', USDT: '99906/94' });
    expect(exchange.book(pair, 10)).toMatchObject({ bids: [], asks: [] });
    await restart();
    expect(await exchange.audit()).toEqual([]);
    const listed = await exchange.orders(ann, { states: ['WAITING'], skip: 0, limit: 10 });
    expect(listed.map(({ id }) => id)).toEqual([spends.id, sells.id, placed.id]);
  });

  test('STOP-01 a trade at the stop price or beyond causes its matching; one that is not that far does not', async () => {
    const [ann, other] = [await trader(), await trader()];
    const buys = await limit(ann, 'buy', '22', '2', { stopPrice: '21' });
    const sells = await market(ann, { side: 'sell', quantity: '3', stopPrice: '19' });
    await tradeAt('20.9');
    await tradeAt('19.1');
    expect([(await stored(ann, buys))?.state, (await stored(ann, sells))?.state]).toEqual([
      'WAITING',
      'WAITING',
    ]);
    await limit(other, 'sell', '21.5', '1');
    await tradeAt('21');
    expect(await stored(ann, buys)).toMatchObject({
      state: 'PARTIALLY_FILLED',
      quantityLeft: '1',
      value: '21.5',
      stopPrice: '21',
    });
    // The unused part is free again: 1 at 22 is in the book.
    expect((await core.balances(ann)).USDT).toBe('99956.5/22');
    accepted(await exchange.cancel(ann, buys.id));
    await limit(other, 'buy', '19', '1');
    await limit(other, 'buy', '18', '1');
    await limit(await trader(), 'sell', '19', '1');
    await settled();
    expect(await stored(ann, sells)).toMatchObject({ state: 'CANCELED', quantityLeft: '2', value: '18' });
  });

  test('STOP-03 triggered ones are matched one after the other, and may trigger others', async () => {
    const [ann, bob, cyd, other] = [await trader(), await trader(), await trader(), await trader()];
    for (const [price, quantity] of [
      ['21', '1'],
      ['22', '1'],
      ['23', '1'],
    ] as const)
      await limit(other, 'sell', price, quantity);
    const last = await market(cyd, { side: 'buy', cost: '23', stopPrice: '22' });
    const near = await limit(ann, 'buy', '25', '1', { stopPrice: '20.5' });
    const later = await limit(bob, 'buy', '25', '1', { stopPrice: '20.5' });
    await tradeAt('20.5');
    expect(await stored(ann, near)).toMatchObject({ state: 'FILLED', value: '21' });
    expect(await stored(bob, later)).toMatchObject({ state: 'FILLED', value: '22' });
    // The fill at 22 has reached it.
    expect(await stored(cyd, last)).toMatchObject({ state: 'FILLED', value: '23', quantity: '1' });
  });

  test('STOP-03 a triggered one goes before orders that came after the trade, even in one batch', async () => {
    await exchange.close();
    exchange = await createExchange({ store: core.store, now: () => new Date(clock) });
    const [ann, bob, cyd, other] = [await trader(), await trader(), await trader(), await trader()];
    await limit(other, 'sell', '20.5', '1');
    await limit(other, 'sell', '21', '1');
    const reached = await limit(ann, 'buy', '25', '1', { stopPrice: '20.5' });
    const [, late] = await Promise.all([limit(cyd, 'buy', '20.5', '1'), limit(bob, 'buy', '21', '1')]);
    await settled();
    expect(await stored(ann, reached)).toMatchObject({ state: 'FILLED', value: '21' });
    expect(await stored(bob, late)).toMatchObject({ state: 'OPENED' });
    await restart();
  });

  test('STOP-04 whatever would refuse a new order cancels it, and its reservation is released', async () => {
    const ann = await trader();
    await limit(ann, 'sell', '21.5', '1');
    const placed = await limit(ann, 'buy', '22', '1', { stopPrice: '21' });
    await tradeAt('21');
    expect(await stored(ann, placed)).toMatchObject({ state: 'CANCELED', executedAt: null });
    expect(await core.balances(ann)).toEqual({ AVAX: '999/1', USDT: '100000/0' });
  });

  test('STOP-04 outside the price band it is retried a minute later, and can be cancelled meanwhile', async () => {
    const [ann, bob, other] = [await trader(), await trader(), await trader()];
    await limit(other, 'buy', '14', '2');
    const [waits, cancelled] = [
      await market(ann, { side: 'sell', quantity: '1', stopPrice: '19' }),
      await market(bob, { side: 'sell', quantity: '1', stopPrice: '19' }),
    ];
    await limit(other, 'buy', '19', '1');
    await limit(await trader(), 'sell', '19', '1');
    expect(await stored(ann, waits)).toMatchObject({ state: 'TRIGGERED' });
    expect(await exchange.audit()).toEqual([]);
    accepted(await exchange.cancel(bob, cancelled.id));
    await limit(other, 'buy', '17', '1');
    expect(await stored(ann, waits)).toMatchObject({ state: 'TRIGGERED' });
    clock += MINUTE;
    await limit(other, 'buy', '11', '1');
    await settled();
    expect(await stored(ann, waits)).toMatchObject({ state: 'FILLED', value: '17' });
  });

  test('STOP-04 OPERATOR-12 none is matched on a pair that was closed meanwhile', async () => {
    const [ann, other] = [await trader(), await trader()];
    const turn = async (isOpen: boolean): Promise<void> => {
      await core.store.pool.query('update pairs set is_enabled = $2 where symbol = $1', [pair, isOpen]);
      await exchange.reload();
    };
    await limit(other, 'buy', '14', '2');
    const waits = await market(ann, { side: 'sell', quantity: '1', stopPrice: '19' });
    await limit(other, 'buy', '19', '1');
    await limit(await trader(), 'sell', '19', '1');
    const low = await limit(other, 'buy', '11', '1');
    await limit(other, 'buy', '17', '1');
    await turn(false);
    clock += MINUTE;
    accepted(await exchange.cancel(other, low.id));
    expect(await exchange.audit()).toEqual([]);
    expect(await stored(ann, waits)).toMatchObject({ state: 'TRIGGERED' });
    await turn(true);
    clock += MINUTE;
    await limit(other, 'buy', '11', '1');
    await settled();
    expect(await stored(ann, waits)).toMatchObject({ state: 'FILLED', value: '17' });
  });

  test('STOP-02 a stop price already reached, post-only, and a buy without cost are refused', async () => {
    const ann = await trader();
    const order = { pair, side: 'buy', price: '22', quantity: '1' } as const;
    const reached = refused(await exchange.placeLimit(ann, { ...order, stopPrice: '20' }));
    expect(reached).toMatchObject({ status: 409, code: 'STOP_REACHED' });
    expect(reached.message).toBe(
      'The last price, 20 USDT, has reached this stop price already. It must be above the last price.',
    );
    const codes = [
      await exchange.placeLimit(ann, { ...order, stopPrice: '21', isPostOnly: true }),
      await exchange.placeMarket(ann, { pair, side: 'buy', quantity: '1', stopPrice: '21' }),
      await exchange.placeLimit(ann, { ...order, stopPrice: '21.00000001' }),
      await exchange.placeLimit(ann, { ...order, quantity: '5000', stopPrice: '21' }),
    ].map((outcome) => refused(outcome).code);
    expect(codes).toEqual([
      'STOP_MUST_TAKE',
      'STOP_BUY_NEEDS_COST',
      'PRICE_NOT_ON_TICK',
      'INSUFFICIENT_BALANCE',
    ]);
    const waiting = await limit(ann, 'buy', '22', '1', { stopPrice: '21' });
    const stranger = await trader();
    expect(refused(await exchange.amend(stranger, waiting.id, { quantity: '2' })).code).toBe(
      'ORDER_NOT_FOUND',
    );
    expect(refused(await exchange.cancel(stranger, waiting.id)).code).toBe('ORDER_NOT_FOUND');
  });

  test('STOP-05 it is cancelled like any other, and a key acts once', async () => {
    const ann = await trader();
    const [key, other] = [randomUUID(), randomUUID()];
    const order = { pair, side: 'sell', price: '18', quantity: '1', stopPrice: '19' } as const;
    const placed = accepted(await exchange.placeLimit(ann, order, key));
    expect(accepted(await exchange.placeLimit(ann, { ...order, stopPrice: '19.0' }, key))).toEqual(placed);
    expect(refused(await exchange.placeLimit(ann, { ...order, stopPrice: '18.9' }, key)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const cancelled = accepted(await exchange.cancel(ann, placed.id, other));
    expect(cancelled).toMatchObject({ state: 'CANCELED', stopPrice: '19' });
    expect(accepted(await exchange.cancel(ann, placed.id, other))).toEqual(cancelled);
    expect(refused(await exchange.cancel(ann, placed.id)).code).toBe('ORDER_CANCELED');
    expect(await core.balances(ann)).toEqual({ AVAX: '1000/0', USDT: '100000/0' });
    await tradeAt('18.5');
    expect((await stored(ann, placed))?.state).toBe('CANCELED');
  });

  test('STOP-07 price, stop price and quantity are amended in one write, and the reservation follows', async () => {
    await tradeAt('20');
    const ann = await trader();
    const placed = await limit(ann, 'buy', '22', '2', { stopPrice: '21' });
    const key = randomUUID();
    const change = { price: '23', stopPrice: '22', quantity: '3' };
    const amended = accepted(await exchange.amend(ann, placed.id, change, key));
    expect(amended).toMatchObject({ id: placed.id, state: 'WAITING', quantityLeft: '3', ...change });
    expect(amended.createdAt).toEqual(placed.createdAt);
    expect((await core.balances(ann)).USDT).toBe('99931/69');
    expect(await exchange.audit()).toEqual([]);
    // What is left out stays the same; what it no longer needs is released.
    expect(accepted(await exchange.amend(ann, placed.id, { quantity: '1' }))).toMatchObject({
      ...change,
      quantity: '1',
    });
    expect((await core.balances(ann)).USDT).toBe('99977/23');
    accepted(await exchange.amend(ann, placed.id, { price: '22.5', stopPrice: '22.5' }));
    expect((await core.balances(ann)).USDT).toBe('99977.5/22.5');
    // AMEND-05: a repeated key gets the first answer.
    expect(accepted(await exchange.amend(ann, placed.id, { ...change, stopPrice: '22.0' }, key))).toEqual(
      amended,
    );
    const reused = await exchange.amend(ann, placed.id, { ...change, stopPrice: '22.1' }, key);
    expect(refused(reused).code).toBe('IDEMPOTENCY_KEY_REUSED');
    await restart();
    expect(await exchange.audit()).toEqual([]);
    expect(await stored(ann, placed)).toMatchObject({
      state: 'WAITING',
      price: '22.5',
      stopPrice: '22.5',
      quantity: '1',
    });
    const [first] = (
      await core.store.pool.query(
        'select price, stop_price, quantity from amendments where order_id = $1 order by number',
        [placed.id],
      )
    ).rows;
    expect(first).toEqual({ price: '2200000000', stop_price: '2100000000', quantity: '200000000' });
  });

  test('STOP-07 a trade that reaches the new stop price triggers it, one at the old price does not', async () => {
    await tradeAt('20');
    const [ann, other] = [await trader(), await trader()];
    const placed = await limit(ann, 'buy', '22', '1', { stopPrice: '20.5' });
    const sells = await market(ann, { side: 'sell', quantity: '2', stopPrice: '19.5' });
    accepted(await exchange.amend(ann, placed.id, { stopPrice: '21' }));
    accepted(await exchange.amend(ann, sells.id, { stopPrice: '19', quantity: '1' }));
    expect((await core.balances(ann)).AVAX).toBe('999/1');
    await tradeAt('20.7');
    await tradeAt('19.3');
    expect([(await stored(ann, placed))?.state, (await stored(ann, sells))?.state]).toEqual([
      'WAITING',
      'WAITING',
    ]);
    await limit(other, 'sell', '21.5', '1');
    await tradeAt('21');
    expect(await stored(ann, placed)).toMatchObject({ state: 'FILLED', value: '21.5', stopPrice: '21' });
    await limit(other, 'buy', '18.9', '1');
    await tradeAt('19');
    expect(await stored(ann, sells)).toMatchObject({ state: 'FILLED', quantity: '1', value: '18.9' });
  });

  test('STOP-07 it goes behind the others at its stop price, unless only its quantity falls', async () => {
    for (const [change, isFirst] of [
      [{ quantity: '1' }, true],
      [{ quantity: '3' }, false],
      [{ price: '24' }, false],
    ] as const) {
      await tradeAt('20');
      const [ann, bob, other] = [await trader(), await trader(), await trader()];
      await limit(other, 'sell', '21', '1');
      const first = await limit(ann, 'buy', '23', '2', { stopPrice: '20.5' });
      const second = await limit(bob, 'buy', '23', '1', { stopPrice: '20.5' });
      accepted(await exchange.amend(ann, first.id, change));
      await restart();
      await tradeAt('20.5');
      const [ownsAnn, ownsBob] = [await stored(ann, first), await stored(bob, second)];
      expect([ownsAnn?.value, ownsBob?.value]).toEqual(isFirst ? ['21', '0'] : ['0', '21']);
      await clear();
    }
  });

  test('STOP-07 refusals change nothing and give the reason', async () => {
    await tradeAt('20');
    const [ann, stranger] = [await trader(), await trader()];
    const placed = await limit(ann, 'buy', '22', '2', { stopPrice: '21' });
    const spends = await market(ann, { side: 'buy', cost: '50', stopPrice: '23' });
    const plain = await limit(ann, 'buy', '15', '1');
    const before = await core.balances(ann);
    const amend = async (
      id: string,
      change: { price?: string; quantity?: string; stopPrice?: string },
      of = ann,
    ) => {
      const { status, code } = refused(await exchange.amend(of, id, change));
      expect(await core.balances(ann)).toEqual(before);
      return `${status} ${code}`;
    };
    expect(await amend(placed.id, {})).toBe('400 AMENDS_NOTHING');
    expect(await amend(placed.id, { stopPrice: '20' })).toBe('409 STOP_REACHED');
    expect(await amend(placed.id, { stopPrice: '21.00000001' })).toBe('422 PRICE_NOT_ON_TICK');
    expect(await amend(placed.id, { price: '10000000', quantity: '10000' })).toBe('422 ORDER_TOO_LARGE');
    expect(await amend(placed.id, { quantity: '0.0000001' })).toBe('422 QUANTITY_NOT_ON_INCREMENT');
    expect(await amend(placed.id, { quantity: '90000' })).toBe('422 INSUFFICIENT_BALANCE');
    expect(await amend(spends.id, { quantity: '1' })).toBe('409 STOP_HAS_COST');
    expect(await amend(plain.id, { stopPrice: '21' })).toBe('409 NOT_A_STOP_ORDER');
    expect(await amend(placed.id, { stopPrice: '22' }, stranger)).toBe('404 ORDER_NOT_FOUND');
    // An amendment to the current values is no change, and the stop price alone can follow the market.
    expect(accepted(await exchange.amend(ann, placed.id, { stopPrice: '21.0' }))).toMatchObject({
      state: 'WAITING',
      stopPrice: '21',
    });
    expect(accepted(await exchange.amend(ann, spends.id, { stopPrice: '24' }))).toMatchObject({
      cost: '50',
      stopPrice: '24',
    });
    expect(await core.balances(ann)).toEqual(before);
  });

  test('STOP-07 an amendment of one that was triggered meanwhile returns its new state', async () => {
    await tradeAt('20');
    const [ann, bob, other] = [await trader(), await trader(), await trader()];
    // Nobody buys inside the band: it stays triggered.
    await limit(other, 'buy', '14', '1');
    const paused = await market(ann, { side: 'sell', quantity: '1', stopPrice: '19' });
    const rests = await limit(bob, 'sell', '20', '1', { stopPrice: '19' });
    await limit(other, 'buy', '19', '1');
    await limit(await trader(), 'sell', '19', '1');
    const answer = async (account: string, { id }: OrderRecord) =>
      refused(await exchange.amend(account, id, { stopPrice: '18', quantity: '2' }));
    expect(await stored(ann, paused)).toMatchObject({ state: 'TRIGGERED' });
    expect((await answer(ann, paused)).message).toMatch(/^A trade .* is triggered and will be matched next/);
    expect(await answer(bob, rests)).toMatchObject({ status: 409, code: 'STOP_IN_BOOK' });
    expect((await answer(bob, rests)).message).toContain('an open limit order now');
    accepted(await exchange.cancel(ann, paused.id));
    expect((await answer(ann, paused)).code).toBe('ORDER_CANCELED');
    // In the book it is amended like any other.
    expect(accepted(await exchange.amend(bob, rests.id, { quantity: '2' }))).toMatchObject({ quantity: '2' });
  });

  test('STOP-03 one reached as the pair pauses is matched after the pause, or after a restart', async () => {
    for (const wait of ['pause', 'restart'] as const) {
      const [ann, bob, other] = [await trader(), await trader(), await trader()];
      await limit(other, 'buy', '19', '1');
      await limit(other, 'buy', '10', '1');
      const sells = await limit(ann, 'sell', '18', '1', { stopPrice: '19' });
      const told = new Set<string>();
      const mute = exchange.on('accounts', (ids) => ids.forEach((id) => told.add(id)));
      // It takes what is inside the band, and the pair pauses.
      await market(bob, { side: 'sell', quantity: '2' });
      mute();
      // Its owner's private stream reports it now, not after the pause (LIVE-05).
      expect(told).toContain(ann);
      expect(await stored(ann, sells)).toMatchObject({ state: 'TRIGGERED', quantityLeft: '1' });
      expect(await exchange.audit()).toEqual([]);
      if (wait === 'restart') await restart();
      else {
        clock += MINUTE;
        // The next action finds the pause over.
        await limit(other, 'buy', '11', '1');
      }
      await settled();
      expect(await stored(ann, sells)).toMatchObject({ state: 'OPENED', stopPrice: '19' });
      expect(exchange.book(pair, 1)?.asks).toEqual([['18', '1']]);
      await clear();
    }
  });

  test('STOP-02 they count as open orders of an account', async () => {
    const ann = await trader();
    for (let count = 0; count < LARGEST_OPEN; count += 1)
      await limit(ann, 'sell', '18', '0.1', { stopPrice: '18.5' });
    const order = { pair, side: 'sell', price: '30', quantity: '0.1' } as const;
    expect(refused(await exchange.placeLimit(ann, order)).code).toBe('TOO_MANY_OPEN_ORDERS');
    expect(refused(await exchange.placeLimit(ann, { ...order, stopPrice: '19' })).code).toBe(
      'TOO_MANY_OPEN_ORDERS',
    );
  }, 60_000);
});
