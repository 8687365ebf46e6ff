import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_WASM } from '../../scripts/process.ts';
import { createExchange } from '../../venue/core/create.ts';
import type { Exchange, LimitOrder } from '../../venue/exchange.ts';
import { openStore, type Store } from '../../venue/sql/store.ts';
import { openCoins, WITHDRAWAL } from './crash/coins.ts';
import type { Said, Trailing } from './crash/under-load.ts';
import { missedStops, triggeredIn, unsettledIn } from './core/harness.ts';
import { databases, type TestDatabase } from './databases.ts';

/** On each database. `KILLS=100` runs as many rounds as promised. */
const ROUNDS = Number(process.env.KILLS ?? '6');
/** A round ends after this many lines at most. */
const LONGEST = 250;
/** Each round has its own part of them: kills fall on the start, the first orders and the middle of the load. */
const linesOf = (round: number): number => {
  const [from, to] = [round - 1, round].map((count) => 1 + Math.floor((count * (LONGEST - 1)) / ROUNDS));
  return randomInt(from ?? 1, Math.max(to ?? 2, (from ?? 1) + 1));
};

/** Everything that the killed venues reported, over all rounds. */
class Ledger {
  readonly tried = new Map<string, { readonly account: string; readonly order: LimitOrder | Trailing }>();
  readonly placed = new Map<string, string>();
  readonly refused = new Map<string, string>();
  readonly canceled = new Set<string>();
  readonly amended = new Set<string>();
  /** Withdrawals by key: whose, and the id once acknowledged; null for a refused one. */
  readonly asked = new Map<string, string>();
  readonly withdrawn = new Map<string, string | null>();
  paid = 0;

  record(line: Said): void {
    if (line.say === 'try') this.tried.set(line.key, line);
    else if (line.say === 'placed') this.placed.set(line.key, line.id);
    else if (line.say === 'refused') this.refused.set(line.key, line.code);
    else if (line.say === 'canceled') this.canceled.add(line.id);
    else if (line.say === 'amended') this.amended.add(line.id);
    else if (line.say === 'ask') this.asked.set(line.key, line.account);
    else if (line.say === 'withdrawn') this.withdrawn.set(line.key, line.id);
    else if (line.say === 'kept') this.withdrawn.set(line.key, null);
    else if (line.say === 'paid') this.paid += 1;
  }

  /** Orders that were in progress when the venue died. */
  unknown(): [key: string, what: { account: string; order: LimitOrder | Trailing }][] {
    return [...this.tried].filter(([key]) => !this.placed.has(key) && !this.refused.has(key));
  }
}

let program: string;
beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../..');
  // Inside the project, so that the program finds the installed packages.
  await mkdir(join(root, '.tmp'), { recursive: true });
  program = await mkdtemp(join(root, '.tmp', 'crash-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'crash/under-load.ts'),
      outDir: program,
      target: 'node20',
      emptyOutDir: true,
    },
  });
});
afterAll(() => rm(program, { recursive: true, force: true }));

describe.each(databases)('kill -9 under load on $name', (kind) => {
  let database: TestDatabase;
  const accounts = Array.from({ length: 6 }, () => randomUUID());
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    database = await kind.create('on disk');
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await database.remove();
  });

  async function reopened<T>(look: (exchange: Exchange, store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(database.options);
    try {
      const exchange = await createExchange({ store });
      const value = await look(exchange, store);
      await exchange.close();
      return value;
    } finally {
      await store.close();
    }
  }

  /** Runs a venue until it has printed `lines` lines, and kills it between two system calls. */
  async function runAndKill(lines: number, seed: number, ledger: Ledger): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        ...PLAIN_WASM,
        join(program, 'under-load.js'),
        JSON.stringify({ store: database.options, accounts, seed }),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    running.add(child);
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    const exited = once(child, 'exit');
    let received = 0;
    // Output still in the pipe when it died counts.
    for await (const line of createInterface({ input: child.stdout })) {
      ledger.record(JSON.parse(line) as Said);
      received += 1;
      if (received === lines) child.kill('SIGKILL');
    }
    const [, signal] = (await exited) as [number | null, string | null];
    running.delete(child);
    if (signal !== 'SIGKILL') throw new Error(`the venue ended by itself: ${complaint}`);
  }

  test(`${ROUNDS} times: no acknowledged order is lost, none is done twice, and the ledger balances`, async () => {
    const ledger = new Ledger();
    await reopened(async (exchange, store) => {
      for (const account of accounts) {
        await store.pool.query('insert into accounts (id) values ($1)', [account]);
        for (const coin of ['USDT', 'XMR', 'KAS', 'AVAX'])
          await exchange.fund(account, { [coin]: '100000' }, 'test');
      }
      await store.pool.query(
        `insert into users (account_id, email, username, password_hash) values ($1, 'house@example.org', 'house', '')`,
        [accounts[0]],
      );
      for (const [index, name] of ['ann', 'ben'].entries())
        await store.pool.query(
          `insert into operators (name, public_key, added_at, confirmed_at) values ($1, $2, $3, $3)`,
          [name, Buffer.alloc(32, index), new Date(0)],
        );
    });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [lines, seed] = [linesOf(round), randomInt(2 ** 31)];
      await runAndKill(lines, seed, ledger);
      const findings = await reopened((exchange, store) => check(exchange, store, ledger));
      expect({ round, lines, seed, findings }).toEqual({ round, lines, seed, findings: [] });
    }
    expect(ledger.placed.size).toBeGreaterThan(ROUNDS * 10);
    expect(ledger.canceled.size).toBeGreaterThan(ROUNDS);
    expect(ledger.amended.size).toBeGreaterThan(ROUNDS);
    expect(ledger.withdrawn.size).toBeGreaterThan(ROUNDS);
    // Each needs two approvals in turn: a round has a few, or is killed before its first.
    expect(ledger.paid).toBeGreaterThan(1);
    expect(await reopened((_, store) => reachedStops(store))).toBeGreaterThan(0);

    // And the check would notice a missing order, cancel or amendment, and with them a wrong number.
    ledger.placed.set('lost', randomUUID());
    ledger.canceled.add(randomUUID());
    ledger.amended.add(randomUUID());
    const seen = await reopened((exchange, store) => check(exchange, store, ledger));
    expect(seen).toHaveLength(4);
  }, 3_600_000);
});

