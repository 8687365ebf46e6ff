import type { Pool } from 'pg';
import type { Sessions } from './accounts/sessions.ts';

/** How often what is past its time is deleted, in milliseconds. */
export const SWEEP_EVERY = 600_000;

/** Deletes what the data policy (locales/en/logs.json) says is kept for a time only. */
export interface Retention {
  sweep(): Promise<void>;
}

const DROP_ANSWERS = `update grin_deposits set s2 = null from deposits
  where deposits.id = grin_deposits.deposit_id and grin_deposits.s2 is not null
    and deposits.stage in ('credited', 'small', 'undone', 'expired')`;
const DROP_MESSAGES = `update grin_withdrawals set s1 = null from withdrawals
  where withdrawals.id = grin_withdrawals.withdrawal_id and grin_withdrawals.s1 is not null
    and withdrawals.stage in ('completed', 'failed', 'cancelled')`;

/** Refund addresses go when their owner removes them; everything else stays as long as the account. */
export function createRetention(pool: Pool, sessions: Pick<Sessions, 'sweep'>): Retention {
  return {
    async sweep() {
      await sessions.sweep();
      await pool.query(DROP_ANSWERS);
      await pool.query(DROP_MESSAGES);
    },
  };
}
