import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readExecutions, readOrders } from '../../../venue/core/reads.ts';
import { createMarket } from '../../../venue/market/market.ts';
import { silentLog } from '../../../venue/log.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { createExchange } from '../../../venue/core/create.ts';
import { databases, type TestDatabase } from '../databases.ts';

const ROWS = 20_000;
/** Database blocks that a list may touch. */
const MAX_BLOCKS = 400;
const PAGE = { skip: 0, limit: 20 };

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Runs each statement, and counts the blocks that it touched. */
function counting(pool: Pool): { readonly pool: Pool; readonly blocks: () => number } {
  let blocks = 0;
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? [])
      blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    return pool.query(text, values);
  };
  return { pool: { query } as unknown as Pool, blocks: () => blocks };
}

describe.each(databases)('a venue that has grown, on $name (LOAD-15)', (kind) => {
  const account = randomUUID();
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await kind.create();
    store = await openStore(database.options);
    const { pool } = store;
    await pool.query('insert into accounts (id) values ($1), ($2)', [account, randomUUID()]);
    await pool.query(
      `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, value, state,
         created_at, updated_at, executed_at)
       select gen_random_uuid(), n, $1, 'XMR-BTC', 'buy', 'limit', 1000000, 1000000, 0, 10000, 'FILLED', at, at, at
       from generate_series(1, ${ROWS}) n, lateral (select now() - interval '200 days' as at) t`,
      [account],
    );
    await pool.query(
      `insert into trades (number, id, pair, price, quantity, value, taker_side, taker_kind, taker_account, taker_order,
         taker_fee, taker_fee_ppm, maker_account, maker_order, maker_fee, maker_fee_ppm, at)
       select n, gen_random_uuid(), 'XMR-BTC', 1000000, 1000000, 10000, 'buy', 'limit',
         case n % 2 when 0 then $1::uuid else $2::uuid end, gen_random_uuid(), 0, 0,
         case n % 2 when 0 then $2::uuid else $1::uuid end, gen_random_uuid(), 0, 0, now() - interval '200 days'
       from generate_series(1, ${ROWS}) n`,
      [account, randomUUID()],
    );
    await pool.query('vacuum analyze orders');
    await pool.query('vacuum analyze trades');
  }, 120_000);

  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  test.each([
    ['the newest', {}, 20],
    ['those of a pair that is not among them', { pair: 'KAS-USDT' }, 0],
    ['those of a state that is not among them', { states: ['CANCELED'] as const }, 0],
    ['a page far behind', { skip: 10_000 }, 20],
  ])('a list of orders touches little: %s', async (_what, filter, found) => {
    const { pool, blocks } = counting(store.pool);
    const orders = await readOrders(pool, account, { ...PAGE, ...filter });
    expect(orders).toHaveLength(found);
    expect(blocks()).toBeLessThan(MAX_BLOCKS);
    expect(blocks()).toBeGreaterThan(0);
  });

  test.each([
    ['the newest', {}, 20],
    ['those of a pair that is not among them', { pair: 'KAS-USDT' }, 0],
  ])('a list of executions touches little: %s', async (_what, filter, found) => {
    const { pool, blocks } = counting(store.pool);
    const executions = await readExecutions(pool, account, { ...PAGE, ...filter });
    expect(executions).toHaveLength(found);
    expect(blocks()).toBeLessThan(MAX_BLOCKS);
  });

  test('startup reads a page of trades for a pair that was quiet for a year, and knows its price', async () => {
    const at = Math.floor((Date.now() - 199 * 86_400_000) / 3_600_000) * 3600;
    await store.pool.query(
      `insert into candles (pair, frame, time, open, high, low, close, volume, quote_volume)
       values ('XMR-BTC', 'hour', $1, 1000000, 1000000, 1000000, 1000000, 1, 1)`,
      [at],
    );
    let pages = 0;
    const query = (text: string, values: unknown[]) => {
      if (text.includes('from trades') && values[0] === 'XMR-BTC') pages += 1;
      return store.pool.query(text, values);
    };
    const pool = new Proxy(store.pool, {
      get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)),
    });
    const exchange = await createExchange({ store });
    const market = await createMarket({ pool, exchange, log: silentLog, now: Date.now, history: null });
    expect([pages, market.figures('XMR-BTC').lastPrice]).toEqual([1, '0.01']);
    await market.close();
    await exchange.close();
  });
});
