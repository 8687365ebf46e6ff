import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Core } from '../../../venue/core/create.ts';
import { auditTogether } from '../../../venue/ledger/audits.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { hasPostgres, postgres, type TestDatabase } from '../databases.ts';

const PAIR = 'XMR-USDT';
const order = { pair: PAIR, side: 'sell', price: '5', quantity: '1' } as const;

/** Two cores on one database, without any other link: what the database alone allows. */
describe.runIf(hasPostgres)('the fence around a pair', () => {
  let database: TestDatabase;
  const stores: Store[] = [];
  const cores: Core[] = [];
  const account = randomUUID();

  async function join(): Promise<{ core: Core; store: Store; slot: number }> {
    const store = await openStore({ ...database.options, isShared: true });
    const { locks } = store;
    if (!locks) throw new Error('it is not shared');
    await locks.started();
    const core = await createExchange({
      store,
      isMine: (pair) => (client) => locks.stillHeld(client, pair.slot),
    });
    stores.push(store);
    cores.push(core);
    return { core, store, slot: core.slots.get(PAIR) ?? 0 };
  }
  const stored = async (): Promise<number> => {
    const { rows } = await (stores[0]?.pool.query<{ count: string }>('select count(*) from orders') ??
      Promise.reject(new Error('no store')));
    return Number(rows[0]?.count);
  };

  beforeAll(async () => {
    database = await postgres.create();
  });
  afterAll(async () => {
    for (const core of cores) await core.close();
    for (const store of stores) await store.close();
    await database.remove();
  });

  test('nobody matches a pair without its lock', async () => {
    const { core, store } = await join();
    await store.pool.query('insert into accounts (id) values ($1)', [account]);
    await core.fund(account, { XMR: '100' }, 'test');
    await expect(core.open(PAIR)).rejects.toMatchObject({ name: 'NotMineError' });
    expect(await core.placeLimit(account, order)).toMatchObject({ ok: false, code: 'NOT_HERE' });
    expect(await stored()).toBe(0);
  });

  test('a node that lost it, and does not know, can store nothing more', async () => {
    const [first, second] = [await join(), await join()];
    expect(await first.store.locks?.acquire(first.slot)).toBe(true);
    expect(await second.store.locks?.acquire(second.slot)).toBe(false);
    await first.core.open(PAIR);
    expect(await first.core.placeLimit(account, order, 'first')).toMatchObject({ ok: true });

    // Its connection is cut; before it notices, the other one has the pair.
    await second.store.pool.query('select pg_terminate_backend($1)', [first.store.locks?.pid]);
    while (!(await second.store.locks?.acquire(second.slot)));
    await second.core.open(PAIR);
    expect(second.core.book(PAIR, 10)?.asks).toEqual([['5', '1']]);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const outcomes = await Promise.all([
        first.core.placeLimit(account, order),
        first.core.placeLimit(account, order, randomUUID()),
        first.core.placeLimit(account, order, 'first'),
      ]);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, code: 'NOT_HERE' });
    }
    expect(await stored()).toBe(1);
    // The other one is not affected, and knows the key of the order that the first one stored.
    expect(await second.core.placeLimit(account, order, 'first')).toMatchObject({ ok: true });
    expect(await second.core.placeLimit(account, order, 'second')).toMatchObject({ ok: true });
    expect(await stored()).toBe(2);
    expect(await second.core.audit()).toEqual([]);
  });

  test('numbers of two owners never collide, and those of a later millisecond are higher', async () => {
    const { core, store } = await join();
    const [here, there] = ['KAS-USDT', 'AVAX-USDT'];
    for (const pair of [here, there]) await store.locks?.acquire(core.slots.get(pair) ?? 0);
    await core.open(here);
    await core.open(there);
    await core.fund(account, { KAS: '100' }, 'test');
    await core.fund(account, { AVAX: '100' }, 'test');
    const placed: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      for (const pair of [here, there]) {
        const outcome = await core.placeLimit(account, { ...order, pair });
        if (!outcome.ok) throw new Error(outcome.code);
        placed.push(outcome.value.id);
      }
    }
    const { rows } = await store.pool.query<{ id: string; number: string; pair: string }>(
      `select id, number, pair from orders where pair = any ($1)`,
      [[here, there]],
    );
    rows.sort((one, other) => placed.indexOf(one.id) - placed.indexOf(other.id));
    expect(new Set(rows.map(({ number }) => number)).size).toBe(40);
    const isRising = (numbers: readonly bigint[]): boolean =>
      numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0n));
    for (const of of [here, there])
      expect(isRising(rows.filter(({ pair }) => pair === of).map(({ number }) => BigInt(number)))).toBe(true);
    // Over all pairs by the millisecond; within one the slot decides.
    expect(isRising(rows.map(({ number }) => BigInt(number) / 1024n))).toBe(true);
    expect(
      rows.every(({ number, pair }) => BigInt(number) % 1024n === BigInt(core.slots.get(pair) ?? 0)),
    ).toBe(true);
  });

  test('a book that differs stops the withdrawals of all nodes until its owner finds it correct', async () => {
    const core = cores.at(-1);
    const pool = stores[0]?.pool;
    if (!core || !pool) throw new Error('there is no core');
    const owner = auditTogether(pool, { auditOwnBooks: () => core.auditBooks(), isLeader: () => false });
    const other = auditTogether(pool, {
      auditOwnBooks: () => Promise.resolve(new Map()),
      isLeader: () => true,
    });
    const change = (by: number): Promise<unknown> =>
      pool.query(`update orders set executed_at = null, value = value + $1 where pair = 'KAS-USDT'`, [by]);
    await change(1);
    expect(await owner.auditWhole()).not.toEqual([]);
    expect(await other.auditQuick()).toContain('found before: KAS-USDT');
    await change(-1);
    expect(await other.auditWhole()).toEqual([]);
    expect(await other.auditQuick()).toContain('found before: KAS-USDT');
    expect(await owner.auditWhole()).toEqual([]);
    expect(await other.auditQuick()).toEqual([]);
  });
});
