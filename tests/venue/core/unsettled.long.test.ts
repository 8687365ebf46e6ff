import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BookChange, TradeRecord } from '../../../venue/exchange.ts';
import { createExchange } from '../../../venue/core/create.ts';
import { databases } from '../databases.ts';
import { faulty, type FaultyStore } from './faulty-pool.ts';
import { accepted, type Harness, refused, startCore, unsettledIn } from './harness.ts';

const PAIR = 'XMR-BTC';
const PAGE = { skip: 0, limit: 100 };
/** Fills of one settlement. */
const AT_ONCE = 2;

describe.each(databases)('an order with more fills than one settlement has, on $name', (kind) => {
  let core: Harness;
  let maker: string;
  let taker: string;
  let other: string;

  beforeAll(async () => {
    core = await startCore(kind, 'on disk', AT_ONCE);
    [maker, taker, other] = [
      await core.account({ XMR: '100', BTC: '10' }),
      await core.account({ XMR: '100', BTC: '10' }),
      await core.account({ XMR: '100', BTC: '10' }),
    ] as [string, string, string];
  });
  afterAll(() => core.remove());

  /** Sells 1 XMR at each price, best first. */
  async function sell(...prices: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const price of prices) ids.push(accepted(await core.exchange.placeLimit(maker, ask(price))).id);
    return ids;
  }
  const ask = (price: string) => ({ pair: PAIR, side: 'sell', price, quantity: '1' }) as const;
  const buy = (price: string, quantity: string) => ({ pair: PAIR, side: 'buy', price, quantity }) as const;
  // Close to each other: a pair trades within its price band (LEDGER-03).
  const SEVEN = ['0.0101', '0.0102', '0.0103', '0.0104', '0.0105', '0.0106', '0.0107'] as const;

  const indexOf = (trades: readonly TradeRecord[], price: string): number =>
    trades.findIndex((trade) => trade.price === price);
  const stateOf = async (account: string, id: string) => {
    const order = (await core.exchange.orders(account, PAGE)).find((one) => one.id === id);
    return order && [order.state, order.quantityLeft, order.value];
  };
  afterEach(async () => {
    await core.settled();
    await core.cancelAll(maker, taker, other);
    await core.balanced();
  });

  test('is answered with its first fills and then fills to its end, as if it were settled at once (LOAD-09)', async () => {
    const trades: TradeRecord[] = [];
    const stop = core.exchange.on('trades', (more) => trades.push(...more));
    await sell(...SEVEN);
    const placed = accepted(await core.exchange.placeLimit(taker, buy('0.011', '6.5')));
    expect(placed).toMatchObject({
      state: 'PARTIALLY_FILLED',
      quantityLeft: '5',
      executedAt: expect.any(Date),
    });
    await core.settled();
    expect(await stateOf(taker, placed.id)).toEqual(['FILLED', '0', '0.06745']);
    expect(trades.map(({ price }) => price).toSorted()).toEqual([...SEVEN]);
    expect(core.exchange.book(PAIR, 5)).toMatchObject({ bids: [], asks: [['0.0107', '0.5']] });
    stop();
  });

  test('the published book shows all of its matches at once and is never crossed (LOAD-09)', async () => {
    await sell(...SEVEN);
    const changes: BookChange[] = [];
    const stop = core.exchange.on('book', (change) => changes.push(change));
    accepted(await core.exchange.placeLimit(taker, buy('0.011', '9')));
    expect(core.exchange.book(PAIR, 9)).toMatchObject({ asks: [], bids: [['0.011', '2']] });
    await core.settled();
    expect(core.exchange.book(PAIR, 9)).toMatchObject({ asks: [], bids: [['0.011', '2']] });
    const [first, ...rest] = changes;
    expect([first?.asks.length, first?.bids]).toEqual([7, [['0.011', '2']]]);
    // What follows changes only the last price.
    expect(rest.flatMap(({ asks, bids }) => [...asks, ...bids])).toEqual([]);
    expect(rest.at(-1)?.lastPrice).toBe('0.0107');
    stop();
  });

  test('orders of others go on between its settlements, and none gets what it was matched with (LOAD-09)', async () => {
    await sell(...SEVEN);
    const trades: TradeRecord[] = [];
    const stop = core.exchange.on('trades', (more) => trades.push(...more));
    const sent = core.exchange.placeLimit(taker, buy('0.0106', '5'));
    // All of these come while it is being settled.
    const behind = await Promise.all([
      core.exchange.placeLimit(other, buy('0.0107', '1')),
      core.exchange.placeLimit(other, buy('0.009', '1')),
      core.exchange.placeMarket(other, { pair: PAIR, side: 'buy', quantity: '1' }),
    ]);
    await core.settled();
    expect(indexOf(trades, '0.0106')).toBeLessThan(indexOf(trades, '0.0105'));
    expect(indexOf(trades, '0.0107')).toBeLessThan(indexOf(trades, '0.0105'));
    expect(behind.map((outcome) => outcome.ok && [outcome.value.state, outcome.value.value])).toEqual([
      ['FILLED', '0.0106'],
      ['OPENED', '0'],
      ['FILLED', '0.0107'],
    ]);
    const { id } = accepted(await sent);
    expect(await stateOf(taker, id)).toEqual(['FILLED', '0', '0.0515']);
    stop();
  });

  test('its remainder rests in its own place, and others trade with it meanwhile (LOAD-09)', async () => {
    await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    const sent = core.exchange.placeLimit(taker, buy('0.0106', '8'));
    const trades: TradeRecord[] = [];
    const stop = core.exchange.on('trades', (more) => trades.push(...more));
    const sold = await core.exchange.placeLimit(other, { ...ask('0.0106'), quantity: '2' });
    expect(accepted(sold)).toMatchObject({ state: 'FILLED', value: '0.0212' });
    const { id } = accepted(await sent);
    await core.settled();
    expect(indexOf(trades, '0.0106')).toBeLessThan(indexOf(trades, '0.0105'));
    stop();
    expect(await stateOf(taker, id)).toEqual(['PARTIALLY_FILLED', '1', '0.0727']);
  });

  test('two such orders, the second through the remainder of the first, end as if one came after the other (LOAD-09)', async () => {
    await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    for (const price of ['0.0099', '0.0098', '0.0097'])
      accepted(await core.exchange.placeLimit(maker, buy(price, '1')));
    const first = core.exchange.placeLimit(taker, buy('0.0106', '6'));
    const second = core.exchange.placeLimit(other, {
      pair: PAIR,
      side: 'sell',
      price: '0.0096',
      quantity: '5',
    });
    const ids = [accepted(await first).id, accepted(await second).id];
    await core.settled();
    expect(await stateOf(taker, ids[0] ?? '')).toEqual(['FILLED', '0', '0.0621']);
    expect(await stateOf(other, ids[1] ?? '')).toEqual(['PARTIALLY_FILLED', '1', '0.04']);
  });

  test('a market order is partially filled until its last fill, and then filled or canceled (LOAD-09)', async () => {
    await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    const byCost = accepted(
      await core.exchange.placeMarket(taker, { pair: PAIR, side: 'buy', cost: '0.04268' }),
    );
    expect(byCost).toMatchObject({ kind: 'market', state: 'PARTIALLY_FILLED' });
    const more = accepted(await core.exchange.placeMarket(taker, { pair: PAIR, side: 'buy', quantity: '9' }));
    await core.settled();
    expect(await stateOf(taker, byCost.id)).toEqual(['FILLED', '0', '0.04268']);
    expect(await stateOf(taker, more.id)).toEqual(['CANCELED', '8.16', '0.00882']);
  });

  test('cancelling it or what it was matched with waits for its last fill (LOAD-09)', async () => {
    const [, , third] = await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    const sent = core.exchange.placeLimit(taker, buy('0.0106', '6'));
    const tooLate = core.exchange.cancel(maker, third ?? '');
    const { id } = accepted(await sent);
    const rest = accepted(await core.exchange.cancel(taker, id));
    expect(rest).toMatchObject({ state: 'CANCELED', quantityLeft: '1', value: '0.0515' });
    expect(refused(await tooLate).code).toBe('ORDER_FILLED');
  });

  test('a repeated key gets the first answer, and acts once (LOAD-09)', async () => {
    await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    const placed = await core.exchange.placeLimit(taker, buy('0.0106', '5'), 'again');
    await core.settled();
    expect(await core.exchange.placeLimit(taker, buy('0.0106', '5'), 'again')).toEqual(placed);
  });

  test('an order whose cost is exactly covered is not refused, and is paid for at once (LOAD-09)', async () => {
    await sell('0.0101', '0.0102', '0.0103', '0.0104', '0.0105');
    const exact = await core.account({ BTC: '0.0621' });
    const placed = accepted(await core.exchange.placeLimit(exact, buy('0.0106', '6')));
    expect((await core.exchange.balances(exact)).find(({ currency }) => currency === 'BTC')).toMatchObject({
      available: '0',
    });
    await core.settled();
    expect(await stateOf(exact, placed.id)).toEqual(['PARTIALLY_FILLED', '1', '0.0515']);
    expect(await core.balances(exact)).toMatchObject({ BTC: '0/0.0106' });
    await core.cancelAll(exact);
  });

  test('a venue closed or killed in the middle continues where it stopped (LOAD-09)', async () => {
    await sell(...SEVEN);
    const placed = accepted(await core.exchange.placeLimit(taker, buy('0.011', '8')));
    await core.restart();
    // Orders that come now are matched after it.
    const late = accepted(await core.exchange.placeLimit(other, ask('0.011')));
    expect(late).toMatchObject({ state: 'FILLED', value: '0.011' });
    await core.settled();
    expect(await stateOf(taker, placed.id)).toEqual(['FILLED', '0', '0.0838']);
  }, 30_000);
});

