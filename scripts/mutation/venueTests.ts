// What the tests of the venue are run with (vitest.config.ts has the same for `npm test`).
import path from 'node:path';
import { createServer } from 'vite';
import { ROOT } from '../process.ts';

const inTests = (file: string) => path.join(ROOT, 'tests/venue', file);

/** Copies of one empty database, and passwords that are hashed cheaply. */
export const VENUE_ALIASES = [
  { find: /^@electric-sql\/pglite$/, replacement: inTests('pglite/copied.ts') },
  { find: /^@node-rs\/argon2$/, replacement: inTests('passwords/cheap.ts') },
];

/**
 * Makes the databases that the tests copy, once for all processes: they hear of them from the environment.
 * @returns takes them away
 */
export async function prepareVenueTests(): Promise<() => Promise<void>> {
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
  return clean;
}