/** Stop orders that were triggered and have traded. */
async function reachedStops(store: Store): Promise<number> {
  const { rows } = await store.pool.query<{ count: string }>(
    'select count(*) from orders where stop_price is not null and executed_at is not null',
  );
  return Number(rows[0]?.count);
}

/** What is wrong after a restart. */
async function check(exchange: Exchange, store: Store, ledger: Ledger): Promise<string[]> {
  const findings = await exchange.audit();
  const { rows } = await store.pool.query<{ id: string; state: string }>('select id, state from orders');
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const id of ledger.placed.values())
    if (!states.has(id)) findings.push(`order ${id} was acknowledged and is lost`);
  for (const id of ledger.canceled) {
    if (states.get(id) !== 'CANCELED') findings.push(`the cancel of ${id} was acknowledged and is lost`);
  }
  const changed = await store.pool.query<{ order_id: string }>('select distinct order_id from amendments');
  const amended = new Set(changed.rows.map(({ order_id: id }) => id));
  for (const id of ledger.amended)
    if (!amended.has(id)) findings.push(`the amendment of ${id} was acknowledged and is lost`);
  // What was in progress has happened or not; its key tells, and asking with it acts at most once.
  for (const [key, { account, order }] of ledger.unknown()) {
    const outcome = await ('trailPercent' in order
      ? exchange.placeMarket(account, order, key)
      : exchange.placeLimit(account, order, key));
    if (outcome.ok) ledger.placed.set(key, outcome.value.id);
    else ledger.refused.set(key, outcome.code);
  }
  const coins = await openCoins(store.pool);
  for (const [key, account] of ledger.asked) {
    if (ledger.withdrawn.has(key)) continue;
    const outcome = await coins.withdraw(account, WITHDRAWAL, key);
    ledger.withdrawn.set(key, outcome.ok ? outcome.value.row.id : null);
  }
  const acknowledged = [...ledger.withdrawn.values()].filter((id) => id !== null);
  const { rows: left } = await store.pool.query<{ id: string }>('select id from withdrawals');
  const stored = new Set(left.map(({ id }) => id));
  for (const id of acknowledged)
    if (!stored.has(id)) findings.push(`withdrawal ${id} was acknowledged and is lost`);
  if (stored.size !== acknowledged.length)
    findings.push(`${stored.size} withdrawals are stored for ${acknowledged.length} that were accepted`);
  // A payout in progress may have been made, too; the audit says whether it was approved.
  const { rows: payments } = await store.pool.query<{ count: string }>(
    `select count(*) from operations where action = 'pay-out'`,
  );
  if (Number(payments[0]?.count) < ledger.paid)
    findings.push(`${payments[0]?.count} payments of fees are stored for ${ledger.paid} that were said`);
  const { rows: counts } = await store.pool.query<{ count: string }>('select count(*) from orders');
  if (
    Number(counts[0]?.count) !== new Set(ledger.placed.values()).size ||
    ledger.placed.size !== new Set(ledger.placed.values()).size
  ) {
    findings.push(`${counts[0]?.count} orders are stored for ${ledger.placed.size} that were accepted`);
  }
  // Orders whose fills were being settled continue: an audit reads the books between two settlements.
  while ((await unsettledIn(store)) + (await triggeredIn(store)) > 0)
    findings.push(...(await exchange.audit()));
  findings.push(...(await missedStops((sql) => store.pool.query(sql))));
  findings.push(...(await exchange.audit()));
  return findings;
}