describe.each(databases)('a settlement of fills that fails, on $name', (kind) => {
  test.each(['answer lost', 'request lost', 'unreachable'] as const)(
    '%s: the next order has the book read again, and nothing is settled twice (LOAD-09)',
    async (fault) => {
      const core = await startCore(kind);
      const store: FaultyStore = faulty(core.store);
      const exchange = await createExchange({ store, fillsAtOnce: 1 });
      const [maker, taker] = [await core.account({ XMR: '10' }), await core.account({ BTC: '1' })];
      for (const price of ['0.001', '0.002', '0.003', '0.004'])
        accepted(await exchange.placeLimit(maker, { pair: PAIR, side: 'sell', price, quantity: '1' }));
      const trades: TradeRecord[] = [];
      exchange.on('trades', (more) => trades.push(...more));
      const sent = exchange.placeLimit(taker, { pair: PAIR, side: 'buy', price: '0.004', quantity: '4' });
      const { id } = accepted(await sent);
      store.next.push(fault);
      while ((await unsettledIn(core.store)) > 0) expect(await exchange.audit()).toEqual([]);
      expect(store.next).toEqual([]);
      const [order] = await exchange.orders(taker, PAGE);
      expect(order).toMatchObject({ id, state: 'FILLED', value: '0.01' });
      expect(trades.map(({ price }) => price)).toEqual(['0.001', '0.002', '0.003', '0.004']);
      expect(await exchange.audit()).toEqual([]);
      await exchange.close();
      await core.remove();
    },
  );
});
