import type { Pool } from 'pg';

/** The venue's one SQL interface: node-postgres, over a PostgreSQL server or over the embedded PGlite. */
export interface Store {
  readonly pool: Pool;
  /** PGlite: one connection, one transaction at a time. */
  readonly isEmbedded: boolean;
  close(): Promise<void>;
}
