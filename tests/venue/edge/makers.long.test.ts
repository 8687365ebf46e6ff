import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import type { BookSnapshot, Exchange } from '../../../venue/exchange.ts';
import { createFairPrices } from '../../../venue/makers/fair.ts';
import {
  ladderAround,
  levelOf,
  LEVELS,
  missingLevel,
  worstOrder,
  type OwnOrder,
  ticksOf,
} from '../../../venue/makers/ladder.ts';
import { createMakers, MAKER_ACCOUNTS, type Makers } from '../../../venue/makers/makers.ts';
import { createTrader, type MakerAction, type Trader } from '../../../venue/makers/trader.ts';
import { createLog } from '../../../venue/log.ts';
import { PAIR_MODELS, worthOf } from '../../../venue/market/model.ts';
import { toUnits } from '../../../src/domain/decimal.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { oneDatabase } from '../databases.ts';
import { PAIRS } from '../pairs.ts';
import { until } from './harness.ts';

interface Market {
  readonly store: Store;
  readonly exchange: Exchange;
  close(): Promise<void>;
}

async function openMarket(): Promise<Market> {
  const database = await oneDatabase.create();
  const store = await openStore(database.options);
  // Larger than the value of many of their orders.
  const exchange = await createExchange({ store, minOrderValues: { BTC: '0.001', USDT: '100' } });
  await store.pool.query('insert into accounts (id) select unnest($1::uuid[])', [
    [...MAKER_ACCOUNTS.quoters, MAKER_ACCOUNTS.taker],
  ]);
  return {
    store,
    exchange,
    async close() {
      await exchange.close();
      await store.close();
      await database.remove();
    },
  };
}

/** The trader of every pair, funded, its book built. */
async function openTraders({ exchange }: Market, seed: string): Promise<Trader[]> {
  for (const account of [MAKER_ACCOUNTS.quoters[0], MAKER_ACCOUNTS.taker]) {
    for (const { ticker } of await exchange.coins())
      await exchange.fund(account, { [ticker]: '1000000000' }, 'test');
  }
  const fair = createFairPrices(seed, () => null);
  const traders = exchange.pairs.map((rules) =>
    createTrader({
      exchange,
      rules,
      fair,
      quoter: MAKER_ACCOUNTS.quoters[0],
      taker: MAKER_ACCOUNTS.taker,
      seed,
    }),
  );
  for (const trader of traders) {
    await trader.resume();
    while ((await trader.placeMissingLevel()) !== null);
  }
  return traders;
}

function expectSound(book: BookSnapshot | undefined, least: number): void {
  const [bids, asks] = [book?.bids ?? [], book?.asks ?? []];
  for (const side of [bids, asks]) {
    expect(side.length, book?.pair).toBeGreaterThanOrEqual(least);
    expect(side.length).toBeLessThanOrEqual(60);
  }
  expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
}

describe('the market makers', () => {
  let market: Market;
  let actions: (MakerAction | null)[];
  const STEPS = 60;

  async function run(target: Market, seed: string, steps = STEPS): Promise<(MakerAction | null)[]> {
    const traders = await openTraders(target, seed);
    for (const { pair } of traders) expectSound(target.exchange.book(pair, 500), LEVELS);
    const done: (MakerAction | null)[] = [];
    for (let step = 0; step < steps; step += 1) {
      for (const trader of traders) done.push(await trader.step(2));
    }
    return done;
  }

  beforeAll(async () => {
    market = await openMarket();
    actions = await run(market, 'seven');
  });
  afterAll(() => market.close());

  it('build books of 24 levels a side and keep them two-sided and uncrossed', () => {
    expect(market.exchange.pairs).toHaveLength(PAIRS.length);
    for (const { symbol } of market.exchange.pairs) expectSound(market.exchange.book(symbol, 500), 18);
  });

  it('quote, cancel and trade, and are never refused (LOAD-10)', () => {
    const count = (kind: MakerAction['kind']): number =>
      actions.filter((action) => action?.kind === kind).length;
    expect(count('placed')).toBeGreaterThan(STEPS);
    expect(count('cancelled')).toBeGreaterThan(STEPS);
    expect(count('took')).toBeGreaterThan(STEPS * 0.7);
    expect(actions.filter((action) => action?.kind === 'refused')).toEqual([]);
  });

  it('make prices near their fair ones, for every pair', async () => {
    for (const { symbol } of market.exchange.pairs) {
      const last = worthOf(toUnits(market.exchange.book(symbol, 1)?.lastPrice ?? '0', 8) ?? 0n);
      const worth = PAIR_MODELS[symbol]?.worth ?? 0;
      expect(Math.abs(Math.log(last / worth))).toBeLessThan(0.08);
      expect((await market.exchange.trades(symbol, 100)).length).toBeGreaterThan(3);
    }
  });

  it('leave the ledger balanced', async () => {
    expect(await market.exchange.audit()).toEqual([]);
  });

  it('decide the same with the same seed, and differently with another', async () => {
    const [same, other] = [await openMarket(), await openMarket()];
    try {
      expect(await run(same, 'seven')).toEqual(actions);
      for (const { symbol } of market.exchange.pairs) {
        const [a, b] = [same, market].map(({ exchange }) => exchange.book(symbol, 500));
        expect([a?.bids, a?.asks]).toEqual([b?.bids, b?.asks]);
      }
      const [steps, few] = [5, 5 * market.exchange.pairs.length];
      expect(await run(other, 'eight', steps)).not.toEqual(actions.slice(0, few));
    } finally {
      await Promise.all([same.close(), other.close()]);
    }
  });
});

