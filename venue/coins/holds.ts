import type { Refusal } from '../exchange.ts';
import { hasDebt } from './deposits.ts';
import type { Client } from './post.ts';
import { refuse } from './refusals.ts';

/**
 * What keeps a withdrawal that was begun from leaving after all. A cooldown: whoever began it may be whom the account
 * was taken back from. A deposit that was undone meanwhile: the coins that wait may be the ones that never came.
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
