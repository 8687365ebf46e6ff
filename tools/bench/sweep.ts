/** One order that fills thousands of others, and what another trader of the same pair notices of it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as exchangeModule from '../../venue/core/create.ts';
import type * as storeModule from '../../venue/sql/store.ts';
import { print, quantile, round } from './figures.ts';
import { openVite } from './venue-process.ts';

/** The most that these accounts may have open in one pair is 500 each. */
const ACCOUNTS = 40;
const ORDERS_EACH = 498;
const PAIR = 'XMR-BTC';

async function measure({ openStore, createExchange }: typeof storeModule & typeof exchangeModule) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quietbook-bench-'));
  const store = await openStore({ dataDir });
  const exchange = await createExchange({ store });
  const account = async (): Promise<string> => {
    const id = randomUUID();
    await store.pool.query('insert into accounts (id) values ($1)', [id]);
    for (const coin of ['XMR', 'BTC']) await exchange.fund(id, { [coin]: '100000' }, 'bench');
    return id;
  };
  const makers = await Promise.all(Array.from({ length: ACCOUNTS }, account));
  const [taker, other] = [await account(), await account()];
  await Promise.all(
    makers.map(async (maker) => {
      for (let count = 0; count < ORDERS_EACH; count += 1) {
        const placed = await exchange.placeLimit(maker, {
          pair: PAIR,
          side: 'sell',
          price: '0.004',
          quantity: '0.01',
        });
        if (!placed.ok) throw new Error(placed.message);
      }
    }),
  );
  const quantity = String((ACCOUNTS * ORDERS_EACH) / 100);
  const waits: number[] = [];
  const began = performance.now();
  let trades = 0;
  exchange.on('trades', (list) => {
    trades += list.length;
  });
  const answered = exchange
    .placeLimit(taker, { pair: PAIR, side: 'buy', price: '0.004', quantity })
    .then(() => performance.now() - began);
  const isDone = (): boolean => trades >= ACCOUNTS * ORDERS_EACH;
  while (!isDone()) {
    const at = performance.now();
    const placed = await exchange.placeLimit(other, {
      pair: PAIR,
      side: 'buy',
      price: '0.003',
      quantity: '1',
    });
    if (placed.ok) await exchange.cancel(other, placed.value.id);
    waits.push(performance.now() - at);
  }
  const settled = performance.now() - began;
  const findings = await exchange.audit();
  await exchange.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  if (findings.length > 0) throw new Error(`the ledger does not balance: ${findings[0]}`);
  return {
    fills: trades,
    answered: round(await answered),
    settled: round(settled),
    'other p50': round(quantile(waits, 0.5)),
    'other p99': round(quantile(waits, 0.99)),
    'other longest': round(quantile(waits, 1)),
  };
}

export async function run(): Promise<void> {
  const vite = await openVite();
  try {
    const modules = {
      ...((await vite.ssrLoadModule('/venue/sql/store.ts')) as typeof storeModule),
      ...((await vite.ssrLoadModule('/venue/core/create.ts')) as typeof exchangeModule),
    };
    print('One order through thousands, beside a trader who places and cancels (milliseconds)', [
      await measure(modules),
    ]);
  } finally {
    await vite.close();
  }
}
