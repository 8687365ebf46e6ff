import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneUnfilled } from '../../../venue/ledger/prune.ts';
import { createLog } from '../../../venue/log.ts';
import { createCleanup, KEPT_FOR } from '../../../venue/makers/cleanup.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, startCore, tamper } from './harness.ts';

const LATER = (): Date => new Date(Date.now() + 60_000);

describe.each(databases)('removing cancelled orders of the makers on $name', (kind) => {
  let core: Harness;
  let maker: string;
  let user: string;

  const sell = (account: string, price: string, quantity = '1') =>
    core.exchange.placeLimit(account, { pair: 'XMR-BTC', side: 'sell', price, quantity });
  const buy = (account: string, price: string, quantity = '1') =>
    core.exchange.placeLimit(account, { pair: 'XMR-BTC', side: 'buy', price, quantity });
  async function cancelled(account: string, price = '0.004'): Promise<string> {
    const { id } = accepted(await buy(account, price));
    accepted(await core.exchange.cancel(account, id));
    return id;
  }
  async function rows(table: string): Promise<unknown[]> {
    return (await core.store.pool.query(`select t::text from ${table} t order by 1`)).rows;
  }
  const everything = () =>
    Promise.all(['orders', 'trades', 'entries', 'postings', 'balances', 'house_balances'].map(rows));
  const idsOf = async (account: string): Promise<string[]> =>
    (await core.exchange.orders(account, { skip: 0, limit: 1000 })).map(({ id }) => id);

  beforeAll(async () => {
    core = await startCore(kind);
    maker = await core.account({ BTC: '100', XMR: '100' });
    user = await core.account({ BTC: '100', XMR: '100' });
    await core.store.pool.query(
      `insert into users (account_id, email, username, password_hash) values ($1, 'user@example.org', 'user', '-')`,
      [user],
    );
  });
  afterAll(() => core.remove());

  test('leaves exactly what was there before the orders came, and the ledger balances', async () => {
    const before = await everything();
    for (let count = 0; count < 25; count += 1) await cancelled(maker);
    expect(await core.exchange.audit()).toEqual([]);
    expect((await rows('entries')).length).toBe((before[2]?.length ?? 0) + 50);

    expect(await pruneUnfilled(core.store.pool, [maker], LATER(), 10)).toBe(10);
    expect(await core.exchange.audit()).toEqual([]);
    expect(await pruneUnfilled(core.store.pool, [maker], LATER(), 10)).toBe(10);
    expect(await pruneUnfilled(core.store.pool, [maker], LATER(), 10)).toBe(5);
    expect(await everything()).toEqual(before);
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('touches no order that is open, filled, partly filled, or too recent', async () => {
    const open = accepted(await sell(maker, '0.009')).id;
    const partly = accepted(await sell(maker, '0.005', '2')).id;
    const filled = accepted(await sell(maker, '0.004', '1')).id;
    accepted(await buy(user, '0.005', '2'));
    accepted(await core.exchange.cancel(maker, partly));
    const young = await cancelled(maker);
    const kept = await everything();

    expect(await pruneUnfilled(core.store.pool, [maker], new Date(Date.now() - 60_000), 100)).toBe(0);
    expect(await everything()).toEqual(kept);
    expect(await pruneUnfilled(core.store.pool, [maker], LATER(), 100)).toBe(1);
    expect(await idsOf(maker)).toEqual([filled, partly, open]);
    expect(await idsOf(maker)).not.toContain(young);
    expect(await core.exchange.audit()).toEqual([]);
    await core.cancelAll(maker);
    await pruneUnfilled(core.store.pool, [maker], LATER(), 100);
  });

  test('touches nothing of a user, even when called for that account', async () => {
    await cancelled(user);
    const kept = await everything();
    expect(await pruneUnfilled(core.store.pool, [user, maker], LATER(), 100)).toBe(0);
    expect(await everything()).toEqual(kept);
  });

  test.each([
    ['gave back less than it held', 'update postings set available = available - 1 where entry_id = $1'],
    ['has one journal entry only', 'delete from entries where id = $1'],
  ])('an order that %s stops it, and nothing is removed', async (_, plant) => {
    const id = await cancelled(maker);
    await cancelled(maker);
    const saved = await core.store.pool.query<{ id: string }>(
      `select id from entries where order_id = $1 and kind = 'cancel'`,
      [id],
    );
    const entry = saved.rows[0]?.id;
    await core.store.pool.query('create table kept_entries as select * from entries where id = $1', [entry]);
    expect(await tamper(core.store.pool, plant, [entry])).toBeGreaterThan(0);
    const broken = await everything();

    await expect(pruneUnfilled(core.store.pool, [maker], LATER(), 100)).rejects.toThrow('cancel out');
    expect(await everything()).toEqual(broken);

    await core.store.pool.query('insert into entries select * from kept_entries on conflict do nothing');
    await core.store.pool.query('drop table kept_entries');
    if (plant.startsWith('update')) {
      await tamper(core.store.pool, 'update postings set available = available + 1 where entry_id = $1', [
        entry,
      ]);
    }
    expect(await pruneUnfilled(core.store.pool, [maker], LATER(), 100)).toBe(2);
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('while both trade, the audit finds nothing at any moment', async () => {
    const traded = new AbortController();
    const removed = { count: 0 };
    const prune = async (): Promise<void> => {
      while (!traded.signal.aborted) {
        removed.count += await pruneUnfilled(core.store.pool, [maker], LATER(), 3);
        expect(await core.exchange.audit()).toEqual([]);
      }
    };
    const trade = async (): Promise<void> => {
      // An audit may take longer than twelve rounds: trading goes on until something was removed meanwhile.
      for (let count = 0; count < 12 || removed.count === 0; count += 1) {
        const [first] = await Promise.all([cancelled(maker), cancelled(user), cancelled(maker, '0.0041')]);
        expect(first).toMatch(/^[0-9a-f-]{36}$/);
        accepted(await sell(maker, '0.005'));
        accepted(await buy(user, '0.005'));
      }
      traded.abort();
    };
    await Promise.all([prune(), trade()]);
    expect(removed.count).toBeGreaterThan(0);
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('the cleanup removes what is due, continues after a failure, and frees the space', async () => {
    const lines: string[] = [];
    let now = Date.now();
    const cleanup = createCleanup({
      store: core.store,
      accounts: [maker],
      now: () => now,
      log: createLog((line) => lines.push(line)),
      vacuumAfter: 100,
    });
    const size = async (): Promise<number> => {
      const { rows: sizes } = await core.store.pool.query<{ bytes: string }>(
        `select sum(pg_relation_size(t)) as bytes from unnest(array['orders', 'entries', 'postings']) t`,
      );
      return Number(sizes[0]?.bytes);
    };
    try {
      for (let count = 0; count < 450; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => cancelled(maker)));
      }
      const kept = await idsOf(user);
      await cleanup.run();
      expect((await idsOf(maker)).length).toBeGreaterThanOrEqual(450);
      now += KEPT_FOR + 60_000;
      await core.store.pool.query('alter table entries rename to entries_gone');
      await cleanup.run();
      expect(lines.join('\n')).toContain('removing cancelled orders');
      await core.store.pool.query('alter table entries_gone rename to entries');
      const full = await size();
      await cleanup.run();
      expect(
        (await core.exchange.orders(maker, { states: ['CANCELED'], skip: 0, limit: 1000 })).filter(
          ({ executedAt }) => executedAt === null,
        ),
      ).toEqual([]);
      expect(await idsOf(user)).toEqual(kept);
      expect(await core.exchange.audit()).toEqual([]);
      // A server does this automatically, at its own time.
      if (!core.store.isEmbedded) await core.store.pool.query('vacuum orders, entries, postings');
      for (let count = 0; count < 400; count += 50) {
        await Promise.all(Array.from({ length: 50 }, () => cancelled(maker)));
      }
      // As many again fit into the freed space.
      expect(await size()).toBeLessThanOrEqual(full);
    } finally {
      await cleanup.close();
    }
  });
});
