import type { Pool } from 'pg';
import type { SharedLocks } from './shared-locks.ts';

/** The venue's one SQL interface: node-postgres, over a PostgreSQL server or over the embedded PGlite. */
export interface Store {
  readonly pool: Pool;
  /** PGlite: one connection, one transaction at a time. */
  readonly isEmbedded: boolean;
  /** Where several nodes share the server. */
  readonly locks?: SharedLocks;
  close(): Promise<void>;
}
