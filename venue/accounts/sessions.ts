import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { type Account, toAccount, userColumns, type UserRow } from './account.ts';

/** Seconds. */
export const SESSION_LIFETIME = 86_400;

export interface Session {
  /** SHA-256 of the token, hex. */
  readonly key: string;
  readonly expiresAt: number;
  readonly account: Account;
}

export interface Sessions {
  /** @returns the token for the cookie: 256 random bits, known to nobody else. */
  begin(accountId: string, client?: PoolClient): Promise<string>;
  /** Null when unknown or expired. */
  find(token: string): Promise<Session | null>;
  end(key: string): Promise<void>;
  endOthers(accountId: string, keptKey: string): Promise<void>;
  findEnded(keys: readonly string[]): Promise<string[]>;
  sweep(): Promise<void>;
  /** Receives the keys of sessions that were ended before they expired. */
  onEnded(listener: (keys: readonly string[]) => void): () => void;
}

/** @param now epoch milliseconds. */
export function createSessions(pool: Pool, now: () => number): Sessions {
  const listeners = new Set<(keys: readonly string[]) => void>();
  const notify = (keys: readonly string[]): void => {
    for (const listener of listeners) listener(keys);
  };

  return {
    async begin(accountId, client) {
      const token = randomBytes(32).toString('base64url');
      await (client ?? pool).query(
        'insert into sessions (token_hash, account_id, expires_at) values ($1, $2, $3)',
        [digest(token), accountId, new Date(now() + SESSION_LIFETIME * 1000)],
      );
      return token;
    },

    async find(token) {
      const hash = digest(token);
      const found = await pool.query<UserRow & { expires_at: Date }>(
        `select sessions.expires_at, ${userColumns} from sessions join users using (account_id)
         where sessions.token_hash = $1 and sessions.expires_at > $2`,
        [hash, new Date(now())],
      );
      const [row] = found.rows;
      if (!row) return null;
      return { key: hash.toString('hex'), expiresAt: row.expires_at.getTime(), account: toAccount(row) };
    },

    async end(key) {
      await pool.query('delete from sessions where token_hash = $1', [Buffer.from(key, 'hex')]);
      notify([key]);
    },

    async endOthers(accountId, keptKey) {
      const ended = await pool.query<{ token_hash: Buffer }>(
        'delete from sessions where account_id = $1 and token_hash <> $2 returning token_hash',
        [accountId, Buffer.from(keptKey, 'hex')],
      );
      notify(ended.rows.map((row) => Buffer.from(row.token_hash).toString('hex')));
    },

    async findEnded(keys) {
      const { rows } = await pool.query<{ token_hash: Buffer }>(
        'select token_hash from sessions where token_hash = any ($1) and expires_at > $2',
        [keys.map((key) => Buffer.from(key, 'hex')), new Date(now())],
      );
      const alive = new Set(rows.map((row) => Buffer.from(row.token_hash).toString('hex')));
      return keys.filter((key) => !alive.has(key));
    },

    async sweep() {
      await pool.query('delete from sessions where expires_at <= $1', [new Date(now())]);
    },

    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
