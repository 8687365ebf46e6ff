import { Client, Pool, escapeIdentifier } from 'pg';
import { namingSetting } from './faults.ts';

/** Tables that a trigger of this name protects (LEDGER-04); the grants follow it, so that there is one list. */
const APPEND_ONLY = `select quote_ident(relname) as name from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = 'append_only' and relnamespace = 'public'::regnamespace`;

/**
 * What a process that sends may read (CHAIN-40): what the audits compare, and what it builds and follows. No secret,
 * session, password or personal address is included.
 */
const SENDER_READS = `accounts, amendments, balances, chain_blocks, chain_inputs, chain_replaced, chain_transactions,
  chain_wallets, chains, coins, database_place, deposit_addresses, deposits, entries, house_balances, intents, ledger_heads, ledger_stops,
  migrations, operations, orders, pairs, payments, postings, prunings, seals, solvency_statements, trades, uncompared_coins, unsealed,
  unsettled_orders, withdrawals, users (account_id, security_cooldown_until, security_cooldown_reason)`;
/** Its own transactions, and withdrawals that leave, or whose coins go back. */
const SENDER_ADDS =
  'balances, chain_inputs, chain_replaced, chain_transactions, chain_wallets, entries, house_balances, payments, postings, unsealed';
const SENDER_CHANGES = `balances (available), chain_replaced, chain_transactions, chain_wallets,
  chains (waits_for, is_swept), deposits (stage, covered, kept_as, updated_at), house_balances (amount), payments (tx_hash, is_dropped),
  withdrawals (stage, tx_hash, updated_at)`;

/** Columns follow the table's name in a list of a grant's tables, and precede it in the grant. */
const grantsOf = (right: string, tables: string, role: string): string =>
  [...tables.matchAll(/(\w+)(?: (\([^)]*\)))?/g)]
    .map(([, table, columns = '']) => `grant ${right} ${columns} on ${table} to ${role};`)
    .join('\n');

/** @param venue its role, whose rights differ. */
async function grantSender(pool: Pool, sender: string, venue: string): Promise<void> {
  const { rows } = await pool.query<{ isOwner: boolean }>(
    `select pg_has_role(rolname, current_user, 'member') as "isOwner" from pg_roles where rolname = $1`,
    [sender],
  );
  if (rows.length === 0)
    throw new Error('The role of DATABASE_SENDER_ROLE is not there. Make it: createuser --pwprompt …');
  if (sender === venue || rows[0]?.isOwner !== false)
    throw new Error('DATABASE_SENDER_ROLE must be a role of its own, neither the venue’s nor the owner’s.');
  const role = escapeIdentifier(sender);
  await pool.query(`begin;
    revoke all on all tables in schema public from ${role};
    grant usage on schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    ${grantsOf('select', SENDER_READS, role)}
    ${grantsOf('insert', SENDER_ADDS, role)}
    ${grantsOf('update', SENDER_CHANGES, role)}
    commit`);
}

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
 * @param senderRole of a process that sends, which gets what it needs, too.
 * @throws Error when the venue's role could grant itself more.
 */
export async function asOwner(
  ownerUrl: string,
  databaseUrl: string,
  prepare: (pool: Pool) => Promise<string[]>,
  senderRole: string | null = null,
): Promise<string[]> {
  const pool = new Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    const role = await roleOf(databaseUrl).catch(namingSetting('DATABASE_URL'));
    // A superuser counts as a member of every role.
    const { rows } = await pool.query<{ isMember: boolean }>(
      `select pg_has_role($1, current_user, 'member') as "isMember"`,
      [role],
    );
    if (rows[0]?.isMember !== false)
      throw new Error(
        'The role of DATABASE_URL has the rights of the one of DATABASE_OWNER_URL. Make one that has none: createuser --pwprompt …',
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
    if (senderRole !== null) await grantSender(pool, senderRole, role);
    return applied;
  } finally {
    await pool.end();
  }
}
