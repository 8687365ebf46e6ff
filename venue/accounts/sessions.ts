import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { KeyPermission } from '../../src/domain/apiKey.ts';
import { RefusedError } from '../refused.ts';
import { transaction } from '../sql/transaction.ts';
import { type Account, toAccount, userColumns, type UserRow } from './account.ts';

/** Seconds. */
export const SESSION_LIFETIME = 86_400;
/** Seconds without a request after which a session ends (SESSION-13). */
export const SESSION_IDLE = 43_200;
/** Milliseconds in which requests with a replaced token are asked to repeat (SESSION-12). */
const UNDER_WAY = 10_000;
/** Milliseconds in which a replaced token still reports the outcome of a change whose answer was lost. */
const OUTCOME_READABLE = 90_000;
/** For a request that was running while its token was replaced: nothing was done, and a retry may succeed. */
export const sessionRenewed = (status: 409 | 503): RefusedError =>
  new RefusedError(
    status,
    'SESSION_RENEWED',
    'Your session was renewed at the same moment, and nothing was done. Please try again.',
    1,
  );

const PREFIX = 'api-key/';

/** The name of an API key, where sockets are listed by the key of a session. */
export const nameOfKey = (id: string): string => `${PREFIX}${id}`;
export const isKeyName = (name: string): boolean => name.startsWith(PREFIX);
export const idInName = (name: string): string => name.slice(PREFIX.length);

/**
 * Revokes all API keys of an account, when its sessions end because somebody else may have had them, or when its second
 * factor is removed (APIKEY-09). @returns names to be announced after the commit, like ended sessions.
 */
export async function revokeKeys(
  client: Pick<PoolClient, 'query'>,
  accountId: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'delete from api_keys where account_id = $1 returning id',
    [accountId],
  );
  return rows.map(({ id }) => nameOfKey(id));
}

/**
 * Narrows what was granted before protection was raised: keys may withdraw and trade at any price once they are
 * confirmed with the second factor (APIKEY-12), and a running reset of a lost factor is stopped.
 * @param hadFactor whether keys were made with one.
 */
export async function narrowGrants(
  client: Pick<PoolClient, 'query'>,
  accountId: string,
  hadFactor: boolean,
): Promise<void> {
  await client.query('update users set two_factor_reset_at = null where account_id = $1', [accountId]);
  if (!hadFactor)
    await client.query(
      `update api_keys set must_confirm = true where account_id = $1 and (can_withdraw or can_trade_at_any_price)`,
      [accountId],
    );
}

/** Milliseconds between writes of the latest use. */
const USE_PRECISION = 60_000;

export interface Session {
  /** SHA-256 of the token, hex. */
  readonly key: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly account: Account;
  /** Belongs to a program: its key replaces a session for one request (APIKEY-03). */
  readonly apiKey?: {
    readonly permissions: readonly KeyPermission[];
    /** Some rights are missing until it is confirmed with the second factor (APIKEY-12). */
    readonly mustConfirm: boolean;
    /** Epoch milliseconds. */
    readonly withdrawsFrom: number;
  };
}

export interface ReplacedSession extends Session {
  readonly replacedBy: string;
  /** Whether a request that began before the replacement may still be running. */
  readonly isFresh: boolean;
}

export interface Renewed {
  readonly token: string;
  /** Keys of the sessions that it ended, to be announced after the commit. */
  readonly ended: readonly string[];
}

export interface Sessions {
  begin(accountId: string, client?: PoolClient): Promise<string>;
  /** Null when unknown or ended. Counts as a use. */
  find(token: string): Promise<Session | null>;
  /** The session of a token that has just been replaced; it permits nothing (SESSION-12). */
  findReplaced(token: string): Promise<ReplacedSession | null>;
  end(key: string): Promise<void>;
  /** Ends all of an account. @returns their keys, to be announced after the commit. */
  endAll(accountId: string, client: PoolClient): Promise<readonly string[]>;
  /**
   * Replaces a session's token, keeps its expiry, and ends all others of its account (SESSION-12).
   * @returns null when it has ended or was renewed by another request.
   */
  renew(session: Session, by: string, client: PoolClient): Promise<Renewed | null>;
  /** Like `renew`, in its own transaction, and announced. */
  renewNow(session: Session, by: string): Promise<string | null>;
  announce(keys: readonly string[]): void;
  /** @param keys of sessions, and names of API keys. */
  findEnded(keys: readonly string[]): Promise<string[]>;
  sweep(): Promise<void>;
  onEnded(listener: (keys: readonly string[]) => void): () => void;
}

