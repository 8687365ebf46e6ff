import type pg from 'pg';

/**
 * Runs `work` in one transaction. Inside it use the client only: the embedded pool has one connection, and a
 * `pool.query` would deadlock.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      // The server rolls back by itself; the first error is what counts.
      broken = rollbackError instanceof Error ? rollbackError : new Error('the rollback failed');
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

export interface SqlError {
  readonly code: string;
  readonly severity: string;
}

/**
 * Undefined when the error is not the database's (a lost connection). Recognised by fields, because PGlite has its own
 * error class.
 */
export function sqlErrorOf(error: unknown): SqlError | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  const { severity, code } = error;
  return typeof severity === 'string' && typeof code === 'string' ? { severity, code } : undefined;
}
