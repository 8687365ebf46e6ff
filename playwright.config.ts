import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { pageOptions } from './scripts/browser.ts';
import { random } from './scripts/random.ts';

/** Each run has its own folder, named by an environment variable for the workers. */
const outputDir = (process.env.E2E_OUTPUT ??= `.tmp/e2e/${process.pid}`);

/** `--project browser`, `--project walks`: the walks that need a browser (tests/walks). */
const FOLDERS = [
  { name: 'browser', testDir: 'tests/e2e' },
  { name: 'walks', testDir: 'tests/walks' },
];

/** Files in random order by a seed: a project each, because Playwright keeps the order of projects. */
function shuffledFiles(seed: number) {
  const next = random(seed);
  return FOLDERS.flatMap(({ name, testDir }) =>
    readdirSync(testDir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.spec.ts'))
      .map((file) => ({ name: `${name} ${file}`, testDir, testMatch: `**/${file}`, place: next() })),
  )
    .sort((a, b) => a.place - b.place)
    .map(({ name, testDir, testMatch }) => ({ name, testDir, testMatch }));
}

const seed = process.env.TEST_SEED;

// Every worker starts its own venue (tests/e2e/support), so there is no shared server here.
export default defineConfig({
  globalSetup: './tests/e2e/support/setup.ts',
  testMatch: '**/*.spec.ts',
  outputDir,
  fullyParallel: true,
  // One more than two processors, because tests also wait for their pages.
  workers: 3,
  retries: 0,
  projects: seed === undefined ? FOLDERS : shuffledFiles(Number(seed)),
  forbidOnly: Boolean(process.env.CI),
  // Machines are busy: the limit only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // A second attempt keeps a trace; a snapshot of each step would slow the page down.
  use: { ...pageOptions(), trace: { mode: 'on-first-retry', screenshots: true, snapshots: false } },
});
