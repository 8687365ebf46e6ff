import { createHash } from 'node:crypto';
import type pg from 'pg';
import schema from './schema.sql?raw';
import { transaction } from './transaction.ts';

/** Never changed once it is released. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All tables as first created, then the changes of later versions, by number (`001-…`). */
export const migrations: readonly Migration[] = [{ name: '000-schema', sql: schema }];

const checksumOf = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Applies missing migrations, each in a transaction.
 * @throws Error when the database is older than all of them or newer than the code, or an applied one was changed.
 * @returns the names of applied migrations.
 */
export async function migrate(pool: pg.Pool, wanted: readonly Migration[]): Promise<string[]> {
  await pool.query(
    `create table if not exists migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const applied = await readApplied(pool, wanted);
  const done: string[] = [];
  for (const { name, sql } of wanted) {
    const checksum = checksumOf(sql);
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined) {
      throw new Error(
        `The migration ${name} was changed after it had been applied to this database. Restore it and add a new one.`,
      );
    }
    await transaction(pool, async (client) => {
      await client.query(sql);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    });
    done.push(name);
  }
  return done;
}

/** @throws Error when the database is not exactly as new as the code. */
export async function requireMigrated(pool: pg.Pool, wanted: readonly Migration[]): Promise<void> {
  const { rows: tables } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('migrations') is not null as is_there`,
  );
  const applied = tables[0]?.is_there ? await readApplied(pool, wanted) : new Map<string, string>();
  if (wanted.some(({ name, sql }) => applied.get(name) !== checksumOf(sql)))
    throw new Error('This database is older than this program. Start the venue of the same version first.');
}

/** @returns the checksums of applied migrations, by name. @throws Error when the code does not know all of them. */
async function readApplied(
  pool: pg.Pool,
  wanted: readonly Migration[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const known = new Set(wanted.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return applied;
  // Until version 0.2.0 many migrations made the tables, none of which are known now.
  if (unknown.length === applied.size)
    throw new Error(
      'This database was made before version 0.2.0, which cannot read it and has left it as it was: ' +
        'set DATA_DIR or DATABASE_URL to a new one.',
    );
  throw new Error(
    `This database is newer than this program: it has the migration ${unknown.join(', ')}. Run the version that made it, or use another database.`,
  );
}
