import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { transaction } from './transaction.ts';

/** Answers of a server that does not tell where it is: not allowed, not there, or not supported. */
const UNTOLD = new Set(['42501', '42883', '0A000']);

/**
 * Identifies where a database lies, so that a restored copy is detected automatically. Of a server: its cluster, its
 * timeline, the number of the database, and that of a table, which every restore of a dump makes anew. Of a folder: the
 * file that its first start made. Null where that cannot be read. @throws Error when the database does not answer.
 */
async function placeOf(pool: Pool, dataDir: string | null): Promise<string | null> {
  if (dataDir !== null) {
    const { ino, birthtimeMs } = statSync(join(dataDir, 'pg', 'PG_VERSION'));
    return `${ino}.${Math.trunc(birthtimeMs)}`;
  }
  try {
    const { rows } = await pool.query<{ place: string }>(
      `select format('%s.%s.%s.%s', s.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid,
         'database_place'::regclass::oid) as place
       from pg_control_system() s, pg_database d where d.datname = current_database()`,
    );
    return rows[0]?.place ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNTOLD.has(String(error.code))) return null;
    throw error;
  }
}

/** A database that was restored: it lies elsewhere than where it was made (OPERATOR-18). */
export async function isCopy(pool: Pool, dataDir: string | null): Promise<boolean> {
  const place = await placeOf(pool, dataDir);
  const { rows } = await pool.query<{ place: string }>('select place from database_place');
  return place !== null && rows[0] !== undefined && rows[0].place !== place;
}

/** Marks a restored copy: nothing leaves until its coins have been compared with their real chains (OPERATOR-18). */
export async function markCopy(pool: Pool, dataDir: string | null, log: Log): Promise<void> {
  const place = await placeOf(pool, dataDir);
  if (place === null)
    return log.warn('this database does not tell where it lies: a restored copy is not found');
  if (await isCopy(pool, dataDir))
    log.warn('this database was restored: nothing leaves until its coins are compared');
  await transaction(pool, async (client) => {
    await client.query(
      // Only coins followed on a real chain have blocks.
      `insert into uncompared_coins (coin, height) select c.coin, c.height from chains c, database_place
       where database_place.place <> $1 and exists (select from chain_blocks b where b.coin = c.coin)
       on conflict do nothing`,
      [place],
    );
    await client.query(
      `insert into database_place (place) values ($1)
       on conflict (is_here) do update set place = excluded.place where database_place.place <> excluded.place`,
      [place],
    );
  });
}
