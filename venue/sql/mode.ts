import type { Pool } from 'pg';
import type { VenueConfig } from '../config.ts';

type Mode = VenueConfig['mode'];

const NAME = 'venue mode';

const REFUSALS: Readonly<Record<Mode, string>> = {
  sandbox:
    'This database belongs to a sandbox: its coins have no value, and what waits to leave in it never would. ' +
    'VENUE_MODE=live needs a database of its own: set DATABASE_URL or DATA_DIR.',
  live:
    'This database belongs to a live venue, and a sandbox gives coins away. ' +
    'VENUE_MODE=sandbox needs a database of its own: set DATABASE_URL or DATA_DIR.',
};

/** Binds a database to its mode at the first start. @throws Error when it belongs to the other mode. */
export async function bindMode(pool: Pool, mode: Mode): Promise<void> {
  const bound = (await readMode(pool)) ?? (await writeMode(pool, mode));
  if (bound !== mode) throw new Error(REFUSALS[bound]);
}

async function readMode(pool: Pool): Promise<Mode | null> {
  const { rows } = await pool.query<{ value: Buffer }>('select value from secrets where name = $1', [NAME]);
  const [row] = rows;
  if (!row) return null;
  return Buffer.from(row.value).toString() === 'live' ? 'live' : 'sandbox';
}

/** A database without a mode is a sandbox's if it has starter coins. */
async function writeMode(pool: Pool, mode: Mode): Promise<Mode> {
  const { rows } = await pool.query<{ has_starters: boolean }>(
    `select exists (select from entries where kind = 'fund' and reason = 'starter') as has_starters`,
  );
  const found = rows[0]?.has_starters === true ? 'sandbox' : mode;
  await pool.query('insert into secrets (name, value) values ($1, $2)', [NAME, Buffer.from(found)]);
  return found;
}
