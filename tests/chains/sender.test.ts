import type { KeyObject } from 'node:crypto';
import { addedBy, runAs } from '../venue/operators/signer.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/process.ts';
import { auditLedger } from '../../venue/ledger/audit.ts';
import { openPool, openStore } from '../../venue/sql/store.ts';
import { silentLog } from '../../venue/log.ts';
import { administer, hasPostgres, postgres, type TestDatabase } from '../venue/databases.ts';
import { LIVE, openTrader, startVenue, type TestVenue, type Trader, until } from '../venue/edge/harness.ts';
import { type LyingNode, startLyingNode } from './lyingNode.ts';
import { CHAIN_ID, newAccount, type Node, someAddress, startNode, units } from './world.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const role = `quietbook_sender_${randomUUID().replaceAll('-', '')}`;
const venueRole = `quietbook_venue_${randomUUID().replaceAll('-', '')}`;

/** A venue without a key, and processes that send, on one PostgreSQL, each as a role of its own. */
describe.runIf(hasPostgres)('a venue without a key, and a process that sends', () => {
  let chain: Node;
  /** What the sender asks, in front of the same node. */
  let node: LyingNode;
  let folder: string;
  let database: TestDatabase;
  let venue: TestVenue;
  let trader: Trader;
  let senders: ChildProcess[] = [];
  let said = '';

  const asRole = (user: string): string => {
    const url = new URL(database.options.databaseUrl ?? '');
    url.username = user;
    url.password = 'secret';
    return url.href;
  };
  const coin = (url: string) => ({
    CHAIN_AVAX: 'evm',
    CHAIN_AVAX_URL: url,
    CHAIN_AVAX_ID: String(CHAIN_ID),
    CHAIN_AVAX_XPUB: chain.account.publicExtendedKey,
  });

  beforeAll(async () => {
    await mkdir(join(ROOT, '.tmp'), { recursive: true });
    folder = await mkdtemp(join(ROOT, '.tmp', 'sender-'));
    const program = build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      build: { ssr: 'venue/sender/main.ts', outDir: folder, target: 'node20', emptyOutDir: true },
    });
    [chain, database] = await Promise.all([startNode(), postgres.create()]);
    node = await startLyingNode(chain.anvil.url);
    await chain.pay(chain.wallet, units('50'));
    await chain.mine(1);
    for (const name of [role, venueRole]) await administer(`create role ${name} login password 'secret'`);
    venue = await startVenue({
      ...LIVE,
      DATABASE_URL: asRole(venueRole),
      DATABASE_OWNER_URL: database.options.databaseUrl ?? '',
      DATABASE_SENDER_ROLE: role,
      ...coin(chain.anvil.url),
    });
    await program;
    await writeFile(join(folder, 'avax.key'), `${chain.account.privateExtendedKey}\n`, { mode: 0o600 });
    trader = await openTrader(venue);
    const made = (await trader.post('/user/deposit-address', { coin_ticker: 'AVAX' })).body as {
      address: string;
    };
    await chain.pay(made.address, units('30'));
    await chain.mine(20);
    await until(async () => (await available()) === '30');
  });
  afterEach(async () => {
    node.fault = null;
    for (const one of senders.splice(0)) await end(one, 'SIGKILL');
  });
  afterAll(async () => {
    await venue?.close();
    await database?.remove();
    for (const name of [role, venueRole]) await administer(`drop role if exists ${name}`);
    await node?.close();
    await chain?.anvil.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const sent = async (): Promise<number> =>
    Number(await chain.anvil.call('eth_getTransactionCount', chain.wallet, 'pending'));
  const paidTo = async (address: string): Promise<bigint> => (await chain.balance(address)) / units('1');

  /** A process of its own. Resolves when it is ready. */
  async function startSender(settings: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(folder, 'main.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: asRole(role),
        ...coin(node.url),
        CHAIN_AVAX_KEY_FILE: join(folder, 'avax.key'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    senders.push(child);
    let own = '';
    child.stderr.on('data', (part) => {
      own += String(part);
      said += String(part);
    });
    for await (const part of child.stdout) if (String(part).includes('It sends AVAX.')) return child;
    throw new Error(`the sender did not start:\n${own}`);
  }
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async function available(): Promise<string> {
    const balances = (await trader.get('/user/balances')).body as { currency: string; available: string }[];
    return balances.find(({ currency }) => currency === 'AVAX')?.available ?? '0';
  }
  async function withdraw(address: string): Promise<void> {
    const asked = await trader.post(
      '/withdrawal/withdrawals/create',
      { currency: 'AVAX', amount: '2', address },
      { 'idempotency-key': randomUUID() },
    );
    expect([asked.status, asked.text]).toEqual([200, asked.text]);
  }
  async function stages(): Promise<string[]> {
    const pool = openPool(database.options.databaseUrl ?? '', 1, false, silentLog);
    try {
      const { rows } = await pool.query<{ stage: string }>('select stage from withdrawals order by number');
      return rows.map(({ stage }) => stage);
    } finally {
      await pool.end();
    }
  }
  async function status(): Promise<Record<string, unknown>> {
    const { chains } = (await runAs(venue.venue.operators, await operatorKey(), 'chains')) as {
      chains: Record<string, unknown>[];
    };
    return chains[0] ?? {};
  }
  let key: KeyObject | null = null;
  async function operatorKey(): Promise<KeyObject> {
    key ??= await addedBy(venue.venue.operators, 'ann');
    return key;
  }
  const measured = (line: string): Promise<void> =>
    expect.poll(() => venue.venue.metrics(), { timeout: 10_000 }).toContain(line);
  /** Blocks until everything that was asked for has arrived. */
  const arrives = (address: string): Promise<void> =>
    expect
      .poll(
        async () => {
          await chain.mine(21);
          return [await paidTo(address), (await stages()).every((stage) => stage === 'completed')];
        },
        { timeout: 20_000, interval: 300 },
      )
      .toEqual([2n, true]);

  it('nothing leaves while nobody sends, and each request leaves once when somebody does (CHAIN-36, CHAIN-38)', async () => {
    const [to, before] = [someAddress(), await sent()];
    await withdraw(to);
    await measured('quietbook_chain_withdrawals_waiting{coin="AVAX"} 1');
    await measured('quietbook_chain_sender{coin="AVAX"} 0');
    expect(await status()).toMatchObject({ sender: 'nobody', waiting: 1, hot: null });
    expect([await stages(), await sent()]).toEqual([['created'], before]);

    const port = await freePort();
    const child = await startSender({ LOG_FORMAT: 'json', METRICS_PORT: String(port) });
    await arrives(to);
    expect(await sent()).toBe(before + 1);
    expect(await status()).toMatchObject({ sender: 'elsewhere', waiting: 0 });
    await measured('quietbook_chain_sender{coin="AVAX"} 1');
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
    expect(metrics).toContain('quietbook_chain_sender{coin="AVAX"} 1');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
    // In order, and at once.
    await end(child, 'SIGTERM');
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
    expect(await status()).toMatchObject({ sender: 'nobody' });
    const all = `${said}\n${venue.log.join('\n')}`;
    for (const secret of [
      chain.account.privateExtendedKey,
      chain.account.publicExtendedKey,
      node.url,
      to,
      'secret@',
    ])
      expect(all).not.toContain(secret);
  });

  it('of two that have the key one sends; when it is killed in the middle the other one pays, and nothing is paid twice (CHAIN-37)', async () => {
    const [to, before] = [someAddress(), await sent()];
    const first = await startSender();
    await expect.poll(async () => (await status()).sender).toBe('elsewhere');
    // Its node takes the transaction, and it does not learn that.
    node.fault = 'takes what is sent, and never says so';
    await withdraw(to);
    await expect.poll(() => sent(), { timeout: 10_000 }).toBe(before + 1);
    await startSender();
    await end(first, 'SIGKILL');
    node.fault = null;
    await arrives(to);
    expect(await sent()).toBe(before + 1);
  });

  it('one that is killed before its node has anything, and started again, pays once (CHAIN-37)', async () => {
    const [to, before] = [someAddress(), await sent()];
    const first = await startSender();
    await expect.poll(async () => (await status()).sender).toBe('elsewhere');
    await withdraw(to);
    await expect.poll(async () => (await stages()).at(-1), { interval: 5, timeout: 10_000 }).toBe('sent');
    await end(first, 'SIGKILL');
    await startSender();
    await arrives(to);
    expect(await sent()).toBe(before + 1);
    const pool = openPool(database.options.databaseUrl ?? '', 1, false, silentLog);
    expect(await auditLedger(pool)).toEqual([]);
    // What was deposited is moved into the wallet that pays, too.
    const { rowCount } = await pool.query('select from chain_transactions where address_number is not null');
    expect(rowCount).toBe(1);
    await pool.end();
  });

  it('its role reads no secret, and no personal data, and cannot undo the ledger (CHAIN-40)', async () => {
    const pool = openPool(asRole(role), 1, false, silentLog);
    const refusal = (sql: string) =>
      pool.query(sql).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    for (const sql of [
      'select value from secrets',
      'select email from users',
      'select * from sessions',
      'select * from api_keys',
      'select * from refund_addresses',
      'update withdrawals set address = address',
      `update chains set closed = null`,
      'delete from chain_transactions',
      'update entries set reason = reason',
      'delete from operations',
    ])
      expect(await refusal(sql), sql).toMatch(/permission denied/);
    expect(await auditLedger(pool)).toEqual([]);
    await pool.end();
  });

  it('does not start beside an older venue, on a sandbox, or with the key of another account (CHAIN-36)', async () => {
    const refused = (settings: Readonly<Record<string, string>>): Promise<string> =>
      startSender(settings).then(
        () => 'started',
        (error: unknown) => String(error),
      );
    await writeFile(join(folder, 'other.key'), newAccount().privateExtendedKey);
    expect(await refused({ CHAIN_AVAX_KEY_FILE: join(folder, 'other.key') })).toContain('does not belong to');
    expect(await refused({ CHAIN_AVAX_KEY_FILE: join(folder, 'none') })).toContain('cannot be read (ENOENT)');
    const other = await postgres.create();
    const { databaseUrl = '' } = other.options;
    const store = await openStore({ databaseUrl });
    await store.pool.query(
      `insert into entries (id, kind, reason, at) values (gen_random_uuid(), 'fund', 'starter', now())`,
    );
    expect(await refused({ DATABASE_URL: databaseUrl })).toContain('belongs to a sandbox');
    await store.pool.query('delete from migrations where name = (select max(name) from migrations)');
    expect(await refused({ DATABASE_URL: databaseUrl })).toContain('is older than this program');
    await store.close();
    await other.remove();
  });
});
