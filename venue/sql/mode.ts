import type { Pool } from 'pg';
import type { VenueConfig } from '../config.ts';
import { SANDBOX_EMAIL } from '../sandbox/accounts.ts';

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

/**
 * Binds a database to its mode at the first start.
 * @throws Error when it belongs to the other mode, or a live one has the sandbox's public account (LOGIN-17).
 */
export async function bindMode(pool: Pool, mode: Mode): Promise<void> {
  const bound = (await readMode(pool)) ?? (await writeMode(pool, mode));
  if (bound !== mode) throw new Error(REFUSALS[bound]);
  if (mode === 'live' && (await hasSandboxAccount(pool))) throw new Error(REFUSALS.sandbox);
}

const NODES = 'sandbox nodes';

/**
 * Binds a sandbox's database to its coins on nodes: real and simulated blocks form no common chain.
 * @throws Error when other coins were on nodes (CHAIN-25).
 */
export async function bindNodes(pool: Pool, chains: readonly { readonly coin: string }[]): Promise<void> {
  const wanted = chains
    .map(({ coin }) => coin)
    .sort()
    .join(', ');
  const bound = (await readSecret(pool, NODES)) ?? wanted;
  await pool.query('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
    NODES,
    Buffer.from(bound),
  ]);
  if (bound === wanted) return;
  throw new Error(
    `The coins on nodes of this database are ${bound || 'none'}, and now ${wanted || 'none'}. ` +
      'Another choice needs a database of its own: set DATA_DIR, or delete the folder to start over.',
  );
}

async function hasSandboxAccount(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from users where lower(email) = lower($1)', [SANDBOX_EMAIL]);
  return rows.length > 0;
}

async function readSecret(pool: Pool, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ value: Buffer }>('select value from secrets where name = $1', [name]);
  return rows[0] ? Buffer.from(rows[0].value).toString() : null;
}

async function readMode(pool: Pool): Promise<Mode | null> {
  const found = await readSecret(pool, NAME);
  return found === null ? null : found === 'live' ? 'live' : 'sandbox';
}

async function writeMode(pool: Pool, mode: Mode): Promise<Mode> {
  await pool.query('insert into secrets (name, value) values ($1, $2)', [NAME, Buffer.from(mode)]);
  return mode;
}
