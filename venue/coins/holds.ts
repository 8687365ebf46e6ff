import type { Refusal } from '../exchange.ts';
import { hasDebt } from './deposits.ts';
import type { Client } from './post.ts';
import { refuse } from './refusals.ts';

/**
 * Why a pending withdrawal must not be sent: a security cooldown (WITHDRAW-17) or an undone deposit may have begun
 * after it was requested.
 */
export async function whyHeld(client: Client, account: string, at: Date): Promise<Refusal | null> {
  const { rows } = await client.query<{ until: Date; reason: string | null }>(
    `select security_cooldown_until as until, security_cooldown_reason as reason from users
     where account_id = $1 and security_cooldown_until > $2`,
    [account, at],
  );
  const [row] = rows;
  if (row) return refuse.cooldown(row.until, row.reason, at);
  return (await hasDebt(client, account)) ? refuse.depositUndone() : null;
}
