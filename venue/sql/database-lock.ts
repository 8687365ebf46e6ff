import { Client } from 'pg';
import type { Log } from '../log.ts';

/** Number of the advisory lock, the same in every version. */
export const VENUE_LOCK = '7201584309117264';
const CONNECT_WITHIN_MS = 10_000;
const RETRY_EVERY_MS = 100;
const RETAKE_EVERY_MS = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Locks the database for one venue, since two would match the same order. The lock lives with its connection and is
 * taken again after a loss; if another venue took it, the books' epochs refuse this one's settlements.
 * @param patienceMs milliseconds to wait for a venue that was just killed.
 * @returns releases the lock.
 * @throws Error when another venue holds it.
 */
export async function lockDatabase(
  databaseUrl: string,
  patienceMs: number,
  log: Log,
): Promise<() => Promise<void>> {
  const lock = { isWanted: true, holder: await take(databaseUrl, patienceMs, log) };
  watch(lock.holder);

  function watch(client: Client): void {
    client.once('end', () => {
      if (lock.isWanted) void retake();
    });
  }

  async function retake(): Promise<void> {
    while (lock.isWanted) {
      try {
        lock.holder = await take(databaseUrl, 0, log);
        if (lock.isWanted) watch(lock.holder);
        else await lock.holder.end();
        log.info('the lock of the database is held again');
        return;
      } catch (error) {
        log.error('the lock of the database was lost and cannot be taken again yet', error);
        await pause(RETAKE_EVERY_MS);
      }
    }
  }

  return async () => {
    lock.isWanted = false;
    await lock.holder.end();
  };
}

async function take(databaseUrl: string, patienceMs: number, log: Log): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // 'end' follows; without a listener Node would exit.
  client.on('error', (error) =>
    log.error('the connection that holds the lock of the database failed', error),
  );
  await client.connect();
  try {
    for (let waited = 0; waited <= patienceMs; waited += RETRY_EVERY_MS) {
      if (waited > 0) await pause(RETRY_EVERY_MS);
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        VENUE_LOCK,
      ]);
      if (rows[0]?.taken === true) return client;
    }
    throw new Error(
      'Another venue runs on this database. Stop it first, or give this one another DATABASE_URL.',
    );
  } catch (error) {
    await client.end();
    throw error;
  }
}
