import type { Pool } from 'pg';
import { WRONG_WINDOW } from './accounts/twoFactor.ts';
import { ENDED } from './coins/stages.ts';
import type { Log } from './log.ts';

/** Milliseconds. */
export const SWEEP_EVERY = 600_000;

/** Deletes data whose retention time (locales/en/logs.json) has passed (PUBLIC-09). */
export interface Retention {
  sweep(): Promise<void>;
}

const DROP_ANSWERS = `update grin_deposits set s2 = null from deposits
  where deposits.id = grin_deposits.deposit_id and grin_deposits.s2 is not null
    and deposits.stage in ('credited', 'small', 'undone', 'expired')`;
const DROP_MESSAGES = `update grin_withdrawals set s1 = null from withdrawals
  where withdrawals.id = grin_withdrawals.withdrawal_id and grin_withdrawals.s1 is not null
    and withdrawals.stage in ${ENDED}`;

/** Milliseconds a refusal is kept; refused orders would otherwise fill the disk (LOAD-08). */
const REFUSALS_KEPT = 86_400_000;
/** Milliseconds for which they count (LEDGER-08). */
const LOSSES_KEPT = 86_400_000;
const BATCH = 10_000;
const DROP_REFUSALS = `delete from intents using (
    select account_id, key from intents
    where at < $1 and (outcome ? 'refusal' or outcome ? 'short') order by at limit ${BATCH}) old
  where intents.account_id = old.account_id and intents.key = old.key`;

/** Orders that were in progress when their account was deleted (PRIVACY-03). */
const DROP_ERASED = `delete from intents using accounts
  where accounts.id = intents.account_id and accounts.is_erased`;

/** @param now epoch milliseconds. */
export function createRetention(pool: Pool, others: readonly Retention[], now: () => number): Retention {
  async function dropRefusals(): Promise<void> {
    for (;;) {
      const { rowCount } = await pool.query(DROP_REFUSALS, [new Date(now() - REFUSALS_KEPT)]);
      if ((rowCount ?? 0) < BATCH) return;
    }
  }

  return {
    async sweep() {
      for (const other of others) await other.sweep();
      await pool.query('delete from wrong_codes where since <= $1', [new Date(now() - WRONG_WINDOW)]);
      await pool.query('delete from price_losses where since <= $1', [new Date(now() - LOSSES_KEPT)]);
      await pool.query(DROP_ANSWERS);
      await pool.query(DROP_MESSAGES);
      await dropRefusals();
      await pool.query(DROP_ERASED);
    },
  };
}

export function sweepRegularly(retention: Retention, log: Log): () => void {
  const sweeper = setInterval(() => {
    retention.sweep().catch((error: unknown) => log.error('deleting what is past its time', error));
  }, SWEEP_EVERY);
  sweeper.unref();
  return () => clearInterval(sweeper);
}
