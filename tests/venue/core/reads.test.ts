import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookChange, TradeRecord } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { COINS, PAIRS } from '../pairs.ts';
import { accepted, type Harness, startCore } from './harness.ts';

describe.each(databases)('reads of the core, on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  test('the pairs of the specification, with rules under which a value is always exact', () => {
    expect(core.exchange.pairs.map(({ symbol }) => symbol)).toEqual(PAIRS);
    for (const rules of core.exchange.pairs) {
      expect(rules.pricePrecision + rules.quantityPrecision).toBeLessThanOrEqual(8);
      expect(core.exchange.pair(rules.symbol)).toBe(rules);
    }
    expect(core.exchange.pair('XMR-BTC')).toMatchObject({
      base: 'XMR',
      quote: 'BTC',
      minPriceIncrement: '0.000001',
      minQuantityIncrement: '0.01',
      minOrderSize: '0.01',
      minOrderValue: '0',
      makerFeePercent: '0.1',
      takerFeePercent: '0.3',
      isEnabled: true,
    });
    expect(core.exchange.pair('GRIN-BTC')).toMatchObject({
      minPriceIncrement: '0.00000001',
      makerFeePercent: '0',
      takerFeePercent: '0',
    });
    expect(core.exchange.pair('NO-PAIR')).toBeUndefined();
  });

  test('the coins with their real decimals', async () => {
    const coins = await core.exchange.coins();
    expect(coins.map(({ ticker }) => ticker)).toEqual(COINS);
    const known = [
      ['AVAX', 18, 20],
      ['BTC', 8, 6],
      ['GRIN', 9, 30],
      ['KAS', 8, null],
      ['USDT', 6, 6],
      ['WOW', 11, 10],
      ['XMR', 12, 30],
    ];
    expect(
      coins.map(({ ticker, decimalPlaces, confirmations }) => [ticker, decimalPlaces, confirmations]),
    ).toEqual(expect.arrayContaining(known));
    expect(coins.find(({ ticker }) => ticker === 'GRIN')).toMatchObject({
      name: 'Grin',
      isDepositEnabled: true,
      refundAddressRequired: false,
      minDepositAmount: '1',
      addressFormat: 'Slatepack',
    });
  });

  test('a balance for every coin, also for an account that has nothing', async () => {
    const nobody = await core.account();
    const balances = await core.exchange.balances(nobody);
    expect(balances).toHaveLength(COINS.length);
    expect(balances.every(({ available, inOrders }) => available === '0' && inOrders === '0')).toBe(true);
  });

  test('orders: newest first, by pair, by state, in pages', async () => {
    const account = await core.account({ USDT: '1000', BTC: '1' });
    const ids: string[] = [];
    for (let n = 1; n <= 6; n += 1) {
      const pair = n % 2 === 0 ? 'KAS-USDT' : 'XMR-USDT';
      const price = pair === 'KAS-USDT' ? '0.01' : '10';
      ids.unshift(
        accepted(await core.exchange.placeLimit(account, { pair, side: 'buy', price, quantity: String(n) }))
          .id,
      );
    }
    accepted(await core.exchange.cancel(account, ids[0] ?? ''));
    const read = async (filter: Parameters<typeof core.exchange.orders>[1]): Promise<string[]> =>
      (await core.exchange.orders(account, filter)).map(({ id }) => id);
    expect(await read({ skip: 0, limit: 10 })).toEqual(ids);
    expect(await read({ skip: 2, limit: 2 })).toEqual(ids.slice(2, 4));
    expect(await read({ skip: 6, limit: 2 })).toEqual([]);
    expect(await read({ pair: 'XMR-USDT', skip: 0, limit: 10 })).toEqual([ids[1], ids[3], ids[5]]);
    expect(await read({ states: ['CANCELED'], skip: 0, limit: 10 })).toEqual([ids[0]]);
    expect(await read({ states: ['OPENED', 'PARTIALLY_FILLED'], skip: 0, limit: 10 })).toEqual(ids.slice(1));
    expect(await read({ states: ['OPENED', 'CANCELED'], pair: 'KAS-USDT', skip: 0, limit: 10 })).toEqual([
      ids[0],
      ids[2],
      ids[4],
    ]);
    expect(await read({ states: [], skip: 0, limit: 10 })).toEqual([]);
    expect(await read({ pair: 'NO-PAIR', skip: 0, limit: 10 })).toEqual([]);
    expect(await core.exchange.orders(await core.account(), { skip: 0, limit: 10 })).toEqual([]);
    for (const id of ids.slice(1)) accepted(await core.exchange.cancel(account, id));
  });

  test('both sides of a fill, each with its own fee; the public trade names nobody (LEDGER-01)', async () => {
    const maker = await core.account({ XMR: '3' });
    const taker = await core.account({ USDT: '1000' });
    const pair = 'XMR-USDT';
    const ask = accepted(
      await core.exchange.placeLimit(maker, { pair, side: 'sell', price: '350', quantity: '2' }),
    );
    const bid = accepted(await core.exchange.placeMarket(taker, { pair, side: 'buy', cost: '100' }));
    const [bought] = await core.exchange.executions(taker, { pair, skip: 0, limit: 10 });
    const [sold] = await core.exchange.executions(maker, { skip: 0, limit: 10 });
    // 100 / 350 in steps of 0.0001 XMR
    const common = { pair, price: '350', quantity: '0.2857', value: '99.995' };
    expect(bought).toMatchObject({
      ...common,
      side: 'buy',
      kind: 'market',
      isMaker: false,
      fee: '0.0005714',
      feeCurrency: 'XMR',
      feeRatePercent: '0.2',
    });
    expect(sold).toMatchObject({
      ...common,
      side: 'sell',
      kind: 'limit',
      isMaker: true,
      fee: '0.099995',
      feeCurrency: 'USDT',
      feeRatePercent: '0.1',
    });
    const [trade] = await core.exchange.trades(pair, 10);
    expect(trade).toEqual({
      id: expect.any(String) as string,
      number: expect.any(Number) as number,
      pair,
      price: '350',
      quantity: '0.2857',
      takerSide: 'buy',
      isCounted: true,
      at: bought?.createdAt,
    });
    expect(await core.exchange.executions(taker, { pair: 'XMR-BTC', skip: 0, limit: 10 })).toEqual([]);
    // No ID is known to both sides, or to a side and the public, and none changes between reads.
    const ids = [bought, sold].flatMap((fill) => [fill?.id, fill?.counterpartyOrderId]);
    expect(new Set([...ids, trade?.id, ask.id, bid.id]).size).toBe(7);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await core.exchange.executions(taker, { pair, skip: 0, limit: 10 })).toEqual([bought]);
    expect(await core.exchange.executions(taker, { skip: 1, limit: 10 })).toEqual([]);
    expect(core.exchange.book(pair, 5)?.lastPrice).toBe('350');
    accepted(await core.exchange.cancel(maker, ask.id));
  });

  test('executions of maker and taker fills together, newest first, in pages', async () => {
    const [alice, bob] = [
      await core.account({ GRIN: '50', BTC: '1' }),
      await core.account({ GRIN: '50', BTC: '1' }),
    ];
    const pair = 'GRIN-BTC';
    for (let n = 1; n <= 6; n += 1) {
      const [first, second] = n % 2 === 0 ? [alice, bob] : [bob, alice];
      accepted(
        await core.exchange.placeLimit(first, {
          pair,
          side: 'sell',
          price: '0.00000035',
          quantity: String(n),
        }),
      );
      accepted(
        await core.exchange.placeLimit(second, {
          pair,
          side: 'buy',
          price: '0.00000035',
          quantity: String(n),
        }),
      );
    }
    const all = await core.exchange.executions(alice, { skip: 0, limit: 100 });
    expect(all.map(({ quantity, isMaker }) => [quantity, isMaker])).toEqual([
      ['6', true],
      ['5', false],
      ['4', true],
      ['3', false],
      ['2', true],
      ['1', false],
    ]);
    expect(await core.exchange.executions(alice, { skip: 2, limit: 3 })).toEqual(all.slice(2, 5));
    expect((await core.exchange.trades(pair, 2)).map(({ quantity }) => quantity)).toEqual(['6', '5']);
  });

  test('the book by depth, and changes that lead from one snapshot to the next without a gap', async () => {
    const pair = 'BTC-USDT';
    const changes: BookChange[] = [];
    const trades: TradeRecord[] = [];
    const stops = [
      core.exchange.on('book', (change) => changes.push(change)),
      core.exchange.on('trades', (more) => trades.push(...more)),
    ];
    const start = core.exchange.book(pair, 1000);
    const traders = await Promise.all(
      Array.from({ length: 4 }, () => core.account({ USDT: '10000000', BTC: '100' })),
    );
    const placed = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        core.exchange.placeLimit(traders[n % 4] ?? '', {
          pair,
          side: (n * 7) % 3 === 0 ? 'sell' : 'buy',
          price: String(90_000 + ((n * 37) % 21)),
          quantity: `0.${1 + (n % 9)}`,
        }),
      ),
    );
    const mine = placed.flatMap((outcome, n) =>
      outcome.ok && n % 5 === 0 ? [{ n, id: outcome.value.id }] : [],
    );
    await Promise.all(mine.map(({ n, id }) => core.exchange.cancel(traders[n % 4] ?? '', id)));
    const end = core.exchange.book(pair, 1000);
    stops.forEach((stop) => stop());

    const sides = { bids: new Map(start?.bids), asks: new Map(start?.asks) };
    let sequence = start?.sequence ?? 0;
    for (const change of changes) {
      expect(change).toMatchObject({ pair, previousSequence: sequence, sequence: sequence + 1 });
      ({ sequence } = change);
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, quantity] of change[side]) {
          if (quantity === '0') sides[side].delete(price);
          else sides[side].set(price, quantity);
        }
      }
    }
    expect(end?.sequence).toBe(sequence);
    expect(new Map(end?.bids)).toEqual(sides.bids);
    expect(new Map(end?.asks)).toEqual(sides.asks);
    expect(trades.length).toBeGreaterThan(10);
    expect(await core.exchange.trades(pair, 500)).toEqual(trades.toReversed());
    expect(end?.lastPrice).toBe(trades.at(-1)?.price);
    const top = core.exchange.book(pair, 3);
    expect(top?.bids).toEqual(end?.bids.slice(0, 3));
    expect(top?.buysVolume).toBe(end?.buysVolume);
    const prices = end?.bids.map(([price]) => Number(price)) ?? [];
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    // Nobody is notified any more.
    const received = changes.length;
    accepted(
      await core.exchange.placeLimit(traders[0] ?? '', { pair, side: 'buy', price: '1', quantity: '1' }),
    );
    expect(changes).toHaveLength(received);
    expect(core.exchange.book('NO-PAIR', 5)).toBeUndefined();
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('an id reveals nothing about the number of orders', async () => {
    const account = await core.account({ USDT: '10' });
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async () =>
          accepted(
            await core.exchange.placeLimit(
              account,
              { pair: 'KAS-USDT', side: 'buy', price: '0.01', quantity: '1' },
              randomUUID(),
            ),
          ).id,
      ),
    );
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBeGreaterThan(10);
  });
});
