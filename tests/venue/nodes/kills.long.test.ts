import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNodes, type Node } from '../../../tools/bench/nodes/fleet.ts';
import { compare, killUnderLoad } from '../../../tools/bench/nodes/kills.ts';
import { NAME } from '../../../tools/bench/nginx/server.ts';
import { straightTo, type Way } from '../../../tools/bench/nginx/ways.ts';
import { startNats } from '../../../scripts/nats.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { hasPostgres, postgres, type TestDatabase } from '../databases.ts';
import { until } from '../edge/harness.ts';
import { PAIRS } from '../pairs.ts';
import { storedBook } from './harness.ts';

/** `npm run bench -- nodes` runs as many as promised, through nginx. */
const KILLS = Number(process.env.NODE_KILLS ?? '2');

describe.runIf(hasPostgres)('kill -9 of one node of three, under load', () => {
  const root = resolve(import.meta.dirname, '../../..');
  let folder: string;
  let database: TestDatabase;
  let broker: Awaited<ReturnType<typeof startNats>>;
  let nodes: Node[] = [];
  let pool: Pool;

  beforeAll(async () => {
    // Inside the project, so that the program finds the installed packages.
    await mkdir(join(root, '.tmp'), { recursive: true });
    folder = await mkdtemp(join(root, '.tmp', 'nodes-'));
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: { ssr: join(root, 'venue/main.ts'), outDir: folder, target: 'node20', emptyOutDir: true },
    });
    [database, broker] = await Promise.all([postgres.create(), startNats()]);
    pool = new Pool({ connectionString: database.options.databaseUrl });
    nodes = await makeNodes(join(folder, 'main.js'), 3, {
      DATABASE_URL: database.options.databaseUrl ?? '',
      BROKER_URL: broker.url,
      LIMIT_ORDERS: '1000000',
      PUBLIC_ORIGIN: `https://${NAME}`,
      MIN_ORDER_VALUES: 'BTC:0.001,USDT:0.001',
    });
    await Promise.all(nodes.map((node) => node.start()));
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await pool.end();
    await broker.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** To a live one, as a proxy would send it. */
  const way: Way = (...request) => {
    return straightTo(pickOf(nodes.filter((node) => node.isAlive())).url)(...request);
  };

  /** Every node shows what the database contains. */
  async function sameBooks(): Promise<void> {
    for (const pair of PAIRS) {
      const stored = await storedBook(pool, pair);
      for (const { url } of nodes)
        await until(async () => isDeepStrictEqual(await shownBook(url, pair), stored));
    }
  }

  test('a node that hangs loses its pairs, and what it does after waking up is not stored', async () => {
    const [first] = nodes;
    if (!first) throw new Error('there is no node');
    first.signal('SIGSTOP');
    const others = nodes.filter((node) => node !== first);
    const elsewhere: Way = (...request) => straightTo(pickOf(others).url)(...request);
    // One of its pairs hangs with it until the others notice.
    const { acknowledged, emails } = await killUnderLoad({ nodes, way: elsewhere, kills: 0 });
    expect(acknowledged.size).toBeGreaterThanOrEqual(PAIRS.length);
    first.signal('SIGCONT');
    await until(async () => (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean));
    expect(await compare(pool, { acknowledged, canceled: new Set(), emails })).toEqual({
      lost: 0,
      doubled: 0,
    });
    expect(await auditLedger(pool)).toEqual([]);
    await sameBooks();
  });

  test(`${KILLS} times: every acknowledged order is there once, the books balance, the others continue`, async () => {
    const killed = await killUnderLoad({ nodes, way, kills: KILLS });
    expect(await compare(pool, killed)).toEqual({ lost: 0, doubled: 0 });
    expect(killed.acknowledged.size).toBeGreaterThan(KILLS * 20);
    expect(killed.canceled.size).toBeGreaterThan(KILLS);
    expect(await auditLedger(pool)).toEqual([]);
    await sameBooks();
    // And the comparison would have noticed.
    const [one = ''] = killed.acknowledged;
    const more = new Set([...killed.acknowledged, 'lost'].filter((id) => id !== one));
    const seen = await compare(pool, { ...killed, acknowledged: more });
    expect(seen).toEqual({ lost: 1, doubled: 1 });
  }, 3_600_000);
});

function pickOf(from: readonly Node[]): Node {
  const chosen = from[randomInt(from.length)];
  if (!chosen) throw new Error('no node lives');
  return chosen;
}

async function shownBook(url: string, pair: string): Promise<unknown> {
  const { status, body } = await straightTo(url)(`/order/orderbook/${pair}?depth=500`);
  if (status !== 200) return null;
  const { bids, asks } = JSON.parse(body.toString()) as Record<'bids' | 'asks', [string, string][]>;
  return { bids: Object.fromEntries(bids), asks: Object.fromEntries(asks) };
}