describe('the market makers of a running venue', () => {
  let market: Market;
  const log: string[] = [];
  beforeAll(async () => {
    market = await openMarket();
  });
  afterAll(() => market.close());

  const makersOn = (exchange: Exchange, rate = 200): Makers =>
    createMakers({
      exchange,
      ensureAccounts: () => Promise.resolve(),
      lastPrice: (pair) => exchange.book(pair, 1)?.lastPrice ?? null,
      seed: 'running',
      rate: () => rate,
      log: createLog((line) => log.push(line)),
    });
  const openOrders = async (): Promise<number> => {
    const { rows } = await market.store.pool.query<{ count: string }>(
      "select count(*) from orders where state in ('OPENED', 'PARTIALLY_FILLED')",
    );
    return Number(rows[0]?.count);
  };

  it('move by themselves, stop on request, and take over their old orders at the next start', async () => {
    let changes = 0;
    market.exchange.on('book', () => (changes += 1));
    for (let start = 0; start < 3; start += 1) {
      const makers = makersOn(market.exchange);
      await makers.start();
      for (const { symbol } of market.exchange.pairs) expectSound(market.exchange.book(symbol, 500), 18);
      const before = changes;
      await until(() => changes > before + 100);
      await makers.close();
      const after = changes;
      await makers.close();
      expect(changes).toBe(after);
      // 7 pairs, two sides: they do not pile up.
      expect(await openOrders()).toBeLessThan(7 * 2 * 42);
    }
    expect(log).toEqual([]);
  });

  it('survive refusals and outages of the exchange', async () => {
    let failures = 0;
    const flaky: Exchange = {
      ...market.exchange,
      placeLimit: (...order) => {
        failures += 1;
        if (failures % 3 === 0) return Promise.reject(new Error('the database is away'));
        if (failures % 3 === 1) {
          return Promise.resolve({ ok: false, status: 422, code: 'INSUFFICIENT_BALANCE', message: 'no' });
        }
        return market.exchange.placeLimit(...order);
      },
    };
    const makers = makersOn(flaky);
    await makers.start();
    await until(() => failures > 12);
    await makers.close();
    expect(log.length).toBeGreaterThan(0);
    expect(
      log.every((line) => /^error: (?:a step of the market makers|building a book): Error\n/.test(line)),
    ).toBe(true);
    const recovered = makersOn(market.exchange);
    await recovered.start();
    for (const { symbol } of market.exchange.pairs) expectSound(market.exchange.book(symbol, 500), 18);
    await recovered.close();
    expect(await market.exchange.audit()).toEqual([]);
  });

  it('stop at once while still building their books', async () => {
    const fresh = await openMarket();
    const makers = makersOn(fresh.exchange);
    const started = makers.start();
    await makers.close();
    await started;
    const orders = await fresh.store.pool.query('select 1 from orders');
    expect(orders.rows.length).toBeLessThan(7 * 2 * LEVELS);
    await fresh.close();
  });
});

