import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import type { Exchange, LimitOrder } from '../../../venue/exchange.ts';
import { silentLog } from '../../../venue/log.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { hasPostgres, postgres } from '../databases.ts';
import { until } from '../edge/harness.ts';

const PAIRS = ['XMR-USDT', 'BTC-USDT', 'KAS-USDT', 'AVAX-USDT'] as const;
const COINS = ['USDT', 'XMR', 'BTC', 'KAS', 'AVAX'] as const;

interface Seen {
  /** As counted by the server. */
  readonly deadlocks: number;
  /** Settlements that failed for good. */
  readonly failures: number;
  readonly findings: readonly string[];
}

/** Runs `act` in a separate database. */
async function deadlocksIn(
  change: string,
  act: (exchange: Exchange, store: Store) => Promise<void>,
): Promise<Seen> {
  const database = await postgres.create();
  try {
    const store = await openStore(database.options);
    // The server's default of a second would only slow down the planted case.
    await store.pool.query(
      `do $$ begin execute format('alter database %I set deadlock_timeout = 20', current_database()); end $$`,
    );
    await store.close();
    const again = await openStore(database.options);
    await again.pool.query(change);
    let failures = 0;
    const error = (): void => {
      failures += 1;
    };
    const exchange = await createExchange({ store: again, log: { ...silentLog, error } });
    await act(exchange, again);
    const findings = await exchange.audit();
    await exchange.close();
    await again.close();
    return { deadlocks: await countIn(database.options.databaseUrl ?? ''), failures, findings };
  } finally {
    await database.remove();
  }
}

async function countIn(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    // A connection reports its counters when it ends, which takes the server a moment.
    await until(async () => {
      const others = await client.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return others.rowCount === 0;
    });
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  } finally {
    await client.end();
  }
}

const account = async (exchange: Exchange, store: Store): Promise<string> => {
  const id = randomUUID();
  await store.pool.query('insert into accounts (id) values ($1)', [id]);
  for (const coin of COINS) await exchange.fund(id, { [coin]: '1000000' }, 'test');
  return id;
};

/** A few accounts trade with each other in pairs that share a coin, in every direction at once. */
async function crossTrade(exchange: Exchange, store: Store): Promise<void> {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => account(exchange, store)));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 800 }, (_, n) => {
      const order: LimitOrder = {
        pair: PAIRS[n % 4] ?? 'XMR-USDT',
        side: (n >> 2) % 2 === 0 ? 'buy' : 'sell',
        price: '10',
        quantity: '1',
      };
      return exchange.placeLimit(accounts[(n * 5 + (n >> 3)) % 8] ?? '', order);
    }),
  );
  // Settled alone, an order may meet five deadlocks in a row too: its sender gets an error, and nothing is stored.
  for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
    expect(outcome).toMatchObject({ reason: { name: 'SettlementError', isUndone: true, code: '40P01' } });
  const accepted = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && outcome.value.ok ? [outcome.value.value.id] : [],
  );
  expect(accepted.length).toBeGreaterThan(400);
  const { rows } = await store.pool.query<{ id: string }>('select id from orders');
  expect(rows.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
}

/** The same two keys in two pairs, in opposite order. */
async function crossKeys(exchange: Exchange, store: Store): Promise<void> {
  const id = await account(exchange, store);
  const order = (pair: LimitOrder['pair'], side: LimitOrder['side'], price: string): LimitOrder => ({
    pair,
    side,
    price,
    quantity: '1',
  });
  for (let round = 0; round < 40; round += 1) {
    const [one, two] = [randomUUID(), randomUUID()];
    const outcomes = await Promise.all([
      exchange.placeLimit(id, order('XMR-BTC', 'buy', '0.001'), one),
      exchange.placeLimit(id, order('XMR-BTC', 'buy', '0.001'), two),
      exchange.placeLimit(id, order('KAS-USDT', 'buy', '0.01'), two),
      exchange.placeLimit(id, order('KAS-USDT', 'buy', '0.01'), one),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
  }
}

/** Balances are locked in the order of the orders, and held for a moment. */
const NO_LOCK = `
  create or replace function lock_balances(touched jsonb) returns void language sql as $$
    insert into balances (account_id, currency)
      select t.account, t.currency from jsonb_to_recordset(touched) t(account uuid, currency text) order by 1, 2
      on conflict do nothing
  $$;
  create or replace function reserve(account uuid, coin text, need bigint, rest bigint) returns boolean language plpgsql as $$
  begin
    update balances set available = available - need, in_orders = in_orders + rest
      where account_id = account and currency = coin and available >= need;
    perform pg_sleep(0.002);
    return true;
  end $$`;

describe.runIf(hasPostgres)('pairs that settle concurrently, on a real PostgreSQL', () => {
  test('deadlock when balances are not locked in one order; such a settlement is simply retried', async () => {
    const { deadlocks, failures, findings } = await deadlocksIn(NO_LOCK, crossTrade);
    expect(deadlocks).toBeGreaterThan(0);
    // A settlement fails only after five deadlocks in a row; then its orders are settled one by one, and none that was
    // accepted is lost.
    expect(failures * 5).toBeLessThanOrEqual(deadlocks);
    expect(findings).toEqual([]);
  });

  test('never deadlock in the unchanged venue', async () => {
    expect(await deadlocksIn('select 1', crossTrade)).toEqual({ deadlocks: 0, failures: 0, findings: [] });
  });

  test('nor over the same keys in both', async () => {
    expect(await deadlocksIn('select 1', crossKeys)).toEqual({ deadlocks: 0, failures: 0, findings: [] });
  });
});
