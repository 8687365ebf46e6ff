import { join } from 'node:path';
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg';
import { lockFolder } from './folder-lock.ts';
import { laneOf } from './lane.ts';
import { onlySender } from './sending-locks.ts';
import type { Store } from './types.ts';

/** A real server resets the session when a connection ends. */
async function reset(client: ClientBase): Promise<void> {
  await client.query('rollback');
  await client.query('discard all');
}

/**
 * PGlite behind a pool of one connection: transfers of coins wait for at most one other piece of work.
 * @param dataDir its folder; memory without it.
 */
export async function openEmbedded(dataDir: string | undefined): Promise<Store> {
  // Loaded on demand: a venue on a server does not need its 9 MB.
  const [{ PGlite }, { PGlitePgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ]);
  const unlock = dataDir === undefined ? () => undefined : lockFolder(dataDir);
  try {
    const lite = dataDir === undefined ? new PGlite() : new PGlite(join(dataDir, 'pg'));
    await lite.waitReady;
    /**
     * Each client gets its own connection object. The adapter shares one, so that a failed client would tear down its
     * successor.
     */
    class EmbeddedClient extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connection: new PGlitePgConfig({ pglite: lite }).connection } as ClientConfig);
      }
    }
    // The pool awaits `onConnect`, its types do not say so.
    const onConnect: (client: ClientBase) => unknown = reset;
    const pool = new Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0, onConnect });
    return {
      pool,
      common: laneOf(pool, 1),
      audits: pool,
      isEmbedded: true,
      sending: onlySender,
      close: async () => {
        await pool.end();
        await lite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
