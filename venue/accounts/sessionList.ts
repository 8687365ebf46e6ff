import type { Pool } from 'pg';
import { keyOf, type Session, type Sessions } from './sessions.ts';

/** One session of an account as its owner sees it (SESSION-15). */
export interface ListedSession {
  readonly id: string;
  readonly beganAt: Date;
  /** At most a minute old. */
  readonly usedAt: Date;
  /** When it ends if it is not used again. */
  readonly endsAt: Date;
  readonly isOwn: boolean;
  readonly name: string | null;
}

export interface SessionList {
  /** Most recently used first, without ended ones. */
  list(session: Session): Promise<readonly ListedSession[]>;
  /** @returns false where the account has no such session. */
  end(session: Session, id: string): Promise<boolean>;
  endOthers(session: Session): Promise<void>;
  /** @param name null removes it. */
  rename(session: Session, name: string | null): Promise<void>;
}

interface Row {
  id: string;
  token_hash: Buffer;
  begun_at: Date;
  expires_at: Date;
  idle_at: Date;
  name: string | null;
}

const ownOf = ({ key }: Session): Buffer => Buffer.from(key, 'hex');

/** @param now epoch milliseconds. @param idle seconds. */
export function createSessionList(
  pool: Pool,
  now: () => number,
  idle: number,
  { announce }: Pick<Sessions, 'announce'>,
): SessionList {
  return {
    async list(session) {
      const { rows } = await pool.query<Row>(
        `select id, token_hash, begun_at, expires_at, idle_at, name from sessions
         where account_id = $1 and expires_at > $2 and idle_at > $2 and replaced_at is null
         order by idle_at desc, begun_at desc`,
        [session.account.id, new Date(now())],
      );
      return rows.map((row) => ({
        id: row.id,
        beganAt: row.begun_at,
        usedAt: new Date(Math.max(row.idle_at.getTime() - idle * 1000, row.begun_at.getTime())),
        endsAt: row.idle_at < row.expires_at ? row.idle_at : row.expires_at,
        isOwn: keyOf(row) === session.key,
        name: row.name,
      }));
    },

    async end(session, id) {
      const { rows } = await pool.query<Pick<Row, 'token_hash'>>(
        'delete from sessions where account_id = $1 and id = $2 returning token_hash',
        [session.account.id, id],
      );
      announce(rows.map(keyOf));
      return rows.length > 0;
    },

    async endOthers(session) {
      const { rows } = await pool.query<Pick<Row, 'token_hash'>>(
        'delete from sessions where account_id = $1 and token_hash <> $2 returning token_hash',
        [session.account.id, ownOf(session)],
      );
      announce(rows.map(keyOf));
    },

    async rename(session, name) {
      await pool.query('update sessions set name = $2 where token_hash = $1', [ownOf(session), name]);
    },
  };
}
