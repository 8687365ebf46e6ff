import type { Pool } from 'pg';
import type { SendingLocks } from './sending-locks.ts';
import type { SharedLocks } from './shared-locks.ts';

/**
 * node-postgres over a PostgreSQL server or the embedded PGlite. Transfers of coins and audits have connections that
 * nothing else can take (LOAD-04).
 */
export interface Store {
  /** For orders, coins in and out, and the books. */
  readonly pool: Pool;
  /** For all else: charts, lists, sessions, accounts, tickets. */
  readonly common: Pool;
  /** For the audits of the ledger. */
  readonly audits: Pool;
  /** PGlite: one connection, one transaction at a time. */
  readonly isEmbedded: boolean;
  readonly locks?: SharedLocks;
  readonly sending: SendingLocks;
  close(): Promise<void>;
}
