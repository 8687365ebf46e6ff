import { Client, type PoolClient } from 'pg';
import type { Log } from '../log.ts';
import { VENUE_LOCK } from './database-lock.ts';

/** Of the locks that nodes share out among themselves; the second number says what is locked. */
const CLASS = 20_250_909;
/** What one node does for all: no pair has this number. */
export const LEADER = 0;
/** Held while a node starts: migrations and whatever is made at the first start happen once. */
const STARTING = -1;
/** Had together by all nodes that take pairs. */
const MEMBERS = -2;
const ANSWER_WITHIN_MS = 5000;
/** The first node of a new database makes its history. */
const START_WITHIN_MS = 120_000;
const RETRY_EVERY_MS = 100;
/** How soon the server notices that the machine of a node is gone: with these, within 11 s. */
const KEEPALIVE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;
const HERE = `locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Who has what, of all nodes. */
export interface LockTable {
  /** The server's process that holds each of them, which names the node. */
  readonly holders: ReadonlyMap<number, number>;
  /** How many nodes take pairs. */
  readonly members: number;
}

/**
 * The locks of one node. They live as long as their one connection: when it is lost all of them are, and the server
 * may give them to others at once.
 */
export interface SharedLocks {
  /** What this node has. */
  readonly held: ReadonlySet<number>;
  /** The server's process of this node's connection. */
  readonly pid: number;
  /** Whether this node takes pairs, and is counted. */
  join(isMember: boolean): Promise<void>;
  read(): Promise<LockTable>;
  acquire(number: number): Promise<boolean>;
  release(number: number): Promise<void>;
  /** Takes all locks of a node away. */
  evict(pid: number): Promise<void>;
  /** Whether this node still has it, as the server says in a transaction of somebody else's connection. */
  stillHeld(client: PoolClient, number: number): Promise<boolean>;
  /** Connects again after a loss. @throws Error when that is not possible now. */
  reconnect(): Promise<void>;
  readonly isConnected: boolean;
  /** Told when the connection is lost, with it every lock. */
  onLost(listener: () => void): void;
  /** Lets the next node start. */
  started(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Joins the other nodes on the database, and waits until this one may start.
 * @param patienceMs how long to wait for a venue that was just killed.
 * @throws Error when a venue that shares it with nobody runs on it.
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
    // 'end' follows and is what counts; without a listener Node would end the process.
    fresh.on('error', (error) => log.error('the connection that holds the locks of this node failed', error));
    await fresh.connect();
    try {
      await fresh.query(KEEPALIVE);
      // Nodes have the venue's lock together: one that shares with nobody takes it alone.
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
      // What the server does not answer it may have forgotten: better none than locks that are only believed in.
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
      const all = rows.map((row) => [Number(row['number']), Number(row['pid'])] as const);
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
      const isTaken = rows[0]?.['taken'] === true;
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
