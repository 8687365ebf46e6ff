import { Pool } from 'pg';
import { type Log, silentLog } from '../log.ts';
import { lockDatabase } from './database-lock.ts';
import { openEmbedded } from './embedded.ts';
import { namingSetting } from './faults.ts';
import { asOwner } from './grants.ts';
import { migrate, type Migration, migrations as allMigrations } from './migrate.ts';
import { openSendingLocks } from './sending-locks.ts';
import { openSharedLocks } from './shared-locks.ts';
import type { Store } from './types.ts';

export type { Store } from './types.ts';

export interface StoreOptions {
  readonly databaseUrl?: string | undefined;
  /** Migrates as another role, and takes from that of `databaseUrl` what would let it rewrite the journal. */
  readonly ownerUrl?: string | undefined;
  /** Of a process that sends; needs `ownerUrl`. */
  readonly senderRole?: string | undefined;
  /** Folder of the embedded database; memory without it. */
  readonly dataDir?: string | undefined;
  /** Whether several nodes use the server; needs `databaseUrl`. */
  readonly isShared?: boolean;
  readonly log?: Log;
  /** Milliseconds to wait for the lock of a venue that was just killed. */
  readonly lockPatienceMs?: number;
  readonly migrations?: readonly Migration[];
}

/** Connections by use (`Store`). Audits never overlap. */
const CONNECTIONS = { pool: 8, common: 6, audits: 1 };
const CONNECT_WITHIN_MS = 10_000;
/** After this the answer counts as lost, and the book is read again. */
const ANSWER_WITHIN_MS = 30_000;
/** A process that hangs must not keep locks on rows. */
const SHARED_OPTIONS =
  '-c idle_in_transaction_session_timeout=10000 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/**
 * Opens and locks the database, and migrates it.
 * @throws Error when another venue uses it, or it is newer than the code.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const store = await (options.databaseUrl
    ? openServer(options.databaseUrl, options).catch(namingSetting('DATABASE_URL'))
    : openEmbedded(options.dataDir));
  try {
    const log = options.log ?? silentLog;
    const apply = (pool: Pool) => migrate(pool, options.migrations ?? allMigrations);
    const { databaseUrl, ownerUrl, senderRole } = options;
    const applied =
      databaseUrl && ownerUrl
        ? await asOwner(ownerUrl, databaseUrl, apply, senderRole).catch(namingSetting('DATABASE_OWNER_URL'))
        : await apply(store.pool).catch(namingSetting('DATABASE_URL'));
    if (applied.length > 0) log.info('database migrated', { applied });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openServer(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const log = options.log ?? silentLog;
  const patience = options.lockPatienceMs ?? 5000;
  const locks = options.isShared ? await openSharedLocks(databaseUrl, patience, log) : undefined;
  const unlock = locks ? () => locks.close() : await lockDatabase(databaseUrl, patience, log);
  const open = (max: number): Pool => openPool(databaseUrl, max, locks !== undefined, log);
  const pools = {
    pool: open(CONNECTIONS.pool),
    common: open(CONNECTIONS.common),
    audits: open(CONNECTIONS.audits),
  };
  const sending = openSendingLocks(databaseUrl, log);
  return {
    ...pools,
    isEmbedded: false,
    sending,
    ...(locks && { locks }),
    close: async () => {
      await sending.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await unlock();
    },
  };
}

/** @param isShared whether other processes may wait for its locks on rows. */
export function openPool(databaseUrl: string, max: number, isShared: boolean, log: Log): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    ...(isShared && { options: SHARED_OPTIONS }),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
  // The pool replaces broken idle connections; without a listener Node would exit.
  pool.on('error', (error) => log.error('an idle database connection was lost', error));
  // The query fails too; without a listener Node would exit.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error('a database connection was lost', error));
  });
  return pool;
}
