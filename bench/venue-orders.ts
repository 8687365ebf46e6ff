/**
 * Orders per second of the venue's trading core, and the time of one order, on the embedded database (a
 * folder), and on a PostgreSQL server if BENCH_DATABASE_URL or TEST_DATABASE_URL names one.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createServer } from 'vite';
import { random } from '../scripts/random.ts';
import type * as exchangeModule from '../venue/core/create.ts';
import type { LimitOrder } from '../venue/exchange.ts';
import type * as sealsModule from '../venue/ledger/seals.ts';
import { silentLog } from '../venue/log.ts';
import type * as storeModule from '../venue/sql/store.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 6000);
const ACCOUNTS = 40;
/** Orders at a time: 1 shows the wait of one user, more the capacity of the venue. */
const CONCURRENCY = [1, 16, 64];
/** `BENCH_SEALS=off` measures without the seals of the journal. */
const HAS_SEALS = process.env.BENCH_SEALS !== 'off';
/** Pairs with the digits of their prices. */
const PAIRS = [
  ['XMR-USDT', 2],
  ['BTC-USDT', 2],
  ['KAS-USDT', 5],
  ['AVAX-USDT', 3],
] as const;

type StoreOptions = Parameters<typeof storeModule.openStore>[0];

type Modules = typeof storeModule & typeof exchangeModule & typeof sealsModule;

type Result = Awaited<ReturnType<typeof measure>>;

type Database = (work: (options: StoreOptions) => Promise<Result>) => Promise<Result>;

const pick = <T>(next: () => number, list: readonly T[]) => list[Math.floor(next() * list.length)] as T;

/** Prices are near one level, so that about half of the orders trade. */
function orderOf(next: () => number): LimitOrder {
  const [pair, tick] = pick(next, PAIRS);
  const steps = 10_000 + Math.floor(next() * 40) - 20;
  const text = String(steps).padStart(tick + 1, '0');
  return {
    pair,
    side: next() < 0.5 ? 'buy' : 'sell',
    price: `${text.slice(0, -tick)}.${text.slice(-tick)}`,
    quantity: String(1 + Math.floor(next() * 5)),
  };
}

async function measure(
  { openStore, createExchange, sealRegularly }: Modules,
  options: StoreOptions,
  concurrency: number,
) {
  const store = await openStore(options);
  if (!HAS_SEALS) await store.pool.query('drop trigger queue_seals on entries');
  const endSealing = HAS_SEALS
    ? sealRegularly(store.common, () => new Date(), silentLog)
    : () => Promise.resolve();
  const exchange = await createExchange({ store });
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const id = randomUUID();
      await store.pool.query('insert into accounts (id) values ($1)', [id]);
      for (const coin of ['USDT', 'XMR', 'BTC', 'KAS', 'AVAX'])
        await exchange.fund(id, { [coin]: '10000000' }, 'bench');
      return id;
    }),
  );
  const next = random(7);
  let trades = 0;
  exchange.on('trades', (list) => {
    trades += list.length;
  });
  const waits: number[] = [];
  const refusals = new Map<string, number>();
  let left = ORDERS;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        const at = performance.now();
        const outcome = await exchange.placeLimit(pick(next, accounts), orderOf(next), randomUUID());
        if (outcome.ok) waits.push(performance.now() - at);
        else refusals.set(outcome.code, (refusals.get(outcome.code) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await endSealing();
  const findings = HAS_SEALS ? await exchange.audit() : [];
  await exchange.close();
  await store.close();
  if (findings.length > 0) throw new Error(`the ledger does not balance: ${findings[0]}`);
  waits.sort((a, b) => a - b);
  const quantile = (share: number) =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
  return {
    perSecond: waits.length / seconds,
    trades,
    p50: quantile(0.5),
    p99: quantile(0.99),
    accepted: waits.length,
    refusals,
  };
}

async function onServer(url: string, work: (options: StoreOptions) => Promise<Result>) {
  const name = `quietbook_bench_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name}`);
  try {
    const own = new URL(url);
    own.pathname = `/${name}`;
    return await work({ databaseUrl: own.href });
  } finally {
    await administer(`drop database ${name} with (force)`);
  }
}

async function inFolder<T>(work: (store: { dataDir: string }) => Promise<T>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quietbook-bench-'));
  try {
    return await work({ dataDir });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function run() {
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: 'error',
  });
  try {
    const modules = {
      ...((await vite.ssrLoadModule('/venue/sql/store.ts')) as typeof storeModule),
      ...((await vite.ssrLoadModule('/venue/core/create.ts')) as typeof exchangeModule),
      ...((await vite.ssrLoadModule('/venue/ledger/seals.ts')) as typeof sealsModule),
    };
    const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
    const databases: [name: string, within: Database][] = [['PGlite, folder', inFolder]];
    if (url) databases.push(['PostgreSQL', (work) => onServer(url, work)]);
    const rows = [];
    for (const [name, within] of databases) {
      for (const concurrency of CONCURRENCY) {
        const result = await within((options) => measure(modules, options, concurrency));
        rows.push({
          database: name,
          'under way': concurrency,
          orders: result.accepted,
          trades: result.trades,
          'orders/s': Math.round(result.perSecond),
          'p50 ms': result.p50.toFixed(2),
          'p99 ms': result.p99.toFixed(2),
          refused: [...result.refusals].map(([code, count]) => `${code} ${count}`).join(' '),
        });
      }
    }
    console.log(
      `Orders accepted, matched and settled (${ORDERS} limit orders on ${PAIRS.length} pairs, each with an Idempotency-Key)`,
    );
    console.table(rows);
    if (!url) console.log('PostgreSQL: not measured, TEST_DATABASE_URL is not set.');
    return rows;
  } finally {
    await vite.close();
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) await run();
