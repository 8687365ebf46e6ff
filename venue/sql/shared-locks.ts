import { Client, type PoolClient } from 'pg';
import type { Log } from '../log.ts';
import { VENUE_LOCK } from './database-lock.ts';

/** First key of the nodes' advisory locks; the second says what is locked. */
const CLASS = 20_250_909;
/** The leader's lock; no pair has this number. */
export const LEADER = 0;
/** Held while a node starts, so that migrations run once. */
const STARTING = -1;
/** Shared by all nodes that take pairs. */
const MEMBERS = -2;
const ANSWER_WITHIN_MS = 5000;
/** The first node may generate the history. */
const START_WITHIN_MS = 120_000;
const RETRY_EVERY_MS = 100;
/** With these the server notices a lost machine within 11 s. */
const KEEPALIVE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;
const HERE = `locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface LockTable {
  /** Backend process by lock number; the process identifies the node. */
  readonly holders: ReadonlyMap<number, number>;
  readonly members: number;
}

/** The locks of one node. They live with its one connection: when it is lost, all are. */
export interface SharedLocks {
  readonly held: ReadonlySet<number>;
  /** Backend process of this node's connection. */
  readonly pid: number;
  join(isMember: boolean): Promise<void>;
  read(): Promise<LockTable>;
  acquire(number: number): Promise<boolean>;
  release(number: number): Promise<void>;
  /** Terminates a node's connection and thereby its locks. */
  evict(pid: number): Promise<void>;
  /** Whether the server still knows the lock, asked in another connection's transaction. */
  stillHeld(client: PoolClient, number: number): Promise<boolean>;
  /** @throws Error when the server cannot be reached. */
  reconnect(): Promise<void>;
  readonly isConnected: boolean;
  /** Called when the connection and all locks are lost. */
  onLost(listener: () => void): void;
  started(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Joins the other nodes and waits until this one may start.
 * @param patienceMs milliseconds to wait for a venue that was just killed.
 * @throws Error when a single-node venue uses the database.
 */
export async function openSharedLocks(
  databaseUrl: string,
  patienceMs: number,
  log: Log,
): Promise<SharedLocks> {
  const held = new Set<number>();
  const listeners = new Set<() => void>();
  let pid = 0;
  let isMember = false;
  let client: Client | null = null;
  let isClosing = false;

  async function connect(patience: number): Promise<Client> {
    const fresh = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    // 'end' follows; without a listener Node would exit.
    fresh.on('error', (error) => log.error('the connection that holds the locks of this node failed', error));
    await fresh.connect();
    try {
      await fresh.query(KEEPALIVE);
      // Nodes share the venue's lock; a single node holds it exclusively.
      await waitFor(fresh, 'pg_try_advisory_lock_shared($1::bigint)', [VENUE_LOCK], patience);
      const { rows } = await fresh.query<{ pid: number }>('select pg_backend_pid() as pid');
      pid = rows[0]?.pid ?? 0;
    } catch (error) {
      await fresh.end();
      throw error;
    }
    fresh.once('end', () => lost(fresh));
    client = fresh;
    return fresh;
  }

  function lost(from: Client): void {
    if (client !== from) return;
    client = null;
    isMember = false;
    held.clear();
    if (!isClosing) for (const listener of listeners) listener();
  }

  async function ask(sql: string, numbers: readonly number[] = []) {
    const asked = client;
    if (!asked) throw new Error('the locks of this node are lost');
    try {
      return await asked.query<Record<string, unknown>>(sql, [...numbers]);
    } catch (error) {
      // Without an answer the locks may be lost, so they are given up.
      lost(asked);
      asked.end().catch((reason: unknown) => log.error('closing the connection of the locks', reason));
      throw error;
    }
  }

  const first = await connect(patienceMs);
  await waitFor(first, 'pg_try_advisory_lock($1::int, $2::int)', [CLASS, STARTING], START_WITHIN_MS).catch(
    async (error: unknown) => {
      isClosing = true;
      await first.end();
      throw error;
    },
  );

  return {
    held,
    get isConnected() {
      return client !== null;
    },
    get pid() {
      return pid;
    },
    async join(wanted) {
      if (wanted === isMember) return;
      await ask(
        wanted
          ? 'select pg_advisory_lock_shared($1::int, $2::int)'
          : 'select pg_advisory_unlock_shared($1::int, $2::int)',
        [CLASS, MEMBERS],
      );
      isMember = wanted;
    },
    async read() {
      const { rows } = await ask(
        `select (objid::bigint - case when objid::bigint > 2147483647 then 4294967296 else 0 end)::int as number, pid
         from pg_locks where ${HERE} and classid = ${CLASS} and objsubid = 2`,
      );
      const all = rows.map((row) => [Number(row.number), Number(row.pid)] as const);
      return {
        holders: new Map(all.filter(([number]) => number >= LEADER)),
        members: all.filter(([number]) => number === MEMBERS).length,
      };
    },
    async evict(other) {
      await ask('select pg_terminate_backend($1::int)', [other]);
    },
    async acquire(number) {
      const { rows } = await ask('select pg_try_advisory_lock($1::int, $2::int) as taken', [CLASS, number]);
      const isTaken = rows[0]?.taken === true;
      if (isTaken) held.add(number);
      return isTaken;
    },
    async release(number) {
      if (!held.delete(number)) return;
      await ask('select pg_advisory_unlock($1::int, $2::int)', [CLASS, number]);
    },
    async stillHeld(other, number) {
      if (!held.has(number)) return false;
      const { rowCount } = await other.query(
        `select from pg_locks where ${HERE} and classid = ${CLASS} and objid = $1::int and objsubid = 2 and pid = $2`,
        [number, pid],
      );
      return rowCount === 1;
    },
    async reconnect() {
      if (client === null) await connect(0);
    },
    onLost: (listener) => void listeners.add(listener),
    async started() {
      await ask('select pg_advisory_unlock($1::int, $2::int)', [CLASS, STARTING]);
    },
    async close() {
      isClosing = true;
      await client?.end();
    },
  };
}

async function waitFor(
  client: Client,
  lock: string,
  numbers: readonly (number | string)[],
  patienceMs: number,
): Promise<void> {
  for (let waited = 0; waited <= patienceMs; waited += RETRY_EVERY_MS) {
    if (waited > 0) await pause(RETRY_EVERY_MS);
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock} as taken`, [...numbers]);
    if (rows[0]?.taken === true) return;
  }
  throw new Error(
    'A venue without BROKER_URL runs on this database, or another node does not finish its start. Stop it first.',
  );
}
