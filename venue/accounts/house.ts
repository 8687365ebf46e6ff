import type { Pool } from 'pg';

/** Creates accounts without a user: they trade, and nobody can sign in to them. */
export async function ensureHouseAccounts(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query('insert into accounts (id) select unnest($1::uuid[]) on conflict do nothing', [ids]);
}
