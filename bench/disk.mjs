// A real full disk under the venue, on both databases: a small file system in memory is filled to its last byte while
// orders come, and emptied again. Nothing is there by half, nothing acknowledged is lost, and the venue goes on.
// Mounting needs root on Linux.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run as command } from '../scripts/process.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { pause } from './figures.mjs';
import { startVenue } from './venue-process.mjs';

const SIZE = '512m';
/** One account sends them all. */
const SETTINGS = { LIMIT_ORDERS: '1000000' };
const PASSWORD = 'Correct-Horse-7';
/** Orders before the disk is full, and after there is room again. */
const ORDERS = 200;
/** So many refusals in a row are a full disk. */
const REFUSED = 20;
const MOST_WHILE_FULL = 20_000;
/** Seconds until it goes on by itself. */
const PATIENCE = 60;

/** Takes every byte that is left. @param {string} file */
function fill(file) {
  const size = 1 << 20;
  for (let left = size; left >= 1; left = left > 1 ? left >> 1 : 0) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(left), { flag: 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

/** @param {string} url */
async function openTrader(url) {
  const name = `user-${Date.now()}`;
  let base = url;
  let cookie = '';
  /**
   * @param {string} at
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  const ask = async (at, body, headers = {}) => {
    const answer = await fetch(`${base}${at}`, {
      method: body ? 'POST' : 'GET',
      // A kept connection ends while the disk is being filled, which holds this process up.
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
    /** The venue is somewhere else now. @param {string} to */
    move: (to) => {
      base = to;
    },
    /** @param {string} idempotencyKey */
    place: (idempotencyKey) =>
      ask(
        '/order/orders/limit',
        { pair: 'XMR-USDT', type: 'LIMIT', operation: 'BUY', price: '0.1', quantity: '0.5' },
        { 'idempotency-key': idempotencyKey },
      ),
  };
}

/** All open orders, page by page. @param {Awaited<ReturnType<typeof openTrader>>} trader */
async function openOrders({ ask }) {
  /** @type {string[]} */
  const ids = [];
  for (;;) {
    const { status, body } = await ask(
      `/order/orders?pair=XMR-USDT&state=OPENED,PARTIALLY_FILLED&skip=${ids.length}&limit=100`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    const page = (Array.isArray(body) ? body : (body.items ?? body.orders)).map(
      (/** @type {any} */ one) => one.id,
    );
    if (page.length === 0) return ids;
    ids.push(...page);
  }
}

/**
 * @param {string} name
 * @param {string} place the small disk
 * @param {() => ReturnType<typeof startVenue>} start
 */
async function measure(name, place, start) {
  let venue = await start();
  try {
    const trader = await openTrader(venue.url);
    /** What was acknowledged: order by idempotency key. @type {Map<string, string>} */
    const known = new Map();
    /** @type {string[]} */
    const unknown = [];
    const send = async (/** @type {string} */ idempotencyKey = randomUUID()) => {
      let answer;
      try {
        answer = await trader.place(idempotencyKey);
      } catch {
        // Whether the venue lives is looked at below; whether the order is there, at the end.
        unknown.push(idempotencyKey);
        return 'no answer';
      }
      const { status, body } = answer;
      if (status < 300) {
        known.set(idempotencyKey, body.id);
        return null;
      }
      assert.ok(status >= 500, `${status} ${JSON.stringify(body)}`);
      assert.match(body.code, /^[A-Z_]+$/);
      assert.doesNotMatch(body.message, /space|disk|pg_|extend/i);
      unknown.push(idempotencyKey);
      return `${status} ${body.code}`;
    };
    for (let count = 0; count < ORDERS; count += 1) assert.equal(await send(), null);
    const filler = path.join(place, 'filler');
    fill(filler);
    let inRow = 0;
    let whileFull = 0;
    /** @type {Set<string>} */
    const told = new Set();
    while (inRow < REFUSED && whileFull < MOST_WHILE_FULL && venue.isAlive()) {
      // What is freed meanwhile, such as an old log, is taken as well.
      if (whileFull % 50 === 0) fill(filler);
      const refusal = await send();
      whileFull += 1;
      inRow = refusal === null ? 0 : inRow + 1;
      if (refusal !== null) told.add(refusal);
    }
    assert.ok(inRow > 0, `${whileFull} orders were taken on a full disk`);
    const hasEnded = !venue.isAlive();
    const reads = hasEnded ? 'none: it ended' : (await trader.ask('/user/balances')).status;
    rmSync(filler);
    const freed = performance.now();
    if (hasEnded) {
      // As its supervisor would.
      venue = await start();
      trader.move(venue.url);
    }
    // By itself, with the idempotency keys that were refused: each is there at most once.
    while ((await send(unknown[0] ?? '')) !== null) {
      assert.ok(performance.now() - freed < PATIENCE * 1000, `it did not go on within ${PATIENCE} s`);
      await pause(100);
    }
    const seconds = (performance.now() - freed) / 1000;
    for (const idempotencyKey of new Set(unknown)) assert.equal(await send(idempotencyKey), null);
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
      refused: [...told].join(', '),
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
  const before = process.env['TMPDIR'];
  try {
    const data = path.join(place, 'data');
    mkdirSync(data);
    rows.push(await measure('PGlite', place, () => startVenue({ ...SETTINGS, DATA_DIR: data })));
    rmSync(data, { recursive: true, force: true });
    console.log(`free on the small disk: ${Math.round((statfsSync(place).bavail * 4096) / 2 ** 20)} MB`);
    // Its folder of data goes where temporary folders go.
    process.env['TMPDIR'] = place;
    const server = await startPostgres();
    try {
      rows.push(
        await measure('PostgreSQL', place, () => startVenue({ ...SETTINGS, DATABASE_URL: server.url })),
      );
    } finally {
      await server.stop();
    }
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    console.table(rows);
    await command('umount', [place], { collect: true });
    rmSync(place, { recursive: true, force: true });
  }
}
