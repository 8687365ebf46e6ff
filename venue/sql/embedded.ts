import { join } from 'node:path';
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg';
import { lockFolder } from './folder-lock.ts';
import type { Store } from './types.ts';

/** The reset that a real server does by itself when a connection ends. */
async function reset(client: ClientBase): Promise<void> {
  await client.query('rollback');
  await client.query('discard all');
}

/**
 * PGlite behind a pool of one connection.
 * @param dataDir its folder; without it, it lives in memory.
 */
export async function openEmbedded(dataDir: string | undefined): Promise<Store> {
  // Loaded here only: a venue on a server never pays for the 9 MB of the embedded one.
  const [{ PGlite }, { PGlitePgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ]);
  const unlock = dataDir === undefined ? () => undefined : lockFolder(dataDir);
  try {
    const lite = dataDir === undefined ? new PGlite() : new PGlite(join(dataDir, 'pg'));
    await lite.waitReady;
    /**
     * The adapter's config holds one connection object, which all clients of a pool would share. The pool replaces a
     * client after every failed `pool.query`, and the old one, while it ends, would tear down the new one, or the
     * process. So each client gets a connection object of its own to the one session there is.
     */
    class EmbeddedClient extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connection: new PGlitePgConfig({ pglite: lite }).connection } as ClientConfig);
      }
    }
    // The pool waits for the promise that `onConnect` returns; its types do not say so.
    const onConnect: (client: ClientBase) => unknown = reset;
    const pool = new Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0, onConnect });
    return {
      pool,
      isEmbedded: true,
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
