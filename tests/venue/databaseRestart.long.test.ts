import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../scripts/postgres.ts';
import { createExchange } from '../../venue/core/create.ts';
import type { Exchange, LimitOrder, OrderRecord, Outcome } from '../../venue/exchange.ts';
import { createRandom } from '../../venue/random.ts';
import { openStore, type Store } from '../../venue/sql/store.ts';
import { hasPostgres } from './databases.ts';

/** `DATABASE_RESTARTS=100` runs as many as promised. */
const RESTARTS = Number(process.env.DATABASE_RESTARTS ?? '2');
/** Least number of orders accepted between two restarts. */
const BETWEEN = 40;
const PAUSE = 50;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Has its own server: when one of its processes is killed, PostgreSQL ends every session, discards its memory
 * and recovers from its log, as after a crash.
 */
describe.runIf(hasPostgres)('PostgreSQL restarted under load', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: Store;
  let exchange: Exchange;
  beforeAll(async () => {
    server = await startPostgres();
    store = await openStore({ databaseUrl: server.url });
    exchange = await createExchange({ store });
  });
  afterAll(async () => {
    await exchange.close();
    await store.close();
    await server.stop();
  });

  async function crash(): Promise<void> {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => {
      client.once('end', resolve);
    });
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await ended;
  }

  test(`${RESTARTS} times: the venue continues by itself, nothing accepted is lost or duplicated`, async () => {
    const random = createRandom('restarts');
    const pick = <T>(list: readonly T[]): T => list[random.whole(0, list.length - 1)] as T;
    const accounts = Array.from({ length: 6 }, () => randomUUID());
    for (const account of accounts) {
      await store.pool.query('insert into accounts (id) values ($1)', [account]);
      for (const coin of ['USDT', 'XMR', 'KAS']) await exchange.fund(account, { [coin]: '100000' }, 'test');
    }
    const accepted = new Map<string, string>();
    const cut = { orders: 0, isOver: false };

    /** Asks with the same key until there is an answer, as the client does. */
    async function place(account: string, order: LimitOrder, key: string): Promise<Outcome<OrderRecord>> {
      for (;;) {
        try {
          return await exchange.placeLimit(account, order, key);
        } catch {
          // Whatever was lost: the key finds out.
          cut.orders += 1;
          await pause(PAUSE);
        }
      }
    }
    async function trader(): Promise<void> {
      while (!cut.isOver) {
        const key = randomUUID();
        const order: LimitOrder = {
          pair: pick(['XMR-USDT', 'KAS-USDT']),
          side: pick(['buy', 'sell']),
          price: String(16 + random.whole(0, 4)),
          quantity: String(1 + random.whole(0, 2)),
        };
        const outcome = await place(pick(accounts), order, key);
        if (outcome.ok) accepted.set(key, outcome.value.id);
      }
    }
    const traders = Array.from({ length: 8 }, trader);
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const wanted = accepted.size + BETWEEN;
      while (accepted.size < wanted) await pause(PAUSE);
      await crash();
    }
    const wanted = accepted.size + BETWEEN;
    while (accepted.size < wanted) await pause(PAUSE);
    cut.isOver = true;
    await Promise.all(traders);

    expect(cut.orders).toBeGreaterThan(0);
    const { rows } = await store.pool.query<{ id: string }>('select id from orders');
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(accepted.values()));
    expect(new Set(accepted.values()).size).toBe(accepted.size);
    expect(await exchange.audit()).toEqual([]);
  }, 3_600_000);
});
