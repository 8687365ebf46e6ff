import { defineConfig } from 'vitest/config';
import { PLAIN_WASM } from './scripts/plainWasm.ts';

// No React plugin here: these projects run logic only. Screens are tested in a real browser (tests/e2e).

/** Tests that replace nothing global need no process of their own for each file: that took a fifth of their time. */
const logic = { isolate: false } as const;

export default defineConfig({
  test: {
    environment: 'node',
    passWithNoTests: false,
    // Properties run 100,000 cases, and machines are busy: a limit is there to end what hangs, not to judge speed.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { ...logic, name: 'architecture', include: ['tests/architecture/**/*.test.ts'] },
      },
      { extends: true, test: { ...logic, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { extends: true, test: { ...logic, name: 'paths', include: ['tests/paths/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          // Files that replace something global put it back: a process for each made them dearer.
          ...logic,
          name: 'venue',
          include: ['tests/venue/**/*.test.ts'],
          globalSetup: ['tests/venue/pglite/template.ts'],
          execArgv: PLAIN_WASM,
          // Copies of one empty database: making each anew costs seconds (tests/venue/pglite).
          alias: [
            {
              find: /^@electric-sql\/pglite$/,
              replacement: new URL('tests/venue/pglite/copied.ts', import.meta.url).pathname,
            },
            // A tenth of the venue's tests was hashing passwords (tests/venue/passwords).
            {
              find: /^@node-rs\/argon2$/,
              replacement: new URL('tests/venue/passwords/cheap.ts', import.meta.url).pathname,
            },
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // What was built: needs dist/, so `npm test` runs it after the build.
      { extends: true, test: { name: 'bundle', include: ['tests/bundle/**/*.test.ts'] } },
    ],
  },
});
