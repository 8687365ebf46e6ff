/**
 * What a tree of all that is owed costs, and how long others wait meanwhile: on the embedded database, and on a PostgreSQL
 * server if BENCH_DATABASE_URL names one.
 */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type * as exchangeModule from '../../venue/core/create.ts';
import type * as snapshotModule from '../../venue/solvency/snapshot.ts';
import type * as solvencyModule from '../../venue/solvency/solvency.ts';
import type * as storeModule from '../../venue/sql/store.ts';
import { pause, print, quantile, round } from './figures.ts';
import { onServer, openVite } from './venue-process.ts';

const ACCOUNTS = (process.env.BENCH_ACCOUNTS ?? '1000,10000,100000').split(',').map(Number);
/** Coins that each account is owed. */
const COINS = ['BTC', 'XMR', 'USDT'];
/** Milliseconds between two orders of the trader beside. */
const EVERY = 20;
/** Milliseconds without a tree, to compare with. */
const CALM = 5000;
const ORDER = { pair: 'XMR-BTC', side: 'buy', price: '0.003', quantity: '1' } as const;

type Modules = typeof storeModule & typeof exchangeModule & typeof snapshotModule & typeof solvencyModule;
type StoreOptions = Parameters<typeof storeModule.openStore>[0];

async function measure(modules: Modules, options: StoreOptions, accounts: number) {
  const { openStore, createExchange, createSolvency, takeSnapshot } = modules;
  const store = await openStore(options);
  const exchange = await createExchange({ store });
  const solvency = createSolvency({ audits: store.audits, common: store.common, now: () => new Date() });
  await store.pool.query(
    'insert into accounts (id) select gen_random_uuid() from generate_series(1, $1::integer)',
    [accounts],
  );
  for (const coin of COINS)
    await store.pool.query(
      'insert into balances (account_id, currency, available) select id, $1, (random() * 1e12)::bigint + 1 from accounts',
      [coin],
    );
  const trader = randomUUID();
  await store.pool.query('insert into accounts (id) values ($1)', [trader]);
  await exchange.fund(trader, { BTC: '100' }, 'bench');

  const waits: number[] = [];
  const done = new AbortController();
  const trade = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const began = performance.now();
      const placed = await exchange.placeLimit(trader, ORDER);
      if (placed.ok) await exchange.cancel(trader, placed.value.id);
      waits.push(performance.now() - began);
      await pause(EVERY);
    }
  };
  const trading = trade();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await pause(CALM);
  const longestBefore = delays.max / 1e6;
  delays.reset();
  // The first turn after it is not counted.
  await pause(EVERY);
  const began = performance.now();
  const snapshot = await takeSnapshot(store.audits);
  const read = performance.now() - began;
  // What stood is counted when it goes on.
  await pause(EVERY);
  const longestOfRead = delays.max / 1e6;
  delays.reset();
  const hashing = performance.now();
  await solvency.publish(snapshot, new Date());
  const hashed = performance.now() - hashing;
  delays.disable();
  done.abort();
  await trading;
  const asked = performance.now();
  const proof = await solvency.proof(trader, 0);
  const proven = performance.now() - asked;
  if (!proof.ok) throw new Error(proof.message);
  await exchange.close();
  await store.close();
  return {
    accounts,
    'read, s': round(read / 1000, 2),
    'hashing, s': round(hashed / 1000, 2),
    'loop stood before, ms': round(longestBefore),
    'in the read': round(longestOfRead),
    'in the hashing': round(delays.max / 1e6),
    'order and cancel p50': round(quantile(waits, 0.5)),
    p99: round(quantile(waits, 0.99)),
    longest: round(quantile(waits, 1)),
    'proof, ms': round(proven),
  };
}

export async function run(): Promise<void> {
  const vite = await openVite();
  try {
    const modules = {
      ...((await vite.ssrLoadModule('/venue/sql/store.ts')) as typeof storeModule),
      ...((await vite.ssrLoadModule('/venue/core/create.ts')) as typeof exchangeModule),
      ...((await vite.ssrLoadModule('/venue/solvency/snapshot.ts')) as typeof snapshotModule),
      ...((await vite.ssrLoadModule('/venue/solvency/solvency.ts')) as typeof solvencyModule),
    };
    const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
    const embedded = [];
    for (const accounts of ACCOUNTS) embedded.push(await measure(modules, {}, accounts));
    print(`Trees of ${COINS.length} coins for each account, embedded database`, embedded);
    if (url === undefined) return;
    const server = [];
    for (const accounts of ACCOUNTS)
      server.push(await onServer(url, (databaseUrl) => measure(modules, { databaseUrl }, accounts)));
    print(`Trees of ${COINS.length} coins for each account, PostgreSQL`, server);
  } finally {
    await vite.close();
  }
}
