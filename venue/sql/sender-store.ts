import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { namingSetting } from './faults.ts';
import { migrations, requireMigrated } from './migrate.ts';
import { openSendingLocks, type SendingLocks } from './sending-locks.ts';
import { isCopy } from './place.ts';
import { openPool } from './store.ts';

/** The database of a venue, as the process that sends sees it. */
export interface SenderStore {
  readonly pool: Pool;
  /** For the audits of the ledger, which never overlap. */
  readonly audits: Pool;
  readonly sending: SendingLocks;
  readonly close: () => Promise<void>;
}

/** One round at a time for each coin, and what its transactions wait for. */
const CONNECTIONS = 6;

/**
 * Leaves the venue's lock alone, and changes no tables: the venue creates and migrates them.
 * @throws Error when it is not the database of a live venue of this version.
 */
export async function openSenderStore(databaseUrl: string, log: Log): Promise<SenderStore> {
  const open = (max: number): Pool => openPool(databaseUrl, max, true, log);
  const [pool, audits] = [open(CONNECTIONS), open(1)];
  const sending = openSendingLocks(databaseUrl, log);
  async function close(): Promise<void> {
    await sending.close();
    await Promise.all([pool.end(), audits.end()]);
  }
  try {
    await requireMigrated(pool, migrations).catch(namingSetting('DATABASE_URL'));
    await refuseSandbox(pool);
    if (await isCopy(pool, null))
      throw new Error(
        'This database was restored. Start the venue first, and compare its coins (docs/operating.md).',
      );
    return { pool, audits, sending, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A sandbox's coins have no value, and real ones would leave for them. Its first account already has starter coins. */
async function refuseSandbox(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select from entries where kind = 'fund' and reason = 'starter' limit 1`,
  );
  if (rowCount !== 0)
    throw new Error(
      'This database belongs to a sandbox: its coins have no value. Name that of a live venue.',
    );
}
