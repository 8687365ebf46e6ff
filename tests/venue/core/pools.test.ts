import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { laneOf } from '../../../venue/sql/lane.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { databases } from '../databases.ts';
import { type Harness, startCore } from './harness.ts';

describe.each(databases)('connections on $name (LOAD-04)', (kind) => {
  let core: Harness;
  beforeEach(async () => {
    core = await startCore(kind);
  });
  afterEach(() => core.remove());

  test('an order is settled and the books are audited while reads hold all of their connections', async () => {
    const { common, isEmbedded } = core.store;
    const account = await core.account({ BTC: '1' });
    const order = { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' } as const;
    // PGlite has one connection: only the read that holds it is awaited, not those in its queue.
    const held: PoolClient[] = [];
    for (let count = isEmbedded ? 6 : 0; count < 6; count += 1) held.push(await common.connect());
    const ends: string[] = [];
    const reads = Array.from({ length: 20 }, () =>
      core.exchange.orders(account, { skip: 0, limit: 10 }).then(() => ends.push('read')),
    );
    const placed = core.exchange.placeLimit(account, order);
    expect(await placed.then((outcome) => (ends.push('order'), outcome.ok))).toBe(true);
    expect(await core.exchange.audit()).toEqual([]);
    expect(ends.indexOf('order')).toBeLessThanOrEqual(2);
    for (const client of held) client.release();
    await Promise.all(reads);
  });

  test('an audit uses one processor, so that another is left for traders (LOAD-15)', async () => {
    const { audits } = core.store;
    expect(await auditLedger(audits, 'quick')).toEqual([]);
    const { rows } = await audits.query('show max_parallel_workers_per_gather');
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }]);
  });

  test('a lane holds as many as its width, releases failed ones, and passes on errors', async () => {
    const { pool } = core.store;
    const lane = laneOf(pool, 1);
    const client = await lane.connect();
    let isThrough = false;
    const waiting = lane.query<{ one: number }>('select 1 as one').then(({ rows }) => {
      isThrough = true;
      return rows;
    });
    await new Promise(setImmediate);
    expect(isThrough).toBe(false);
    client.release();
    expect(await waiting).toEqual([{ one: 1 }]);
    await expect(lane.query('select * from nothing_there')).rejects.toMatchObject({ code: '42P01' });
    expect((await lane.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
    expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  });
});
