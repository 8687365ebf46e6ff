import { Client } from 'pg';
import type { Log } from '../log.ts';

/** First key of the advisory locks of those that send; the second is the coin's. */
const CLASS = 20_261_128;
const ANSWER_WITHIN_MS = 5000;
const PING_EVERY_MS = 5000;
/** A hanging process no longer pings: the server itself ends its session (PostgreSQL 14 or newer). */
const IDLE_FOR_MS = 30_000;
const SETTINGS = `select set_config(name, value, false)
  from (values ('idle_session_timeout', $1::text), ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'),
    ('tcp_keepalives_count', '3')) wanted(name, value)
  where name in (select name from pg_settings)`;

/** For the coin $1: whether some process holds the right to send it. */
export const IS_SENT = `exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
  and database = (select oid from pg_database where datname = current_database())
  and classid = ${CLASS} and objid::bigint = (hashtext($1::text)::bigint & 4294967295))`;

/** Which coins this process sends: one process at a time sends a coin, even if several have its key (CHAIN-37). */
export interface SendingLocks {
  /** Takes the coin if nobody has it. @returns whether this process sends it now. */
  take(coin: string): Promise<boolean>;
  has(coin: string): boolean;
  /** Lets another process send it. */
  give(coin: string): Promise<void>;
  close(): Promise<void>;
}

/** The embedded database is of one process alone. */
export const onlySender: SendingLocks = {
  take: async () => true,
  has: () => true,
  give: async () => undefined,
  close: async () => undefined,
};

export interface SendingTimes {
  /** Milliseconds, like the other. */
  readonly pingEvery: number;
  readonly idleFor: number;
}

/** They live with one connection, opened when the first coin is taken: when it is lost, all are. */
export function openSendingLocks(
  databaseUrl: string,
  log: Log,
  { pingEvery, idleFor }: SendingTimes = { pingEvery: PING_EVERY_MS, idleFor: IDLE_FOR_MS },
): SendingLocks {
  const held = new Set<string>();
  let client: Promise<Client> | null = null;
  let underway: Promise<void> = Promise.resolve();
  let pings: NodeJS.Timeout | undefined;

  function lost(from: Promise<Client>): void {
    if (client !== from) return;
    client = null;
    held.clear();
    clearInterval(pings);
  }

  function connect(): Promise<Client> {
    const fresh = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    // 'end' follows; without a listener Node would exit.
    fresh.on('error', (error) => log.error('the connection that holds the right to send failed', error));
    const connected = (async () => {
      await fresh.connect();
      await fresh.query(SETTINGS, [`${idleFor}ms`]);
      return fresh;
    })();
    fresh.once('end', () => lost(connected));
    connected.catch(() => {
      lost(connected);
      // A failed connection has nothing to end.
      fresh.end().catch(() => undefined);
    });
    pings = setInterval(() => void ask('select 1', []).catch(() => undefined), pingEvery);
    pings.unref();
    return connected;
  }

  /** One query after the other, as a connection answers one at a time. */
  function ask(sql: string, values: readonly unknown[]): Promise<boolean> {
    const asked = underway.then(() => askNow(sql, values));
    underway = asked.then(
      () => undefined,
      () => undefined,
    );
    return asked;
  }

  async function askNow(sql: string, values: readonly unknown[]): Promise<boolean> {
    client ??= connect();
    const asked = client;
    const connection = await asked;
    try {
      const { rows } = await connection.query<{ taken?: boolean }>(sql, [...values]);
      return rows[0]?.taken === true;
    } catch (error) {
      // Without an answer the locks may be lost, so they are given up.
      lost(asked);
      connection.end().catch((reason: unknown) => log.error('closing the connection of the locks', reason));
      throw error;
    }
  }

  return {
    has: (coin) => held.has(coin),
    async take(coin) {
      if (held.has(coin)) return true;
      if (await ask('select pg_try_advisory_lock($1::int, hashtext($2)) as taken', [CLASS, coin]))
        held.add(coin);
      return held.has(coin);
    },
    async give(coin) {
      if (held.delete(coin)) await ask('select pg_advisory_unlock($1::int, hashtext($2))', [CLASS, coin]);
    },
    async close() {
      const open = client;
      if (open === null) return;
      lost(open);
      await open.then(
        (connection) => connection.end(),
        () => undefined,
      );
    },
  };
}
