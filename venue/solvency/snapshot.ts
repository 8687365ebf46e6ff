import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { transaction } from '../sql/transaction.ts';

/**
 * What every account is owed of every coin, and leaves of 0 up to a power of two, 2 at least; in the order of their
 * salts, 256 a row (SOLVENCY-01, SOLVENCY-02). One statement, so that all of it is of one moment.
 * $1 the tree's number, $2 its secret.
 */
const WRITE_LEAVES = `with owed as materialized (
    select coin, account_id, sum(amount) as amount from (
      select currency as coin, account_id, available + in_orders::numeric as amount from balances
      union all
      select coin, account_id, amount + fee::numeric from withdrawals where stage in ('created', 'awaiting')) parts
    group by coin, account_id having sum(amount) <> 0
  ), sizes as (
    select c.ticker as coin, count(o.coin) as used,
      1::bigint << length(ltrim((greatest(count(o.coin), 2) - 1)::bit(32)::text, '0')) as size
    from coins c left join owed o on o.coin = c.ticker group by c.ticker
  ), filled as materialized (
    select coin, account_id, amount::bigint as amount from owed
    union all
    select coin, gen_random_uuid(), 0 from sizes, generate_series(1, size - used)
  ), salted as materialized (
    select coin, account_id, amount,
      sha256($2::bytea || uuid_send(account_id) || convert_to(coin, 'UTF8')) as salt
    from filled
  ), placed as (
    select coin, account_id, amount, salt, row_number() over (partition by coin order by salt) - 1 as place
    from salted
  )
  insert into solvency_leaves (tree, coin, chunk, first, leaves)
    select $1::bigint, coin, place / 256, (array_agg(salt order by place))[1],
      string_agg(uuid_send(account_id) || int8send(amount), ''::bytea order by place)
    from placed group by coin, place / 256`;

/**
 * What the simulated chain of each coin holds for the venue: what the sandbox gave out and what is in a block, less
 * what was sent (SOLVENCY-04).
 */
const READ_RESERVES = `select c.ticker as coin, (greatest(0,
    coalesce((select -amount::numeric from house_balances where name = 'mint' and currency = c.ticker), 0)
    + coalesce((select sum(p.amount) from deposits d join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash
        where d.coin = c.ticker and p.height is not null and not p.is_dropped), 0)
    - coalesce((select sum(amount + fee::numeric) from withdrawals
        where coin = c.ticker and stage in ('sent', 'completed')), 0)))::text as amount
  from coins c order by c.ticker collate "C"`;

export interface Snapshot {
  readonly number: number;
  readonly secret: Buffer;
  readonly ledgerNumber: number;
  readonly ledgerHash: string;
  /** In units, by coin in the order of their names. */
  readonly reserves: ReadonlyMap<string, string>;
}

/** Reads the whole ledger at one moment and stores the leaves; nothing is published yet. */
export function takeSnapshot(pool: Pool): Promise<Snapshot> {
  return transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    const last = await client.query<{ number: string }>(
      'select coalesce(max(number), 0) as number from solvency_statements',
    );
    const number = Number(last.rows[0]?.number ?? 0) + 1;
    // Left by an attempt that did not get as far as its statement.
    await client.query('delete from solvency_secrets where tree >= $1', [number]);
    const secret = randomBytes(32);
    await client.query('insert into solvency_secrets (tree, secret) values ($1, $2)', [number, secret]);
    await client.query(WRITE_LEAVES, [number, secret]);
    const reserves = await client.query<{ coin: string; amount: string }>(READ_RESERVES);
    const head = await client.query<{ number: string; hash: string }>(
      `select number, encode(hash, 'hex') as hash from seals order by number desc limit 1`,
    );
    const [seal] = head.rows;
    return {
      number,
      secret,
      ledgerNumber: Number(seal?.number ?? 0),
      ledgerHash: seal?.hash ?? '0'.repeat(64),
      reserves: new Map(reserves.rows.map(({ coin, amount }) => [coin, amount])),
    };
  });
}