/** @param now epoch milliseconds. @param idle seconds. */
export function createSessions(pool: Pool, now: () => number, idle = SESSION_IDLE): Sessions {
  const listeners = new Set<(keys: readonly string[]) => void>();
  const announce = (keys: readonly string[]): void => {
    for (const listener of listeners) listener(keys);
  };
  const idleAt = (): Date => new Date(now() + idle * 1000);

  const newToken = (): string => randomBytes(32).toString('base64url');

  async function insert(client: Pool | PoolClient, accountId: string): Promise<string> {
    const token = newToken();
    const at = now();
    await client.query(
      'insert into sessions (token_hash, account_id, expires_at, idle_at, begun_at) values ($1, $2, $3, $4, $5)',
      [digest(token), accountId, new Date(at + SESSION_LIFETIME * 1000), idleAt(), new Date(at)],
    );
    return token;
  }

  async function renew(session: Session, by: string, client: PoolClient): Promise<Renewed | null> {
    const own = Buffer.from(session.key, 'hex');
    const replaced = await client.query(
      `update sessions set replaced_at = $2, replaced_by = $3, expires_at = least(expires_at, $4)
       where token_hash = $1 and replaced_at is null`,
      [own, new Date(now()), by, new Date(now() + OUTCOME_READABLE)],
    );
    if (replaced.rowCount !== 1) return null;
    const others = await client.query<{ token_hash: Buffer }>(
      'delete from sessions where account_id = $1 and token_hash <> $2 returning token_hash',
      [session.account.id, own],
    );
    const token = newToken();
    // The list of sessions shows it as the same one (SESSION-15).
    await client.query(
      `insert into sessions (token_hash, account_id, expires_at, idle_at, id, begun_at, name)
       select $1, account_id, $2, $3, id, begun_at, name from sessions where token_hash = $4`,
      [digest(token), new Date(session.expiresAt), idleAt(), own],
    );
    return { token, ended: [session.key, ...others.rows.map(keyOf)] };
  }

  return {
    begin: (accountId, client) => insert(client ?? pool, accountId),

    async find(token) {
      const hash = digest(token);
      const found = await pool.query<UserRow & { expires_at: Date; idle_at: Date }>(
        `select sessions.expires_at, sessions.idle_at, ${userColumns} from sessions join users using (account_id)
         where sessions.token_hash = $1 and sessions.expires_at > $2 and sessions.idle_at > $2
           and sessions.replaced_at is null`,
        [hash, new Date(now())],
      );
      const [row] = found.rows;
      if (!row) return null;
      if (idleAt().getTime() - row.idle_at.getTime() >= USE_PRECISION)
        await pool.query('update sessions set idle_at = $2 where token_hash = $1', [hash, idleAt()]);
      return { key: hash.toString('hex'), expiresAt: row.expires_at.getTime(), account: toAccount(row) };
    },

    async findReplaced(token) {
      const hash = digest(token);
      const { rows } = await pool.query<
        UserRow & { expires_at: Date; replaced_at: Date; replaced_by: string }
      >(
        `select sessions.expires_at, sessions.replaced_at, sessions.replaced_by, ${userColumns}
         from sessions join users using (account_id)
         where sessions.token_hash = $1 and sessions.replaced_at is not null and sessions.expires_at > $2`,
        [hash, new Date(now())],
      );
      const [row] = rows;
      return row
        ? {
            key: hash.toString('hex'),
            expiresAt: row.expires_at.getTime(),
            account: toAccount(row),
            replacedBy: row.replaced_by,
            isFresh: row.replaced_at.getTime() + UNDER_WAY > now(),
          }
        : null;
    },

    async end(key) {
      await pool.query('delete from sessions where token_hash = $1', [Buffer.from(key, 'hex')]);
      announce([key]);
    },

    async endAll(accountId, client) {
      const { rows } = await client.query<{ token_hash: Buffer }>(
        'delete from sessions where account_id = $1 returning token_hash',
        [accountId],
      );
      return rows.map(keyOf);
    },

    renew,

    async renewNow(session, by) {
      const renewed = await transaction(pool, (client) => renew(session, by, client));
      announce(renewed?.ended ?? []);
      return renewed?.token ?? null;
    },

    announce,

    async findEnded(keys) {
      const { rows } = await pool.query<{ token_hash: Buffer }>(
        `select token_hash from sessions
         where token_hash = any ($1) and expires_at > $2 and idle_at > $2 and replaced_at is null`,
        [keys.filter((key) => !isKeyName(key)).map((key) => Buffer.from(key, 'hex')), new Date(now())],
      );
      const found = await pool.query<{ id: string }>('select id from api_keys where id = any ($1)', [
        keys.filter(isKeyName).map(idInName),
      ]);
      const alive = new Set([...rows.map(keyOf), ...found.rows.map(({ id }) => nameOfKey(id))]);
      return keys.filter((key) => !alive.has(key));
    },

    async sweep() {
      const ended = await pool.query<{ token_hash: Buffer }>(
        'delete from sessions where expires_at <= $1 or idle_at <= $1 returning token_hash',
        [new Date(now())],
      );
      announce(ended.rows.map(keyOf));
    },

    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether it was neither ended nor renewed since the request started. */
export async function isLiving(client: Pick<PoolClient, 'query'>, { key }: Session): Promise<boolean> {
  const { rows } = await client.query('select from sessions where token_hash = $1 and replaced_at is null', [
    Buffer.from(key, 'hex'),
  ]);
  return rows.length > 0;
}

export const keyOf = ({ token_hash }: { token_hash: Buffer }): string =>
  Buffer.from(token_hash).toString('hex');

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
