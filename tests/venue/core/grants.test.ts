import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { publishHead, sealEntries } from '../../../venue/ledger/seals.ts';
import { asOwner } from '../../../venue/sql/grants.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { administer, type DatabaseKind, hasPostgres, postgres } from '../databases.ts';
import { accepted, APPEND_ONLY, type Harness, startCore } from './harness.ts';

const role = `quietbook_role_${randomUUID().replaceAll('-', '')}`;

function withUser(databaseUrl: string | undefined, user: string): string {
  const url = new URL(databaseUrl ?? '');
  url.username = user;
  url.password = 'secret';
  return url.href;
}

/** The venue of these tests uses a role that owns nothing. */
const restricted: DatabaseKind = {
  name: 'PostgreSQL',
  async create(keeps) {
    const database = await postgres.create(keeps);
    const { databaseUrl } = database.options;
    return {
      options: { databaseUrl: withUser(databaseUrl, role), ownerUrl: databaseUrl },
      remove: () => database.remove(),
    };
  },
};

describe.runIf(hasPostgres)('a venue whose role does not own its tables (LEDGER-06)', () => {
  let core: Harness;
  beforeAll(async () => {
    await administer(`create role ${role} login password 'secret'`);
    core = await startCore(restricted);
  });
  afterAll(async () => {
    await core.remove();
    await administer(`drop role ${role}`);
  });
  const refusal = (sql: string) =>
    core.store.pool.query(sql).then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  test('it trades, seals, publishes and audits, also after a restart', async () => {
    const seller = await core.account({ XMR: '5' });
    const buyer = await core.account({ BTC: '1' });
    const order = { pair: 'XMR-BTC', price: '0.004', quantity: '1' } as const;
    accepted(await core.exchange.placeLimit(seller, { ...order, side: 'sell' }));
    accepted(await core.exchange.placeLimit(buyer, { ...order, side: 'buy' }));
    const { id } = accepted(await core.exchange.placeLimit(buyer, { ...order, side: 'buy' }));
    accepted(await core.exchange.cancel(buyer, id));
    expect(await core.fills(buyer)).toHaveLength(1);
    expect(await sealEntries(core.store.pool)).toBeGreaterThan(0);
    expect(await publishHead(core.store.pool, new Date())).not.toBeNull();
    expect(await auditLedger(core.store.audits)).toEqual([]);
    await core.restart();
    expect(await core.fills(buyer)).toHaveLength(1);
  });

  test('it can use every table, and rewrite no part of the journal', async () => {
    const { rows } = await core.store.pool.query<{ name: string; reads: boolean; adds: boolean }>(
      `select relname as name, has_table_privilege(oid, 'select') as reads,
         has_table_privilege(oid, 'insert') as adds
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ reads }) => !reads)).toEqual([]);
    expect(
      rows
        .filter(({ adds }) => !adds)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['migrations', 'seals']);
    const kept = await core.store.pool.query<{ name: string }>(
      `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'append_only'`,
    );
    const tables = kept.rows.map(({ name }) => name);
    expect(tables).toEqual(expect.arrayContaining([...APPEND_ONLY, 'ledger_heads', 'operations']));
    for (const table of tables) {
      const [column] = (
        await core.store.pool.query<{ name: string }>(
          `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum = 1`,
        )
      ).rows;
      for (const sql of [
        `update ${table} set ${column?.name} = ${column?.name}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger append_only`,
        `drop trigger append_only on ${table}`,
      ])
        expect(await refusal(sql), sql).toMatch(/permission denied|must be owner/);
    }
    for (const sql of [
      `set session_replication_role = replica`,
      `create table forged (id int)`,
      `create or replace function refuse_rewriting() returns trigger language plpgsql as 'begin return null; end'`,
      `delete from migrations`,
      // An entry without a seal, and a seal without an entry.
      `delete from unsealed`,
      `insert into seals select number + 1000, entry_id, digest, hash from seals`,
    ])
      expect(await refusal(sql), sql).toMatch(/permission denied|must be owner/);
  });

  test('it is refused if its role could grant itself more', async () => {
    const database = await postgres.create();
    const { databaseUrl } = database.options;
    const refused = 'The role of DATABASE_URL has the rights of the one of DATABASE_OWNER_URL.';
    const member = `${role}_member`;
    await administer(`create role ${member} login password 'secret' in role ${role}`);
    const [asRole, asMember] = [withUser(databaseUrl, role), withUser(databaseUrl, member)];
    for (const urls of [
      { databaseUrl, ownerUrl: databaseUrl },
      { databaseUrl: asMember, ownerUrl: asRole },
      // A superuser.
      { databaseUrl, ownerUrl: asRole },
    ])
      await expect(openStore(urls)).rejects.toThrow(refused);
    await database.remove();
    await administer(`drop role ${member}`);
  });

  test('a sending process must have its own role, or the venue does not start (CHAIN-40)', async () => {
    const database = await postgres.create();
    const { databaseUrl } = database.options;
    const start = (senderRole: string) =>
      openStore({ databaseUrl: withUser(databaseUrl, role), ownerUrl: databaseUrl, senderRole });
    await expect(start(`${role}_none`)).rejects.toThrow('The role of DATABASE_SENDER_ROLE is not there.');
    for (const taken of [role, new URL(databaseUrl ?? '').username])
      await expect(start(taken)).rejects.toThrow('DATABASE_SENDER_ROLE must be a role of its own');
    await database.remove();
  });
});

test('the error of a failing connection names the setting of that connection (TOOLS-07)', async () => {
  const nobody = 'postgres://venue@127.0.0.1:1/quietbook';
  await expect(asOwner(nobody, nobody, async () => [])).rejects.toThrow('the address of DATABASE_URL:');
});
