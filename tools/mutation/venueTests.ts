import path from 'node:path';
import { createServer } from 'vite';
import { startPostgres } from '../../scripts/postgres.ts';
import { ROOT } from '../../scripts/process.ts';

const inTests = (file: string) => path.join(ROOT, 'tests/venue', file);

/** As in vitest.config.ts: tests copy one empty database, and hash passwords cheaply. */
export const VENUE_ALIASES = [
  { find: /^@electric-sql\/pglite$/, replacement: inTests('pglite/copied.ts') },
  { find: /^@node-rs\/argon2$/, replacement: inTests('passwords/cheap.ts') },
];

/**
 * Starts a PostgreSQL unless one is given, and makes the databases that tests copy. Environment variables name them.
 * @returns deletes and stops what was made
 */
export async function prepareVenueTests(): Promise<() => Promise<void>> {
  const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ waitsForDisk: false });
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_ON_SERVER_ALONE = '1';
  const server = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: VENUE_ALIASES },
  });
  const { default: setup } = await server.ssrLoadModule(inTests('pglite/template.ts'));
  const clean = await (setup as () => Promise<() => Promise<void>>)();
  await server.close();
  return async () => {
    await clean();
    await postgres?.stop();
  };
}
