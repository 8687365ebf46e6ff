import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../venue/log.ts';
import { lockFolder } from '../../../venue/sql/folder-lock.ts';
import { migrations, requireMigrated } from '../../../venue/sql/migrate.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { transaction } from '../../../venue/sql/transaction.ts';
import { databases, hasPostgres, postgres, type TestDatabase } from '../databases.ts';
import { SHAPE } from '../pglite/shape.ts';

// These tests create a database's tables: none may be there before.
vi.stubEnv(SHAPE, 'empty');
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('the lock of a data folder', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quietbook-lock-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const file = (): string => join(folder, 'venue.lock');
  const bystander = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => undefined, 1000)']);
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  test('is released, and leaves nothing behind', () => {
    const unlock = lockFolder(folder);
    expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    unlock();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  test('is refused while a live process holds it, and the message names the process and the remedy', async () => {
    const child = await bystander();
    writeFileSync(file(), `${child.pid} `);
    expect(() => lockFolder(folder)).toThrow(
      `The data folder ${folder} is in use by process ${child.pid}. Stop that venue first, or give this one another DATA_DIR.`,
    );
    expect(readFileSync(file(), 'utf8')).toBe(`${child.pid} `);
  });

  test('is refused to the same process a second time', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(join(folder, '.'))).toThrow('in use by this process');
    unlock();
  });

  test('is taken over from a process that was killed', async () => {
    const child = await bystander();
    const pid = child.pid;
    child.kill('SIGKILL');
    await once(child, 'exit');
    writeFileSync(file(), `${pid} 12345`);
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is taken over when the process ID belongs to another process by now', async () => {
    const child = await bystander();
    writeFileSync(file(), `${child.pid} 1`); // a process of that id, started at another time
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['', 'rubbish', '-1 ', `${process.pid} 1`])('is taken over from a file that says %j', (text) => {
    writeFileSync(file(), text);
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is held by the embedded database, and released when opening fails', async () => {
    const store = await openStore({ dataDir: folder });
    await expect(openStore({ dataDir: folder })).rejects.toThrow('in use by this process');
    await store.close();
    const broken = [
      ...migrations,
      { name: '999-broken', sql: 'create table half (id int); select * from nothing_there' },
    ];
    await expect(openStore({ dataDir: folder, migrations: broken })).rejects.toMatchObject({ code: '42P01' });
    const again = await openStore({ dataDir: folder });
    expect((await again.pool.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
    await again.close();
  });
});

describe.runIf(hasPostgres)('the lock of a PostgreSQL database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await postgres.create();
  });
  afterEach(() => database.remove());

  test('lets one venue in at a time', async () => {
    const first = await openStore(database.options);
    await expect(openStore({ ...database.options, lockPatienceMs: 0 })).rejects.toThrow(
      'Another venue runs on this database. Stop it first, or give this one another DATABASE_URL.',
    );
    const waiting = openStore(database.options);
    await first.close();
    await (await waiting).close();
  });

  test('is taken again when its connection is lost', async () => {
    const errors: string[] = [];
    let taken: () => void = () => undefined;
    const again = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const store = await openStore({
      ...database.options,
      log: {
        ...silentLog,
        error: (text) => void errors.push(text),
        info: (text) => (text.includes('held again') ? taken() : undefined),
      },
    });
    await store.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
    );
    await again;
    expect(errors).toContain('the connection that holds the lock of the database failed');
    await expect(openStore({ ...database.options, lockPatienceMs: 0 })).rejects.toThrow('Another venue runs');
    await store.close();
  });
});

describe.each(databases)('the store on $name', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await kind.create('on disk');
  });
  afterEach(() => database.remove());

  test('is migrated once', async () => {
    const read = async (): Promise<{ name: string }[]> => {
      const store = await openStore(database.options);
      const { rows } = await store.pool.query<{ name: string }>(
        'select name, applied_at from migrations order by name',
      );
      await store.close();
      return rows;
    };
    const first = await read();
    expect(first.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(await read()).toEqual(first);
  });

  test('refuses a database of a newer program, and a changed migration', async () => {
    const next = { name: '900-next', sql: 'create table later (\n  id int\n)' };
    await (await openStore({ ...database.options, migrations: [...migrations, next] })).close();
    await expect(openStore(database.options)).rejects.toThrow(
      'This database is newer than this program: it has the migration 900-next.',
    );
    const changed = { ...next, sql: 'create table later (id bigint)' };
    await expect(openStore({ ...database.options, migrations: [...migrations, changed] })).rejects.toThrow(
      'The migration 900-next was changed after it had been applied to this database.',
    );
    const sameWithOtherLineEnds = { ...next, sql: next.sql.replaceAll('\n', '\r\n') };
    await (
      await openStore({ ...database.options, migrations: [...migrations, sameWithOtherLineEnds] })
    ).close();
  });

  test('refuses a database older than 0.2.0 in one sentence, and leaves it unchanged', async () => {
    const before = [
      { name: '001-trading', sql: 'create table coins (ticker text); insert into coins values (1)' },
    ];
    const refusal =
      /^This database was made before version 0\.2\.0, [^.]* set DATA_DIR or DATABASE_URL to a new one\.$/;
    const openAsBefore = () => openStore({ ...database.options, migrations: before });
    const contentOf = async ({ pool }: Store): Promise<unknown> => [
      (
        await pool.query(
          `select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`,
        )
      ).rows,
      (await pool.query('select * from migrations')).rows,
      (await pool.query('select * from coins')).rows,
    ];
    const old = await openAsBefore();
    const content = await contentOf(old);
    await expect(requireMigrated(old.pool, migrations)).rejects.toThrow(refusal);
    await old.close();
    await expect(openStore(database.options)).rejects.toThrow(refusal);
    const again = await openAsBefore();
    expect(await contentOf(again)).toEqual(content);
    await again.close();
  });
});

describe.each(databases)('queries on $name', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await kind.create();
  });
  afterEach(() => database.remove());

  test('a transaction is all or nothing', async () => {
    const store = await openStore({ ...database.options, migrations: [] });
    await store.pool.query('create table t (id int primary key)');
    expect(
      await transaction(
        store.pool,
        async (client) => (await client.query('insert into t values (1)')).rowCount,
      ),
    ).toBe(1);
    await expect(
      transaction(store.pool, async (client) => {
        await client.query('insert into t values (2)');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await expect(
      transaction(store.pool, async (client) => {
        await client.query('insert into t values (3)');
        await client.query('insert into t values (1)');
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect((await store.pool.query('select id from t')).rows).toEqual([{ id: 1 }]);
    await store.close();
  });

  test('a query that fails harms none beside or after it', async () => {
    const store = await openStore({ ...database.options, migrations: [] });
    await store.pool.query('create table t (id int primary key)');
    await store.pool.query('insert into t values (1)');
    for (let n = 0; n < 20; n += 1) {
      const named = { name: 'named', text: 'select $1::int as n', values: [n] };
      const [bad, good, prepared] = await Promise.allSettled([
        store.pool.query('insert into t values ($1)', [1]),
        store.pool.query('select count(*)::int as count from t'),
        store.pool.query(named),
      ]);
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
      expect(good).toMatchObject({ value: { rows: [{ count: 1 }] } });
      expect(prepared).toMatchObject({ value: { rows: [{ n }] } });
      // A client that is discarded in the middle takes its transaction with it.
      const client = await store.pool.connect();
      await client.query('begin');
      await client.query('insert into t values (2)');
      client.release(new Error('thrown away'));
    }
    expect((await store.pool.query('select id from t')).rows).toEqual([{ id: 1 }]);
    await store.close();
  });
});
