import type { Pool, PoolClient } from 'pg';
import { RefusedError } from '../refused.ts';
import { type Account, pausedUntil, toAccount, userColumns, type UserRow } from './account.ts';
import { type Authenticated, COOLDOWN } from './accounts.ts';
import { removeRecoveryCodes } from './recoveryCodes.ts';

/** Milliseconds from the request until the password alone takes off the second factor (RESET-01). */
export const RESET_WAIT = 7 * 86_400_000;
/** Milliseconds for which it can then be used; after that a new request is needed (RESET-06). */
export const RESET_OPEN = 7 * 86_400_000;

type Client = Pick<PoolClient, 'query'>;

/** Reset of a lost second factor by waiting. One request is open at a time, and another does not change its time. */
export interface TwoFactorReset {
  /** @returns when it can be used. @throws RefusedError 409 where there is no second factor. */
  ask(authenticated: Authenticated): Promise<Date>;
  /** @returns whether there was a request. */
  stop(accountId: string, client?: Client): Promise<boolean>;
  isDue(account: Account): boolean;
  /**
   * Removes everything that would lock the account out: the app, its recovery codes, and passkeys (RESET-04).
   * @returns the account afterwards; null where the request was stopped in the meantime.
   */
  complete(accountId: string, client: Client): Promise<Account | null>;
  sweep(): Promise<void>;
}

/** Null once it has lapsed. @param now epoch milliseconds. */
export const openReset = ({ resetAt }: Account, now: number): Date | null =>
  resetAt !== null && resetAt.getTime() + RESET_OPEN > now ? resetAt : null;

/** @param now epoch milliseconds. */
export function createTwoFactorReset(pool: Pool, now: () => number): TwoFactorReset {
  const lapsed = (): Date => new Date(now() - RESET_OPEN);
  return {
    async ask({ account, passwordHash }) {
      const { rows } = await pool.query<{ at: Date }>(
        `update users set two_factor_reset_at =
           case when two_factor_reset_at > $3 then two_factor_reset_at else $4 end
         where account_id = $1 and password_hash = $2
           and (two_factor_on or exists (select from passkeys where passkeys.account_id = $1))
         returning two_factor_reset_at as at`,
        [account.id, passwordHash, lapsed(), new Date(now() + RESET_WAIT)],
      );
      if (rows[0]) return rows[0].at;
      throw new RefusedError(
        409,
        'NO_SECOND_FACTOR',
        'This account has no second factor. Sign in with the password.',
      );
    },

    async stop(accountId, client = pool) {
      const { rows } = await client.query<{ at: Date }>(
        `update users set two_factor_reset_at = null from users as before
         where users.account_id = $1 and before.account_id = $1 and users.two_factor_reset_at is not null
         returning before.two_factor_reset_at as at`,
        [accountId],
      );
      return rows.some(({ at }) => at > lapsed());
    },

    isDue(account) {
      const at = openReset(account, now());
      return at !== null && at.getTime() <= now();
    },

    async complete(accountId, client) {
      const { rows } = await client.query<UserRow>(
        `update users set two_factor_on = false, two_factor_secret = null, two_factor_reset_at = null,
           ${pausedUntil('$4', `'Second factor reset after seven days'`)}
         where account_id = $1 and two_factor_reset_at <= $2 and two_factor_reset_at > $3
         returning ${userColumns}`,
        [accountId, new Date(now()), lapsed(), new Date(now() + COOLDOWN)],
      );
      if (!rows[0]) return null;
      await removeRecoveryCodes(client, accountId);
      await client.query('delete from passkeys where account_id = $1', [accountId]);
      await client.query('delete from passkey_challenges where account_id = $1', [accountId]);
      return toAccount(rows[0]);
    },

    async sweep() {
      await pool.query('update users set two_factor_reset_at = null where two_factor_reset_at <= $1', [
        lapsed(),
      ]);
    },
  };
}
