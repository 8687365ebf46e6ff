import { defineConfig } from 'vitest/config';
import { PLAIN_WASM } from './scripts/process.ts';

// No React plugin: these projects run logic only. Screens are tested in a real browser (tests/e2e).

/** Tests restore the little that they replace (tests/architecture), so they share a process: a fifth less time. */
const logic = { isolate: false } as const;

const venue = {
  ...logic,
  globalSetup: ['tests/venue/pglite/template.ts'],
  execArgv: PLAIN_WASM,
  // Copies one empty database, because making each takes seconds (tests/venue/pglite).
  alias: [
    {
      find: /^@electric-sql\/pglite$/,
      replacement: new URL('tests/venue/pglite/copied.ts', import.meta.url).pathname,
    },
    // Hashing passwords took a tenth of the time (tests/venue/passwords).
    {
      find: /^@node-rs\/argon2$/,
      replacement: new URL('tests/venue/passwords/cheap.ts', import.meta.url).pathname,
    },
  ],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    environment: 'node',
    passWithNoTests: false,
    // Properties run 100,000 cases, and machines are busy: the limit only ends what hangs.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { ...logic, name: 'architecture', include: ['tests/architecture/**/*.test.ts'] },
      },
      { extends: true, test: { ...logic, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { extends: true, test: { ...logic, name: 'paths', include: ['tests/paths/**/*.test.ts'] } },
      // What only the long proof runs.
      { extends: true, test: { ...logic, name: 'proof', include: ['tests/proof/**/*.test.ts'] } },
      { extends: true, test: { ...venue, name: 'venue', include: ['tests/venue/**/*.test.ts'] } },
      // Each on a node of its own.
      { extends: true, test: { ...venue, name: 'chains', include: ['tests/chains/*.test.ts'] } },
      // Checks of dist/, which `npm test` runs after the build.
      { extends: true, test: { name: 'bundle', include: ['tests/bundle/**/*.test.ts'] } },
    ],
  },
});
