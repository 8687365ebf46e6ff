import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { PLAIN_WASM } from './scripts/process.ts';
import { isLong } from './tests/long.ts';

// No React plugin: these projects run logic only. Screens are tested in a real browser (tests/e2e).

/** Tests restore the little that they replace (tests/architecture), so they share a process: a fifth less time. */
const logic = { isolate: false } as const;

/** Tests that take long, or need more than npm and a browser: `npm run proof`. */
const LONG = '**/*.long.test.ts';

const venue = {
  ...logic,
  globalSetup: ['tests/venue/pglite/template.ts'],
  setupFiles: ['tests/venue/documentedRefusals.ts'],
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

/** The specs that Playwright runs in Chromium, on a document of this process (tests/walks/browser). */
const walks: TestProjectInlineConfiguration = {
  extends: true,
  // As shipped: React's development build is slower, and starts every effect twice.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    ...logic,
    name: 'walks',
    include: ['tests/walks/*.spec.ts', 'tests/walks/browser/*.test.ts'],
    env: { NODE_ENV: 'production' },
    alias: [
      {
        find: /^(?:@playwright\/test|(?:.*\/support|\.)\/test\.ts)$/,
        replacement: new URL('tests/walks/browser/test.ts', import.meta.url).pathname,
      },
      // There is nothing to draw on.
      {
        find: /^lightweight-charts$/,
        replacement: new URL('tests/walks/browser/charts.ts', import.meta.url).pathname,
      },
    ],
  },
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
        test: {
          ...logic,
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          exclude: [LONG],
        },
      },
      {
        extends: true,
        test: { ...logic, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: [LONG] },
      },
      // The tools of developers and QA, and documents.
      {
        extends: true,
        test: {
          ...logic,
          name: 'tools',
          include: ['tools/**/*.test.ts', `tests/{architecture,unit}/${LONG}`, 'tests/proof/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...logic,
          name: 'models',
          include: ['tests/models/*.model.ts', 'tests/models/**/*.test.ts'],
          exclude: isLong ? [] : [LONG],
          setupFiles: ['tests/models/tools/register.ts'],
        },
      },
      walks,
      {
        extends: true,
        test: { ...venue, name: 'venue', include: ['tests/venue/**/*.test.ts'], exclude: [LONG] },
      },
      // Kills, several nodes, faults, long races.
      { extends: true, test: { ...venue, name: 'servers', include: [`tests/venue/${LONG}`] } },
      // Each on a node of its own.
      { extends: true, test: { ...venue, name: 'chains', include: ['tests/chains/*.test.ts'] } },
      // Checks of dist/, which `npm test` runs after the build.
      { extends: true, test: { name: 'bundle', include: ['tests/bundle/**/*.test.ts'] } },
    ],
  },
});
