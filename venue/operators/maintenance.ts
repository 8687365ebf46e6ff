import type { Pool } from 'pg';
import type { Client } from '../coins/post.ts';
import { type Approvals, approveIf, isApproved } from './operators.ts';
import { unchanged } from './markets.ts';
import type { Operation } from './trail.ts';

/** Why the venue takes no orders and no withdrawals, as users read it, and since when. */
export interface Maintenance {
  readonly reason: string;
  readonly since: Date;
}

/** Null while there is none. */
export async function readMaintenance(client: Pick<Pool, 'query'>): Promise<Maintenance | null> {
  const { rows } = await client.query<Maintenance>('select reason, since from maintenance');
  return rows[0] ?? null;
}

/**
 * One operator starts it: orders can then be cancelled, and no order or withdrawal is taken. Two end it (OPERATOR-16).
 * @throws RefusedError 403, 409.
 */
export async function switchMaintenance(
  client: Client,
  { operator, reason }: Pick<Operation, 'operator' | 'reason'>,
  isOn: boolean,
  at: Date,
): Promise<Approvals> {
  await client.query('lock table maintenance in share row exclusive mode');
  const state = isOn ? 'on' : 'off';
  if (((await readMaintenance(client)) !== null) === isOn)
    throw unchanged(`Maintenance is ${state} already.`);
  const act = { operator, action: 'maintenance', subject: state, reason };
  const approved = await approveIf(client, !isOn, act, at);
  if (isOn) await client.query('insert into maintenance (reason, since) values ($1, $2)', [reason, at]);
  else if (isApproved(approved)) await client.query('delete from maintenance');
  return approved;
}
