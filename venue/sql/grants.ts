import { Client, Pool, escapeIdentifier } from 'pg';

/** Tables that a trigger of this name keeps (LEDGER-04); the grants follow it, so that there is one list. */
const APPEND_ONLY = `select quote_ident(relname) as name from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = 'append_only' and relnamespace = 'public'::regnamespace`;

async function roleOf(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    const [role] = rows;
    if (!role) throw new Error('The database does not say which role is connected.');
    return role.name;
  } finally {
    await client.end();
  }
}

/**
 * Lets the owner prepare the database, then gives the venue's role what it needs to trade: rows of the journal, the
 * trades, the seals and the trail of operators can be added and read, and neither changed nor removed (LEDGER-06).
 * @throws Error when the venue's role could give itself more.
 */
export async function asOwner(
  ownerUrl: string,
  databaseUrl: string,
  prepare: (pool: Pool) => Promise<string[]>,
): Promise<string[]> {
  const pool = new Pool({ connectionString: ownerUrl, max: 1 });
  try {
    const role = await roleOf(databaseUrl);
    // A superuser counts as a member of every role.
    const { rows } = await pool.query<{ isMember: boolean }>(
      `select pg_has_role($1, current_user, 'member') as "isMember"`,
      [role],
    );
    if (rows[0]?.isMember !== false)
      throw new Error(
        'The role of DATABASE_URL has the rights of the one of DATABASE_OWNER_URL. Make one that has none: create role … login.',
      );
    const applied = await prepare(pool);
    const name = escapeIdentifier(role);
    const kept = await pool.query<{ name: string }>(APPEND_ONLY);
    const tables = kept.rows.map((row) => row.name).join(', ');
    await pool.query(`begin;
      revoke create on schema public from public;
      revoke all on all tables in schema public from ${name};
      grant usage on schema public to ${name};
      grant select, insert, update, delete on all tables in schema public to ${name};
      grant usage, select on all sequences in schema public to ${name};
      revoke update, delete on ${tables}, unsealed from ${name};
      revoke insert on seals from ${name};
      revoke insert, update, delete on migrations from ${name};
      commit`);
    return applied;
  } finally {
    await pool.end();
  }
}