describe('a ladder', () => {
  const fairs = fc.double({ min: 1, max: 10_000_000, noNaN: true });

  it('is never crossed, and its levels have room for a price each', () => {
    fc.assert(
      fc.property(
        fairs,
        fc.double({ min: 0, max: 0.01, noNaN: true }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (fair, gap, place) => {
          const ladder = ladderAround(fair, gap, gap);
          expect(ladder.top.buy).toBeLessThan(ladder.top.sell);
          for (const side of ['buy', 'sell'] as const) {
            for (const level of [0, 1, 7, LEVELS - 1]) {
              const ticks = ticksOf(ladder, side, level, place);
              if (ticks === null) continue;
              expect(Number.isInteger(ticks) && ticks >= 1).toBe(true);
              expect(levelOf(ladder, side, ticks)).toBe(level);
            }
          }
        },
      ),
    );
  });

  it('is filled from the best level outwards until complete', () => {
    const ladder = ladderAround(1000, 0.001, 0.002);
    const orders: OwnOrder[] = [];
    for (;;) {
      const missing = missingLevel(ladder, orders);
      if (!missing) break;
      orders.push({
        id: String(orders.length),
        side: missing.side,
        ticks: ticksOf(ladder, missing.side, missing.level, 0) ?? 0,
      });
    }
    expect(orders.map(({ side }) => side).slice(0, 4)).toEqual(['buy', 'sell', 'buy', 'sell']);
    expect(orders).toHaveLength(2 * LEVELS);
    expect(worstOrder(ladder, orders)).toBeNull();
  });

  it('gives up first prices that are too good, then those far away', () => {
    const order = (side: 'buy' | 'sell', ticks: number): OwnOrder => ({ id: `${side}${ticks}`, side, ticks });
    const ladder = ladderAround(1000, 0.001, 0.001);
    const far = order('sell', 1200);
    expect(worstOrder(ladder, [order('buy', 990), far])).toBe(far);
    const worse = order('buy', 1003);
    expect(worstOrder(ladder, [far, order('buy', 1000), worse])).toBe(worse);
    const crowd = Array.from({ length: 45 }, (_, index) => order('sell', 1001 + (index % 20)));
    expect(worstOrder(ladder, crowd)?.ticks).toBe(1020);
  });

  it('a fair price continues where trading stopped, and stays in bounds whatever happened', () => {
    const fair = createFairPrices('x', (pair) => (pair === 'KAS-USDT' ? 0.07 : 1e9));
    expect(fair.of('KAS-USDT')).toBeCloseTo(0.07, 10);
    expect(fair.of('BTC-USDT')).toBeLessThan(90_000 * 7.5);
    expect(fair.of('XMR-BTC')).toBeCloseTo(fair.of('XMR-USDT') / fair.of('BTC-USDT'), 12);
    for (let day = 0; day < 1000; day += 1) fair.advance('KAS-USDT', 86_400);
    expect(Math.abs(Math.log(fair.of('KAS-USDT') / 0.06))).toBeLessThanOrEqual(2);
    // A price of nothing is ignored.
    expect(createFairPrices('x', () => 0).of('KAS-USDT')).toBe(0.06);
  });
});

it('a fair price far from the last trade is approached inside the price band (LEDGER-03)', async () => {
  const market = await openMarket();
  try {
    const { exchange } = market;
    const [quoter, seller] = MAKER_ACCOUNTS.quoters;
    const buyer = MAKER_ACCOUNTS.taker;
    await openTraders(market, 'far');
    await exchange.fund(seller, { AVAX: '10' }, 'test');
    const rules = exchange.pair('AVAX-USDT');
    if (!rules) throw new Error('no pair');
    const built = await exchange.orders(quoter, { pair: rules.symbol, skip: 0, limit: 500 });
    for (const { id } of built) await exchange.cancel(quoter, id);
    // Five times the price that the books were built around.
    const order = { pair: rules.symbol, price: '90', quantity: '2' };
    await exchange.placeLimit(seller, { ...order, side: 'sell' });
    await exchange.placeLimit(buyer, { ...order, side: 'buy' });
    const fair = createFairPrices('far', () => null);
    const trader = createTrader({ exchange, rules, fair, quoter, taker: buyer, seed: 'far' });
    const actions: (MakerAction | null)[] = [];
    for (let step = 0; step < 100; step += 1) actions.push(await trader.step(1));
    // Steps that are too long are refused until the reference has followed.
    const codes = actions.flatMap((action) => (action?.kind === 'refused' ? [action.code] : []));
    expect(codes.filter((code) => code !== 'PRICE_OUTSIDE_BAND')).toEqual([]);
    expect(actions.some((action) => action?.kind === 'took')).toBe(true);
    const prices = (await exchange.trades(rules.symbol, 500)).map(({ price }) => Number(price));
    expect(prices.length).toBeGreaterThan(1);
    expect(prices[0]).toBeLessThan(90);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(67.5);
  } finally {
    await market.close();
  }
});
