// What the tests of the venue are run with (vitest.config.ts has the same for `npm test`).
import path from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from '../process.mjs';

/** @param {string} file */
const inTests = (file) => path.join(ROOT, 'tests/venue', file);

/** Copies of one empty database, and passwords that are hashed cheaply. */
export const VENUE_ALIASES = [
  { find: /^@electric-sql\/pglite$/, replacement: inTests('pglite/copied.ts') },
  { find: /^@node-rs\/argon2$/, replacement: inTests('passwords/cheap.ts') },
];

/**
 * Makes the databases that the tests copy, once for all processes: they hear of them from the environment.
 * @returns {Promise<() => Promise<void>>} takes them away
 */
export async function prepareVenueTests() {
  const { module } = await runnerImport(inTests('pglite/template.ts'), {
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: VENUE_ALIASES },
  });
  return /** @type {{ default: () => Promise<() => Promise<void>> }} */ (module).default();
}
