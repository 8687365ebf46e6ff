import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../venue/random.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { pruneUnfilled } from '../../../venue/ledger/prune.ts';
import { publishHead, readHeads, sealEntries } from '../../../venue/ledger/seals.ts';
import { casesOf } from '../../long.ts';
import { databases } from '../databases.ts';
import { accepted, APPEND_ONLY, type Harness, startCore } from './harness.ts';

const FORGERIES = casesOf(100);
const TABLES = ['entries', 'postings', 'balances', 'house_balances', 'seals'] as const;
const KEPT_OPEN = { states: ['OPENED', 'PARTIALLY_FILLED'] as const, skip: 0, limit: 100 };

describe.each(databases)('the seals of the journal on $name', (kind) => {
  let core: Harness;
  let maker: string;
  let user: string;
  const query = (sql: string, values: unknown[] = []) =>
    core.store.pool.query<Record<string, string>>(sql, values);
  const one = async (sql: string, values: unknown[] = []): Promise<Record<string, string>> => {
    const [row] = (await query(sql, values)).rows;
    if (!row) throw new Error(`nothing found: ${sql}`);
    return row;
  };
  const audit = () => auditLedger(core.store.audits);

  beforeAll(async () => {
    core = await startCore(kind);
    maker = await core.account();
    user = await core.account();
    for (let n = 1; n <= 20; n += 1) {
      await core.exchange.fund(maker, { XMR: String(n) }, 'test');
      await core.exchange.fund(user, { BTC: `0.${n}` }, 'test');
    }
    const order = { pair: 'XMR-BTC', price: '0.004', quantity: '1' } as const;
    for (let n = 0; n < 10; n += 1) {
      accepted(await core.exchange.placeLimit(maker, { ...order, side: 'sell' }));
      accepted(await core.exchange.placeLimit(user, { ...order, side: 'buy' }));
      const { id } = accepted(
        await core.exchange.placeLimit(maker, { ...order, side: 'sell', price: '0.0041' }),
      );
      accepted(await core.exchange.cancel(maker, id));
    }
  });
  afterAll(() => core.remove());

  test('every entry gets one seal, and the chain is complete (LEDGER-04)', async () => {
    const { count } = await one('select count(*) from entries');
    expect(await audit()).toEqual([]);
    expect(String(await sealEntries(core.store.pool))).toBe(count);
    expect(await sealEntries(core.store.pool)).toBe(0);
    expect(await audit()).toEqual([]);
    await core.exchange.fund(user, { BTC: '1' }, 'test');
    expect(await sealEntries(core.store.pool)).toBe(1);
    expect(await audit()).toEqual([]);
  });

  test('the newest seal is published once, and stays (LEDGER-04)', async () => {
    const at = new Date('2026-11-25T12:00:00Z');
    const head = await publishHead(core.store.pool, at);
    expect(head).toEqual({
      number: expect.any(Number) as number,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      at,
    });
    expect(await publishHead(core.store.pool, new Date())).toBeNull();
    expect(await readHeads(core.store.pool)).toEqual([head]);
  });

  test('the format of a seal is the documented one (LEDGER-04)', async () => {
    const row = await one(
      `select s.digest, e.id, (extract(epoch from e.at) * 1000000)::bigint as at
       from seals s join entries e on e.id = s.entry_id where e.kind = 'fund' order by s.number limit 1`,
    );
    const lines = (
      await query(
        'select account_id, house, currency, available, in_orders from postings where entry_id = $1',
        [row.id],
      )
    ).rows.map((p) => `${p.account_id ?? `house:${p.house}`} ${p.currency} ${p.available} ${p.in_orders}\n`);
    const text = `${row.id} fund - - ${row.at} test\n${lines.sort().join('')}`;
    expect(createHash('sha256').update(text).digest()).toEqual(Buffer.from(row.digest ?? ''));
  });

  test.each(['seals', 'ledger_heads', 'trades'])(
    '%s takes no change and no removal (LEDGER-04)',
    async (table) => {
      await expect(query(`delete from ${table}`)).rejects.toThrow('append-only');
      const { column } = await one(
        'select column_name as column from information_schema.columns where table_name = $1 limit 1',
        [table],
      );
      await expect(query(`update ${table} set ${column} = ${column}`)).rejects.toThrow('append-only');
      await expect(query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
    },
  );

  describe('a forger who can write everything', () => {
    const random = createRandom('forger');
    const units = (): number => random.whole(1, 1_000_000);

    /** Restores what a forgery changed. */
    async function restoring(forge: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
      for (const table of APPEND_ONLY) await query(`alter table ${table} disable trigger append_only`);
      try {
        await forge();
        await look();
      } finally {
        for (const table of TABLES) {
          await query(`delete from ${table}`);
          await query(`insert into ${table} select * from kept_${table}`);
        }
        await query('delete from unsealed');
        for (const table of APPEND_ONLY) await query(`alter table ${table} enable trigger append_only`);
      }
    }

    /** Changes the coins of a random funding, in all places that are compared with each other. */
    async function change(): Promise<string> {
      const {
        entry_id: entry = '',
        account_id: account,
        currency,
      } = await one(
        `select p.entry_id, p.account_id, p.currency from postings p join entries e on e.id = p.entry_id
         where e.kind = 'fund' and p.account_id is not null order by p.entry_id offset $1 limit 1`,
        [random.whole(0, 39)],
      );
      const more = units();
      await query(
        'update postings set available = available + $2 where entry_id = $1 and account_id is not null',
        [entry, more],
      );
      await query(
        'update postings set available = available - $2 where entry_id = $1 and house is not null',
        [entry, more],
      );
      await query('update balances set available = available + $3 where account_id = $1 and currency = $2', [
        account,
        currency,
        more,
      ]);
      await query(`update house_balances set amount = amount - $2 where name = 'mint' and currency = $1`, [
        currency,
        more,
      ]);
      return entry;
    }

    async function add(): Promise<void> {
      const [entry, more] = [randomUUID(), units()];
      await query(`insert into entries (id, kind, reason, at) values ($1, 'fund', 'test', '2026-11-25')`, [
        entry,
      ]);
      await query(
        `insert into postings (entry_id, account_id, house, currency, available, in_orders)
         values ($1, $2, null, 'BTC', $3, 0), ($1, null, 'mint', 'BTC', -$3::bigint, 0)`,
        [entry, user, more],
      );
      await query(
        `update balances set available = available + $2 where account_id = $1 and currency = 'BTC'`,
        [user, more],
      );
      await query(`update house_balances set amount = amount - $1 where name = 'mint' and currency = 'BTC'`, [
        more,
      ]);
      await query('delete from unsealed');
    }

    async function remove(): Promise<void> {
      const {
        entry_id: entry,
        account_id: account,
        available,
      } = await one(
        `select p.entry_id, p.account_id, p.available from postings p join entries e on e.id = p.entry_id
         where e.kind = 'fund' and p.account_id = $1 and p.currency = 'BTC' order by p.entry_id offset $2 limit 1`,
        [user, random.whole(0, 5)],
      );
      await query('delete from postings where entry_id = $1', [entry]);
      await query('delete from entries where id = $1', [entry]);
      await query(
        `update balances set available = available - $2 where account_id = $1 and currency = 'BTC'`,
        [account, available],
      );
      await query(`update house_balances set amount = amount + $1 where name = 'mint' and currency = 'BTC'`, [
        available,
      ]);
    }

    /** Corrects the digest of a changed entry. */
    async function reseal(entry: string): Promise<void> {
      await query(
        `update seals s set digest = sha256(convert_to(entry_line(e) || (
             select string_agg(posting_line(p), '' order by posting_line(p) collate "C") from postings p
             where p.entry_id = e.id), 'UTF8'))
         from entries e where e.id = $1 and s.entry_id = e.id`,
        [entry],
      );
    }

    /** And of every seal after it. */
    async function rechain(): Promise<void> {
      await query(`do $$
        declare
          one record;
          head bytea := decode(repeat('00', 32), 'hex');
        begin
          for one in select number, digest from seals order by number loop
            head := sha256(head || one.digest);
            update seals set hash = head where number = one.number;
          end loop;
        end $$`);
    }

    const forgeries = [
      change,
      async () => reseal(await change()),
      async () => {
        await reseal(await change());
        await rechain();
      },
      add,
      remove,
    ];

    test(`is found ${FORGERIES} times of ${FORGERIES}, wherever it is (LEDGER-04)`, async () => {
      for (const table of TABLES) await query(`create table kept_${table} as select * from ${table}`);
      const missed: number[] = [];
      const seen = new Set<string>();
      for (let n = 0; n < FORGERIES; n += 1) {
        await restoring(
          () => (forgeries[n % forgeries.length] ?? change)(),
          async () => {
            const findings = await audit();
            if (findings.length === 0) missed.push(n);
            for (const finding of findings) seen.add(finding.split(':')[0] ?? '');
          },
        );
      }
      expect(missed).toEqual([]);
      // Without the seals nothing would have been found.
      expect([...seen].sort()).toEqual([
        'a published head of the ledger is not in it',
        'a seal does not follow from the one before',
        'a sealed entry is missing',
        'an entry has no seal and waits for none',
        'an entry is not what was sealed',
      ]);
      expect(await audit()).toEqual([]);
      for (const table of TABLES) await query(`drop table kept_${table}`);
    });
  });

  test('removed orders of the makers are recorded, and their seals stay (LEDGER-04)', async () => {
    const { count: seals } = await one('select count(*) from seals');
    expect(await core.exchange.orders(maker, KEPT_OPEN)).toEqual([]);
    expect(await pruneUnfilled(core.store.pool, [maker], new Date(Date.now() + 1000), 100)).toBe(10);
    expect(await audit()).toEqual([]);
    expect(await sealEntries(core.store.pool)).toBe(1);
    expect((await one('select count(*) from seals')).count).toBe(String(Number(seals) + 1));
    expect(await audit()).toEqual([]);
  });
});
