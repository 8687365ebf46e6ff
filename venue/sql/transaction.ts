import type pg from 'pg';

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws.
 * Inside it use the client only. On the embedded database the pool has one connection, and a `pool.query` would
 * wait for the transaction that waits for it.
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
      // The connection is gone and the server rolls back by itself: what went wrong first is what counts.
      broken = rollbackError instanceof Error ? rollbackError : new Error('the rollback failed');
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
