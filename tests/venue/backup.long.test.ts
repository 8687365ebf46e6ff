import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPostgres, startPostgres } from '../../scripts/postgres.ts';
import { markCopy } from '../../venue/sql/place.ts';
import { openStore } from '../../venue/sql/store.ts';
import { silentLog } from '../../venue/log.ts';
import { readUncompared } from '../../venue/operators/copies.ts';
import { limitOrder, openBrowser, openTrader, PASSWORD, startVenue } from './edge/harness.ts';
import { addedBy, codeAs, runAs } from './operators/signer.ts';

const tell = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'qb-'));
let first: Awaited<ReturnType<typeof startPostgres>>;
let second: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  first = await startPostgres({ waitsForDisk: false });
  second = await startPostgres({ waitsForDisk: false });
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function emptied(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

const RESTORES = ['--no-owner', '--no-acl', '--exit-on-error', '--single-transaction'];

/** As described in docs/operating.md. */
async function dumpAndRestore(from = first): Promise<void> {
  const programs = findPostgres() ?? '';
  const file = path.join(folder, 'quietbook.dump');
  await tell(path.join(programs, 'pg_dump'), ['--format=custom', '--file', file, from.url]);
  await emptied(second.url);
  await tell(path.join(programs, 'pg_restore'), [...RESTORES, '--dbname', second.url, file]);
}

const KEYS = { SECRETS_KEY_FILE: 'tests/data/secrets.key' };

it.each(['PostgreSQL', 'PGlite'])(
  'a venue on %s is backed up, restored elsewhere, and goes on; with another key it does not start (OPERATOR-18)',
  async (kind) => {
    const at = (place: 'first' | 'second') =>
      kind === 'PGlite'
        ? { DATA_DIR: path.join(folder, place) }
        : { DATABASE_URL: place === 'first' ? first.url : second.url };
    const venue = await startVenue({ ...KEYS, ...at('first') });
    const ann = await addedBy(venue.venue.operators, 'ann');
    const trader = await openTrader(venue);
    const placed = await trader.post('/order/orders/limit', limitOrder('SELL', '0.004', '1'));
    const { id } = placed.body as { id: string };
    const balances = (await trader.get('/user/balances')).body;
    // PostgreSQL is dumped while the venue runs; a folder is copied when it has stopped.
    if (kind === 'PostgreSQL') await dumpAndRestore();
    const lost = await trader.post('/order/orders/limit', limitOrder('SELL', '0.0041', '1'));
    expect(lost.status).toBe(200);
    const last = (await trader.get('/user/balances')).body;
    await venue.close();
    if (kind === 'PGlite')
      cpSync(path.join(folder, 'first'), path.join(folder, 'second'), { recursive: true });

    const otherKey = path.join(folder, 'other.key');
    writeFileSync(otherKey, `${randomBytes(32).toString('hex')}\n`);
    await expect(startVenue({ ...at('second'), SECRETS_KEY_FILE: otherKey })).rejects.toThrow(
      /key|SECRETS_KEY_FILE/,
    );
    const again = await startVenue({ ...KEYS, ...at('second') });
    const browser = openBrowser(again);
    const login = await browser.post('/auth/login', { email: trader.email, password: PASSWORD });
    expect(login.status, login.text).toBe(200);
    expect((await browser.get('/user/balances')).body).toEqual(kind === 'PGlite' ? last : balances);
    expect((await browser.delete(`/order/cancel/${id}`)).status).toBe(200);
    expect(await runAs(again.venue.operators, ann, 'health')).toMatchObject({ findings: [] });
    expect(await codeAs(again.venue.operators, ann, 'compare', { coin: 'BTC', reason: null })).toBe(
      'NOTHING_TO_COMPARE',
    );
    await again.close();
  },
);

it('a dump restored in a new cluster is detected as a copy, and the original database is not (OPERATOR-18)', async () => {
  const one = await openStore({ databaseUrl: first.url });
  await markCopy(one.pool, null, silentLog);
  await markCopy(one.pool, null, silentLog);
  expect(await readUncompared(one.pool)).toEqual([]);
  await one.pool.query(`insert into chain_blocks (coin, height, hash) values ('BTC', 1, 'block-1')`);
  await one.close();
  await dumpAndRestore();
  const other = await openStore({ databaseUrl: second.url });
  await markCopy(other.pool, null, silentLog);
  expect(await readUncompared(other.pool)).toEqual(['BTC']);
  await other.pool.query('delete from uncompared_coins');
  await other.close();
  // Also when restored into the original database.
  await dumpAndRestore(second);
  const again = await openStore({ databaseUrl: second.url });
  await markCopy(again.pool, null, silentLog);
  expect(await readUncompared(again.pool)).toEqual(['BTC']);
  await again.close();
});

it('a venue with two roles is restored by the owner, and gives the other role its rights at startup (LEDGER-06)', async () => {
  const urlOf = (cluster: typeof first, role: string): string => {
    const url = new URL(cluster.url);
    Object.assign(url, { username: role, password: 'secret', pathname: '/two_roles' });
    return url.href;
  };
  const opened = (cluster: typeof first, senderRole?: string) =>
    openStore({ databaseUrl: urlOf(cluster, 'trades'), ownerUrl: urlOf(cluster, 'owns'), senderRole });
  for (const cluster of [first, second]) {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    // The new cluster does not have the sending role yet.
    const roles = ['owns', 'trades', ...(cluster === first ? ['sends'] : [])];
    for (const role of roles) await client.query(`create role ${role} login password 'secret'`);
    await client.query('create database two_roles owner owns');
    await client.end();
  }
  const one = await opened(first, 'sends');
  await one.pool.query(`insert into accounts (id) values ('00000000-0000-4000-8000-000000000001')`);
  await one.close();
  const programs = findPostgres() ?? '';
  const file = path.join(folder, 'two-roles.dump');
  await tell(path.join(programs, 'pg_dump'), ['--format=custom', '--file', file, urlOf(first, 'owns')]);
  await tell(path.join(programs, 'pg_restore'), [...RESTORES, '--dbname', urlOf(second, 'owns'), file]);
  const again = await opened(second);
  expect((await again.pool.query('select from accounts')).rowCount).toBe(1);
  await expect(again.pool.query('delete from entries')).rejects.toThrow('permission denied');
  await again.close();
});
