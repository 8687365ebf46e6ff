import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from './migrations.ts';
import { transaction } from './transaction.ts';

const checksumOf = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Applies missing migrations, each in a transaction.
 * @throws Error when the database is newer than the code, or an applied migration was changed.
 * @returns the names of applied migrations.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  await pool.query(
    `create table if not exists migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await pool.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseNewer(applied, migrations);
  const done: string[] = [];
  for (const { name, sql } of migrations) {
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
export async function requireMigrated(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const { rows: tables } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('migrations') is not null as is_there`,
  );
  const { rows } = tables[0]?.is_there
    ? await pool.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    : { rows: [] };
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseNewer(applied, migrations);
  if (migrations.some(({ name, sql }) => applied.get(name) !== checksumOf(sql)))
    throw new Error('This database is older than this program. Start the venue of the same version first.');
}

function refuseNewer(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `This database is newer than this program: it has the migration ${unknown.join(', ')}. Run the version that made it, or use another database.`,
  );
}
