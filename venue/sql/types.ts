import type { Pool } from 'pg';
import type { SharedLocks } from './shared-locks.ts';

/** node-postgres over a PostgreSQL server or the embedded PGlite. */
export interface Store {
  readonly pool: Pool;
  /** PGlite: one connection, one transaction at a time. */
  readonly isEmbedded: boolean;
  readonly locks?: SharedLocks;
  close(): Promise<void>;
}
