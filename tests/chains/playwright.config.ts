import { defineConfig } from '@playwright/test';
import { pageOptions } from '../../scripts/browser.ts';

/** A browser, and a sandbox on nodes of its own. One worker, as each would start six of them. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: `../../.tmp/chains/${process.pid}`,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // Machines are busy: the limit only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: pageOptions(),
});
