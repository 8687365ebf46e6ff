// A full disk under the venue, on both databases: a small file system in memory is filled to its last byte while orders
// come, and emptied again. Nothing may be half done, nothing acknowledged lost, and the venue must recover. Mounting
// needs root on Linux.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { run as command } from '../../scripts/process.ts';
import { pause } from './figures.ts';
import { startVenue } from './venue-process.ts';

const SIZE = '512m';
/** One account sends all orders. */
const SETTINGS = { LIMIT_ORDERS: '1000000' };
const PASSWORD = 'Correct-Horse-7';
/** Orders before the disk is full, and after there is room again. */
const ORDERS = 200;
/** This many refusals in a row mean that the disk is full. */
const REFUSED = 20;
const MAX_TRIES_WHILE_FULL = 20_000;
/** Seconds within which it must accept orders again. */
const PATIENCE = 60;

/** Fills the disk. */
function fill(file: string) {
  const size = 1 << 20;
  for (let left = size; left >= 1; left = left > 1 ? left >> 1 : 0) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(left), { flag: 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

async function openTrader(url: string) {
  const name = `user-${Date.now()}`;
  let base = url;
  let cookie = '';
  const ask = async (at: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${base}${at}`, {
      method: body ? 'POST' : 'GET',
      // Filling the disk blocks this process, and idle connections would time out.
      headers: {
        cookie,
        connection: 'close',
        ...(body ? { 'content-type': 'application/json', origin: base } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: answer.status, body: await answer.json() };
  };
  const account = { email: `${name}@example.org`, password: PASSWORD };
  const registration = { ...account, username: name, confirm_password: PASSWORD };
  assert.equal((await ask('/auth/register', registration)).status, 201);
  assert.equal((await ask('/auth/login', account)).status, 200);
  return {
    ask,
    /** Continues on another address. */
    move: (to: string) => {
      base = to;
    },
    place: (key: string) =>
      ask(
        '/order/orders/limit',
        { pair: 'XMR-USDT', type: 'LIMIT', operation: 'BUY', price: '2', quantity: '0.5' },
        { 'idempotency-key': key },
      ),
  };
}

async function openOrders({ ask }: Awaited<ReturnType<typeof openTrader>>) {
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await ask(
      `/order/orders?pair=XMR-USDT&state=OPENED,PARTIALLY_FILLED&skip=${ids.length}&limit=100`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    const orders: { id: string }[] = Array.isArray(body) ? body : (body.items ?? body.orders);
    const page = orders.map(({ id }) => id);
    if (page.length === 0) return ids;
    ids.push(...page);
  }
}

/** @param place the folder of the small disk */
async function measure(name: string, place: string, start: () => ReturnType<typeof startVenue>) {
  let venue = await start();
  try {
    const trader = await openTrader(venue.url);
    /** Acknowledged orders by idempotency key. */
    const known = new Map<string, string>();
    const unknown: string[] = [];
    const send = async (key: string = randomUUID()) => {
      let answer;
      try {
        answer = await trader.place(key);
      } catch {
        // The order may have been placed: checked at the end.
        unknown.push(key);
        return 'no answer';
      }
      const { status, body } = answer;
      if (status < 300) {
        known.set(key, body.id);
        return null;
      }
      assert.ok(status >= 500, `${status} ${JSON.stringify(body)}`);
      assert.match(body.code, /^[A-Z_]+$/);
      assert.doesNotMatch(body.message, /space|disk|pg_|extend/i);
      unknown.push(key);
      return `${status} ${body.code}`;
    };
    for (let count = 0; count < ORDERS; count += 1) assert.equal(await send(), null);
    const filler = path.join(place, 'filler');
    fill(filler);
    let inRow = 0;
    let whileFull = 0;
    const refusals = new Set<string>();
    while (inRow < REFUSED && whileFull < MAX_TRIES_WHILE_FULL && venue.isAlive()) {
      // Other files, such as old logs, may have freed some space.
      if (whileFull % 50 === 0) fill(filler);
      const refusal = await send();
      whileFull += 1;
      inRow = refusal === null ? 0 : inRow + 1;
      if (refusal !== null) refusals.add(refusal);
    }
    assert.ok(inRow > 0, `${whileFull} orders were taken on a full disk`);
    const hasEnded = !venue.isAlive();
    const reads = hasEnded ? 'none: it ended' : (await trader.ask('/user/balances')).status;
    rmSync(filler);
    const freed = performance.now();
    if (hasEnded) {
      // As a supervisor would.
      venue = await start();
      trader.move(venue.url);
    }
    // The refused keys are sent again: each order must exist at most once.
    while ((await send(unknown[0] ?? '')) !== null) {
      assert.ok(performance.now() - freed < PATIENCE * 1000, `it did not go on within ${PATIENCE} s`);
      await pause(100);
    }
    const seconds = (performance.now() - freed) / 1000;
    for (const key of new Set(unknown)) assert.equal(await send(key), null);
    for (let count = 0; count < ORDERS; count += 1) assert.equal(await send(), null);
    const compare = async () => {
      const there = await openOrders(trader);
      assert.deepEqual(there.toSorted(), [...known.values()].toSorted(), 'acknowledged, and there');
    };
    await compare();
    await venue.stop();
    venue = await start();
    trader.move(venue.url);
    await compare();
    return {
      database: name,
      'orders before': ORDERS,
      'taken while full': known.size - ORDERS * 2 - new Set(unknown).size,
      refused: [...refusals].join(', '),
      'reads while full': reads,
      'goes on after s': seconds.toFixed(1),
      'acknowledged = there': known.size,
    };
  } finally {
    await venue.stop();
  }
}

export async function run() {
  const place = mkdtempSync(path.join(tmpdir(), 'quietbook-disk-'));
  const mounted = await command(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${SIZE},mode=1777`, 'quietbook', place],
    { collect: true },
  );
  if (mounted.code !== 0) {
    rmSync(place, { recursive: true });
    throw new Error(`A small disk could not be mounted, which needs root on Linux: ${mounted.output}`);
  }
  const rows = [];
  const before = process.env.TMPDIR;
  try {
    const data = path.join(place, 'data');
    mkdirSync(data);
    rows.push(await measure('PGlite', place, () => startVenue({ ...SETTINGS, DATA_DIR: data })));
    rmSync(data, { recursive: true, force: true });
    console.log(`free on the small disk: ${Math.round((statfsSync(place).bavail * 4096) / 2 ** 20)} MB`);
    // PostgreSQL's folder is a temporary folder.
    process.env.TMPDIR = place;
    const server = await startPostgres();
    try {
      rows.push(
        await measure('PostgreSQL', place, () => startVenue({ ...SETTINGS, DATABASE_URL: server.url })),
      );
    } finally {
      await server.stop();
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    console.table(rows);
    await command('umount', [place], { collect: true });
    rmSync(place, { recursive: true, force: true });
  }
}
