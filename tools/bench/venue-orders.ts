/**
 * Orders per second of the venue's trading core, and the time of one order, on the embedded database (a folder), and on
 * a PostgreSQL server if BENCH_DATABASE_URL or TEST_DATABASE_URL names one. Its floor: the same settlements are sent to
 * an empty database once more, in full batches and without matching anything.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '../../scripts/random.ts';
import type * as exchangeModule from '../../venue/core/create.ts';
import type { LimitOrder } from '../../venue/exchange.ts';
import type * as sealsModule from '../../venue/ledger/seals.ts';
import { silentLog } from '../../venue/log.ts';
import type * as storeModule from '../../venue/sql/store.ts';
import { onServer, openVite } from './venue-process.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 6000);
const ACCOUNTS = 40;
/** Orders at a time: 1 shows the wait of one user, more the capacity of the venue. */
const CONCURRENCY = (process.env.BENCH_CONCURRENCY ?? '1,16,64,256').split(',').map(Number);
/** Operations per batch of the floor. */
const FLOOR_BATCH = 20;
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

type Store = Awaited<ReturnType<typeof storeModule.openStore>>;

/** The part of a call of `settle_batch` that the floor reads. */
interface Batch {
  readonly pair?: string;
  readonly operations: readonly {
    readonly type: string;
    readonly account: string;
    readonly pay?: string;
    readonly lines?: readonly { readonly account: string | null; readonly currency: string }[];
  }[];
}

type Result = Awaited<ReturnType<typeof measure>>;

type Database = <T>(work: (options: StoreOptions) => Promise<T>) => Promise<T>;

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
  const opened = await openStore(options);
  const sent: Batch[] = [];
  const store = { ...opened, pool: listening(opened.pool, sent) };
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
    sent,
    accounts,
  };
}

/** The same pool; its settlements are kept in `sent`. */
function listening(pool: Store['pool'], sent: Batch[]): Store['pool'] {
  const known = new WeakSet();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [asked] = args as [{ name?: string; values?: string[] }];
      const text = asked.values?.[0] ?? '';
      if (asked.name === 'settle') sent.push(JSON.parse(text) as Batch);
      return query(...args);
    }) as typeof client.query;
  });
  return pool;
}

/** Orders a second that the database alone settles: full batches, one pair after the other. */
async function measureFloor(
  { openStore, createExchange }: Modules,
  options: StoreOptions,
  { sent, accounts, accepted }: Result,
) {
  const store = await openStore(options);
  const exchange = await createExchange({ store });
  const { rows } = await store.pool.query<{ symbol: string; epoch: string }>(
    'select symbol, book_epoch::text as epoch from pairs',
  );
  const epochs = new Map(rows.map(({ symbol, epoch }) => [symbol, epoch]));
  for (const id of accounts) await store.pool.query('insert into accounts (id) values ($1)', [id]);
  const settle = async (pair: string | undefined, operations: Batch['operations']) => {
    const touched = operations.flatMap(({ account, pay, lines = [] }) => [
      ...(pay === undefined ? [] : [{ account, currency: pay }]),
      ...lines
        .filter((line) => line.account !== null)
        .map((line) => ({ account: line.account, currency: line.currency })),
    ]);
    const once = new Map(touched.map((one) => [`${one.account} ${one.currency}`, one]));
    const batch = {
      pair,
      epoch: epochs.get(pair ?? ''),
      touched: [...once.values()],
      operations: operations.map((operation, i) => ({ ...operation, i })),
    };
    await store.pool.query({
      name: 'settle',
      text: 'select settle_batch($1)',
      values: [JSON.stringify(batch)],
    });
  };
  for (const { pair, operations } of sent) if (pair === undefined) await settle(pair, operations);
  const started = performance.now();
  await Promise.all(
    PAIRS.map(async ([pair]) => {
      const all = sent.filter((batch) => batch.pair === pair).flatMap(({ operations }) => operations);
      for (let at = 0; at < all.length; at += FLOOR_BATCH)
        await settle(pair, all.slice(at, at + FLOOR_BATCH));
    }),
  );
  const perSecond = accepted / ((performance.now() - started) / 1000);
  await exchange.close();
  await store.close();
  return perSecond;
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
  const vite = await openVite();
  try {
    const modules = {
      ...((await vite.ssrLoadModule('/venue/sql/store.ts')) as typeof storeModule),
      ...((await vite.ssrLoadModule('/venue/core/create.ts')) as typeof exchangeModule),
      ...((await vite.ssrLoadModule('/venue/ledger/seals.ts')) as typeof sealsModule),
    };
    const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
    const databases: [name: string, within: Database][] = [['PGlite, folder', inFolder]];
    if (url) databases.push(['PostgreSQL', (work) => onServer(url, (databaseUrl) => work({ databaseUrl }))]);
    const rows = [];
    for (const [name, within] of databases) {
      for (const concurrency of CONCURRENCY) {
        const result = await within((options) => measure(modules, options, concurrency));
        const floor = await within((options) => measureFloor(modules, options, result));
        rows.push({
          database: name,
          'under way': concurrency,
          orders: result.accepted,
          trades: result.trades,
          'orders/s': Math.round(result.perSecond),
          'floor/s': Math.round(floor),
          share: (result.perSecond / floor).toFixed(2),
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
