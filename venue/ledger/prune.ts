import type { Pool } from 'pg';
import { transaction } from '../sql/transaction.ts';

/**
 * Deletes cancelled orders without fills or amendments, and their journal entries, but not their seals
 * (LEDGER-04). The entries must cancel out. Orders of accounts with a user are kept.
 */
const PRUNE = `
  with doomed as (
    select o.id from orders o
    where o.account_id = any ($1::uuid[]) and o.state = 'CANCELED' and o.executed_at is null and o.updated_at < $2
      and o.kind = 'limit' and o.quantity_left = o.quantity and o.value = 0
      and not exists (select 1 from amendments a where a.order_id = o.id)
      and not exists (select 1 from users u where u.account_id = o.account_id)
    order by o.account_id, o.updated_at limit $3 for update
  ), lost_orders as (
    delete from orders o using doomed d where o.id = d.id returning o.id
  ), lost_entries as (
    delete from entries e using doomed d where e.order_id = d.id returning e.id, e.order_id, e.kind
  ), lost_postings as (
    delete from postings p using lost_entries e where p.entry_id = e.id
      returning e.order_id, p.account_id, p.house, p.currency, p.available, p.in_orders
  ), recorded as (
    insert into prunings (id, entries, at)
      select gen_random_uuid(), array_agg(id order by id), $4 from lost_entries having count(*) > 0
  ), moved as (
    select order_id from lost_postings group by order_id, account_id, house, currency
      having sum(available) <> 0 or sum(in_orders) <> 0
  ), whole as (
    select e.order_id from lost_entries e group by e.order_id
      having count(*) = 2 and min(e.kind) = 'cancel' and max(e.kind) = 'order'
  )
  select (select count(*) from lost_orders) as pruned,
    (select count(*) from lost_orders o where o.id in (select order_id from moved)
      or o.id not in (select order_id from whole)) as faulty`;

/**
 * Deletes one batch. @param accounts of market makers. @param before only orders cancelled before.
 * @returns the number of deleted orders; fewer than `most` when none are left.
 * @throws Error when a journal does not cancel out; the batch is rolled back.
 */
export async function pruneUnfilled(
  pool: Pool,
  accounts: readonly string[],
  before: Date,
  most: number,
): Promise<number> {
  return transaction(pool, async (client) => {
    await client.query(`select set_config('quietbook.pruning', 'on', true)`);
    const { rows } = await client.query<{ pruned: string; faulty: string }>(PRUNE, [
      accounts,
      before,
      most,
      new Date(),
    ]);
    const [row] = rows;
    if (row?.faulty !== '0') throw new Error('the journal of a cancelled order does not cancel out');
    return Number(row.pruned);
  });
}
