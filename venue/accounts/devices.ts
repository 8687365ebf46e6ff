import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { asRead } from '../../src/domain/credentials.ts';
import { LOGIN } from './account.ts';
import { isLogin } from './rules.ts';

/** Seconds without a sign-in after which a device is forgotten (LOGIN-16). Logging out forgets it too. */
export const DEVICE_LIFETIME = 15_552_000;

/** Browsers that signed in before: their attempts are limited apart from those of strangers (LOGIN-16). */
export interface Devices {
  /** @returns a name for the known device, else null. Takes as long for an unknown login. */
  find(login: string, token: string): Promise<string | null>;
  /** @returns the cookie's token: the present one where the account knows it, else a new one. */
  remember(accountId: string, token: string | null, client: PoolClient): Promise<string>;
  forget(accountId: string, token: string): Promise<void>;
  forgetOthers(accountId: string, token: string | null): Promise<void>;
  sweep(): Promise<void>;
}

const HASH = `sha256(convert_to($2::text || ' ' || account_id::text, 'UTF8'))`;

/** @param now epoch milliseconds. */
export function createDevices(pool: Pool, now: () => number): Devices {
  const oldest = (): Date => new Date(now() - DEVICE_LIFETIME * 1000);
  return {
    async find(login, token) {
      if (!isLogin(login)) return null;
      const { rows } = await pool.query<{ name: string }>(
        `select encode(token_hash, 'hex') as name from known_devices join users using (account_id)
         where ${LOGIN} = lower($1) and token_hash = ${HASH} and used_at > $3`,
        [asRead(login), token, oldest()],
      );
      return rows[0]?.name ?? null;
    },

    async remember(accountId, token, client) {
      const known = await client.query(
        `update known_devices set used_at = $3 where account_id = $1 and token_hash = ${HASH} and used_at > $4`,
        [accountId, token ?? '', new Date(now()), oldest()],
      );
      if (token !== null && known.rowCount === 1) return token;
      // A token that came with the request may have been planted by somebody else.
      const made = randomBytes(32).toString('base64url');
      await client.query(
        `insert into known_devices (token_hash, account_id, used_at)
         select ${HASH}, account_id, $3 from users where account_id = $1`,
        [accountId, made, new Date(now())],
      );
      return made;
    },

    async forget(accountId, token) {
      await pool.query(`delete from known_devices where account_id = $1 and token_hash = ${HASH}`, [
        accountId,
        token,
      ]);
    },

    async forgetOthers(accountId, token) {
      await pool.query(`delete from known_devices where account_id = $1 and token_hash <> ${HASH}`, [
        accountId,
        token ?? '',
      ]);
    },

    async sweep() {
      await pool.query('delete from known_devices where used_at <= $1', [oldest()]);
    },
  };
}
