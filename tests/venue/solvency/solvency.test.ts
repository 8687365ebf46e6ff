import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SolvencyProof } from '../../../src/domain/solvency/proof.ts';
import type { SolvencyStatement } from '../../../src/domain/solvency/statement.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { sealEntries } from '../../../venue/ledger/seals.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { createRandom } from '../../../venue/random.ts';
import { takeSnapshot } from '../../../venue/solvency/snapshot.ts';
import { createSolvency, type Solvency } from '../../../venue/solvency/solvency.ts';
import { accepted, type CoinsHarness, startCoins, withdrawBtc } from '../coins/harness.ts';
import { casesOf } from '../../long.ts';
import { databases } from '../databases.ts';
import { check, type Statement } from './stranger.ts';

const HOLES = casesOf(100);
const ACCOUNTS = 40;
const DAY = 86_400_000;

type Had = Record<string, bigint>;

/** As sent by the venue. */
const sent = ({ ledgerNumber, ledgerHash, at, ...rest }: SolvencyStatement): Statement => ({
  ...rest,
  at: new Date(at).toISOString(),
  ledger_number: ledgerNumber,
  ledger_hash: ledgerHash,
});

describe.each(databases)('the proof of solvency on $name', (kind) => {
  let harness: CoinsHarness;
  let solvency: Solvency;
  const had = new Map<string, Had>();
  const random = createRandom('solvency');
  const pool = () => harness.core.store.pool;
  const proofOf = async (account: string, number = 0): Promise<SolvencyProof> =>
    accepted(await solvency.proof(account, number));
  const units = (amount: string): bigint => unitsOf(amount) ?? 0n;
  const owedOf = (coin: string): bigint =>
    [...had.values()].reduce((sum, balances) => sum + (balances[coin] ?? 0n), 0n);
  const totalOf = (statement: SolvencyStatement, coin: string): string | undefined =>
    statement.coins.find((one) => one.coin === coin)?.owed;
  const wrongOf = async (statement: SolvencyStatement, account: string): Promise<string[]> =>
    check(sent(statement), await proofOf(account, statement.number), account, had.get(account) ?? {});

  beforeAll(async () => {
    harness = await startCoins(kind);
    const { audits, common } = harness.core.store;
    solvency = createSolvency({ audits, common, now: () => new Date(harness.clock) });
    for (let count = 0; count < ACCOUNTS; count += 1) {
      const amounts = { BTC: `1.${random.whole(0, 99_999_999)}`, XMR: `${random.whole(1, 900)}.5` };
      const account = await harness.account(amounts);
      had.set(account, { BTC: units(amounts.BTC), XMR: units(amounts.XMR) });
    }
    // Coins reserved in an order, and for a withdrawal with its fee, are owed as well.
    const [trader = '', leaver = ''] = had.keys();
    const order = { pair: 'XMR-BTC', side: 'sell', price: '0.004', quantity: '0.5' } as const;
    accepted(await harness.core.exchange.placeLimit(trader, order));
    accepted(await withdrawBtc(harness, leaver, '0.5'));
    await sealEntries(pool());
  });
  afterAll(() => harness.remove());

  test('there is no tree at first (SOLVENCY-05)', async () => {
    expect(await solvency.proof(randomUUID(), 0)).toMatchObject({ ok: false, status: 404, code: 'NO_TREE' });
    expect(await solvency.statements(0, 10)).toEqual([]);
  });

  test("every account finds its balances, with a stranger's program (SOLVENCY-01, SOLVENCY-03)", async () => {
    const statement = await solvency.make();
    for (const account of had.keys()) expect(await wrongOf(statement, account)).toEqual([]);
    const owed = Object.fromEntries(statement.coins.map((one) => [one.coin, one.owed]));
    expect(owed).toMatchObject({ BTC: String(owedOf('BTC')), XMR: String(owedOf('XMR')), WOW: '0' });
    expect(await proofOf(randomUUID())).toMatchObject({ number: statement.number, leaves: [] });
    // Nobody has to believe the ID either.
    const [one = '', other = ''] = had.keys();
    expect(check(sent(statement), await proofOf(one), other, {})).toContain('the account');
  });

  test('the reserves are those of the simulated chains (SOLVENCY-04)', async () => {
    const [payer = ''] = had.keys();
    const reserves = async (wanted: string) =>
      (await solvency.make()).coins.find(({ coin }) => coin === wanted)?.reserves;
    // What a sandbox gives out counts as a reserve.
    expect(await reserves('XMR')).toBe(String(owedOf('XMR')));
    await harness.pay(payer, 'KAS', '200');
    expect(await reserves('KAS')).toBe('0');
    // In a block it counts, though it is not credited yet.
    await harness.network.mine('KAS', 1);
    expect(await reserves('KAS')).toBe(String(units('200')));
  });

  test('nothing in two trees links them to each other (SOLVENCY-02)', async () => {
    const [first, second] = [await solvency.make(), await solvency.make()];
    const seen = { moved: 0, same: 0 };
    const hashes = new Set<string>();
    for (const account of had.keys()) {
      const [before, after] = [await proofOf(account, first.number), await proofOf(account, second.number)];
      for (const [index, leaf] of before.leaves.entries()) {
        const again = after.leaves[index];
        if (leaf.position !== again?.position) seen.moved += 1;
        if (leaf.salt === again?.salt) seen.same += 1;
        for (const { hash } of leaf.path) hashes.add(hash);
      }
      const salts = [...before.leaves, ...after.leaves].map(({ salt }) => salt);
      expect(new Set(salts).size).toBe(salts.length);
      expect(after.leaves.flatMap(({ path }) => path).filter(({ hash }) => hashes.has(hash))).toEqual([]);
    }
    expect(seen.same).toBe(0);
    expect(seen.moved).toBeGreaterThan(ACCOUNTS);
  });

  test('statements follow from each other and from the ledger, and stay (SOLVENCY-04)', async () => {
    const list = await solvency.statements(0, 100);
    expect(list.length).toBeGreaterThan(3);
    expect(list.map(({ number }) => number)).toEqual(list.map((_, index) => list.length - index));
    for (const [index, statement] of list.entries()) {
      expect(statement.previous).toBe(list[index + 1]?.hash ?? '0'.repeat(64));
      expect(statement.ledgerNumber).toBeGreaterThan(0);
    }
    expect(await solvency.statements(1, 2)).toEqual(list.slice(1, 3));
    expect(await auditLedger(harness.core.store.audits)).toEqual([]);
    await expect(pool().query('delete from solvency_statements')).rejects.toThrow('append-only');
    await expect(pool().query(`update solvency_statements set text = ''`)).rejects.toThrow('append-only');
  });

  test('the audit finds a statement changed by somebody who can write everything (SOLVENCY-04)', async () => {
    const toggle = (how: string) =>
      pool().query(`alter table solvency_statements ${how} trigger append_only`);
    const { rows } = await pool().query<{ text: string }>(
      'select text from solvency_statements where number = 2',
    );
    const change = (text: string) =>
      pool().query('update solvency_statements set text = $1 where number = 2', [text]);
    await toggle('disable');
    const old = rows[0]?.text ?? '';
    await change(old.replace(/(BTC \w+) \d/, '$1 9'));
    expect(await auditLedger(harness.core.store.audits)).toHaveLength(1);
    await change(old.replace(/ [0-9a-f]{64}\n/, ` ${'ab'.repeat(32)}\n`));
    expect((await auditLedger(harness.core.store.audits)).join('\n')).toContain('names a seal that is not');
    await change(old);
    await toggle('enable');
    expect(await auditLedger(harness.core.store.audits)).toEqual([]);
  });

  test('leaves are kept for seven days, statements for good (SOLVENCY-05)', async () => {
    const old = await solvency.make();
    harness.clock += 7 * DAY + 1000;
    const young = await solvency.make();
    const [account = ''] = had.keys();
    await solvency.sweep();
    expect(await solvency.proof(account, old.number)).toMatchObject({ ok: false, code: 'NO_TREE' });
    expect(await wrongOf(young, account)).toEqual([]);
    for (const table of [
      'solvency_secrets where tree',
      'solvency_leaves where tree',
      'solvency_nodes where tree',
    ])
      expect((await pool().query(`select from ${table} <= $1`, [old.number])).rows).toEqual([]);
    expect((await solvency.statements(1, 1))[0]).toEqual(old);
  });

  test('an attempt that was cut short leaves nothing, and the next one gets its number (SOLVENCY-04)', async () => {
    const [newest] = await solvency.statements(0, 1);
    const stopped = new AbortController();
    stopped.abort();
    await expect(solvency.make(stopped.signal)).rejects.toThrow('abort');
    expect(await solvency.statements(0, 1)).toEqual([newest]);
    const next = await solvency.make();
    expect(next.number).toBe((newest?.number ?? 0) + 1);
    const [account = ''] = had.keys();
    expect(await wrongOf(next, account)).toEqual([]);
  });

  test('no tree hides a balance below zero (SOLVENCY-03)', async () => {
    const snapshot = await takeSnapshot(harness.core.store.audits);
    snapshot.coins.find(({ coin }) => coin === 'BTC')?.owed.writeBigInt64BE(-1n, 16);
    await expect(solvency.publish(snapshot, new Date(harness.clock))).rejects.toThrow('below zero');
  });

  describe('a venue that hides something', () => {
    /** Victims in one tree. */
    const AT_ONCE = 10;

    /** Publishes a tree whose entries of a coin were changed before hashing. @returns whose they were. */
    async function forged(coin: string, change: (entry: Buffer) => void) {
      const snapshot = await takeSnapshot(harness.core.store.audits);
      const owed = snapshot.coins.find((one) => one.coin === coin)?.owed ?? Buffer.alloc(0);
      const first = random.whole(0, owed.length / 24 - AT_ONCE);
      const ids = new Set<string>();
      for (let index = first; index < first + AT_ONCE; index += 1) {
        const entry = owed.subarray(index * 24, (index + 1) * 24);
        ids.add(entry.toString('hex', 0, 16));
        change(entry);
      }
      const owners = [...had.keys()].filter((account) => ids.has(account.replaceAll('-', '')));
      return { statement: await solvency.publish(snapshot, new Date(harness.clock)), owners };
    }

    test.each<readonly [string, (entry: Buffer) => void]>([
      ['a balance lowered by one unit', (entry) => entry.writeBigInt64BE(entry.readBigInt64BE(16) - 1n, 16)],
      [
        'an account that is left out',
        (entry) => {
          entry.write(randomUUID().replaceAll('-', ''), 0, 'hex');
          entry.writeBigInt64BE(0n, 16);
        },
      ],
    ])(`%s is found ${HOLES} times of ${HOLES} (SOLVENCY-09)`, async (_what, change) => {
      const found = { byOwners: 0, inTotals: 0, byOthers: 0 };
      for (let tree = 0; tree < HOLES / AT_ONCE; tree += 1) {
        const coin = tree % 2 === 0 ? 'BTC' : 'XMR';
        const { statement, owners } = await forged(coin, change);
        // A sample of the others: nobody else's check reveals it.
        const others = [...had.keys()].filter((account) => !owners.includes(account)).slice(0, 3);
        for (const account of [...owners, ...others]) {
          const isFound = (await wrongOf(statement, account)).length > 0;
          if (owners.includes(account)) found.byOwners += Number(isFound);
          else found.byOthers += Number(isFound);
        }
        if (totalOf(statement, coin) !== String(owedOf(coin))) found.inTotals += 1;
      }
      expect(found).toEqual({ byOwners: HOLES, inTotals: HOLES / AT_ONCE, byOthers: 0 });
    });
  });

  // Last, because these accounts are in no ledger.
  test('a tree of more leaves than fit into a row (SOLVENCY-01, SOLVENCY-03)', async () => {
    const ids = Array.from({ length: 1500 }, () => randomUUID());
    await pool().query('insert into accounts (id) select unnest($1::uuid[])', [ids]);
    await pool().query(
      `insert into balances (account_id, currency, available, in_orders) select unnest($1::uuid[]), 'WOW', 5, 2`,
      [ids],
    );
    const statement = await solvency.make();
    expect(totalOf(statement, 'WOW')).toBe(String(1500 * 7));
    // Leaves lie in random places, so as many are asked for as it takes to meet every row.
    const places = new Set<number>();
    for (const account of ids) {
      if (places.size === 8) break;
      const proof = await proofOf(account);
      expect(check(sent(statement), proof, account, { WOW: 7n })).toEqual([]);
      expect(proof.leaves[0]?.path).toHaveLength(11);
      places.add(Math.floor((proof.leaves[0]?.position ?? 0) / 256));
    }
    expect(places).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });
});
