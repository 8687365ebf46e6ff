import type { Pool } from 'pg';
import type { Outcome } from '../exchange.ts';
import { lockChain } from './chain.ts';
import { isWithdrawalId } from './lists.ts';
import { atomically, type Client, lockBalances } from './post.ts';
import { refuse } from './refusals.ts';
import {
  isUncompared,
  lockWithdrawal,
  refundWithdrawal,
  WITHDRAWAL_COLUMNS,
  whyBlocked,
  type WithdrawalRow,
} from './withdrawals.ts';

/** How many different operators release a withdrawal (OPERATOR-03). */
export const APPROVALS = 2;

export interface HeldParts {
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Only while unsigned (WITHDRAW-15) or held (HELD-06), and not of a copy (OPERATOR-18). A repeat returns the same. */
export async function cancelWithdrawal(
  { pool, now }: HeldParts,
  account: string,
  id: string,
): Promise<Outcome<WithdrawalRow>> {
  if (!isWithdrawalId(id)) return refuse.withdrawalNotFound();
  return atomically(pool, async (client): Promise<Outcome<WithdrawalRow>> => {
    const row = await lockInOrder(client, id);
    if (row?.account_id !== account || row.returns !== null) return refuse.withdrawalNotFound();
    if (row.stage === 'cancelled') return { ok: true, value: row };
    if (row.stage !== 'awaiting' && row.stage !== 'held') return refuse.notCancellable();
    if (await isUncompared(client, row.coin)) return refuse.withdrawalsStopped('wrong');
    await lockBalances(client, [{ account, currency: row.coin }]);
    await refundWithdrawal(client, row, 'cancelled', 'cancelled by the user', now());
    return { ok: true, value: await changed(client, id) };
  });
}

/** Those that wait for their release, oldest first, with the operators who have approved. */
export async function listHeld(client: Client): Promise<(WithdrawalRow & { readonly approved: string[] })[]> {
  const { rows } = await client.query<WithdrawalRow & { approved: string[] }>(
    `select ${WITHDRAWAL_COLUMNS}, array(
       select operator from withdrawal_approvals where withdrawal_id = withdrawals.id order by at) as approved
     from withdrawals where stage = 'held' order by number`,
  );
  return rows;
}

export interface Approved {
  readonly row: WithdrawalRow;
  /** Number of operators who have approved it. */
  readonly approvals: number;
}

/**
 * One operator's approval; the second one releases it (OPERATOR-03). Refused where the account may no longer withdraw:
 * it then keeps waiting.
 */
export async function approveWithdrawal(
  client: Client,
  id: string,
  operator: string,
  at: Date,
): Promise<Outcome<Approved>> {
  const row = isWithdrawalId(id) ? await lockInOrder(client, id) : undefined;
  if (!row) return refuse.withdrawalNotFound();
  if (row.stage !== 'held') return refuse.notHeld();
  const blocked = await whyBlocked(client, row.account_id, at);
  if (blocked) return blocked;
  const { rowCount } = await client.query(
    `insert into withdrawal_approvals (withdrawal_id, operator, at) values ($1, $2, $3) on conflict do nothing`,
    [id, operator, at],
  );
  if (rowCount === 0) return refuse.approvedAlready(operator);
  const { rows } = await client.query<{ approvals: string }>(
    'select count(*) as approvals from withdrawal_approvals where withdrawal_id = $1',
    [id],
  );
  const approvals = Number(rows[0]?.approvals);
  if (approvals >= APPROVALS)
    await client.query(
      `update withdrawals set stage = 'created', released_at = $2, updated_at = $2 where id = $1`,
      [id, at],
    );
  return { ok: true, value: { row: await changed(client, id), approvals } };
}

/** Refuses a waiting one: amount and fee go back (OPERATOR-04). @param reason is shown to the user. */
export async function refuseHeld(
  client: Client,
  id: string,
  reason: string,
  at: Date,
): Promise<Outcome<WithdrawalRow>> {
  const row = isWithdrawalId(id) ? await lockInOrder(client, id) : undefined;
  if (!row) return refuse.withdrawalNotFound();
  if (row.stage !== 'held') return refuse.notHeld();
  if (await isUncompared(client, row.coin)) return refuse.withdrawalsStopped('wrong');
  await lockBalances(client, [{ account: row.account_id, currency: row.coin }]);
  await refundWithdrawal(client, row, 'failed', 'refused by the operator', at);
  await client.query('update withdrawals set refused_reason = $2 where id = $1', [id, reason]);
  return { ok: true, value: await changed(client, id) };
}

/** The chain is locked first, like everywhere that sends or refunds a withdrawal. */
async function lockInOrder(client: Client, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await client.query<{ coin: string }>('select coin from withdrawals where id = $1', [id]);
  if (!rows[0]) return undefined;
  await lockChain(client, rows[0].coin);
  return lockWithdrawal(client, id);
}

async function changed(client: Client, id: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(client, id);
  if (!row) throw new Error('a withdrawal that was just changed is missing');
  return row;
}
