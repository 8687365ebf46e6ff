import type { Pool, PoolClient, QueryResult } from 'pg';

/**
 * The same pool for work that may wait: it holds at most `width` connections at a time; more work waits here, not
 * before others in the pool's own queue (LOAD-04).
 */
export function laneOf(pool: Pool, width: number): Pool {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function free(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  async function connect(): Promise<PoolClient> {
    if (taken < width) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const client = await pool.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        free();
      };
      return client;
    } catch (error) {
      free();
      throw error;
    }
  }

  async function query(text: string, values?: unknown[]): Promise<QueryResult> {
    const client = await connect();
    let broken: Error | undefined;
    try {
      return await client.query(text, values);
    } catch (error) {
      // Like the pool itself: a connection with a failed query is not used again.
      broken = error instanceof Error ? error : new Error('the query failed');
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect;
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
