import { defineConfig } from '@playwright/test';
import { firefoxOptions } from '../../scripts/firefox.ts';

/** Firefox as people set it up who trust nobody: each project has its preferences. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/support/setup.ts',
  testMatch: '*.spec.ts',
  outputDir: `../../.tmp/firefox/${process.pid}`,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // Machines are busy: the limit only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  projects: [
    {
      name: 'resists fingerprinting',
      grepInvert: /of every kind/,
      use: firefoxOptions({ 'privacy.resistFingerprinting': true }),
    },
    {
      name: 'storage blocked',
      grep: /of every kind/,
      use: firefoxOptions({
        'network.cookie.cookieBehavior': 2,
        'dom.storage.enabled': false,
        'dom.indexedDB.enabled': false,
      }),
    },
  ],
});
