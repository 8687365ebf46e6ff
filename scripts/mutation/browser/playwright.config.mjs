// The end-to-end tests for one mutant after the other: a project of Playwright for each, in one process with one
// venue. Nothing in tests/e2e knows of it.
import path from 'node:path';
import { fileURLToPath as placeOf } from 'node:url';
import { defineConfig } from '@playwright/test';
import { pageOptions } from '../../browser.mjs';
import { ROOT } from '../../process.mjs';
import { plantSwitches } from './page.mjs';
import { PLAN, projectOf, readPlan } from './plan.mjs';

/** @param {string} text */
const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A test as Playwright writes it. @param {import('./plan.mjs').TestName} test */
const placeIn = ({ file, titles }) => [path.posix.relative('tests/e2e', file), ...titles].join(' ');

plantSwitches();

export default defineConfig({
  testDir: path.join(ROOT, 'tests/e2e'),
  globalSetup: placeOf(import.meta.resolve('./setup.mjs')),
  outputDir: path.join(process.env[PLAN] ?? '', 'output'),
  workers: 1,
  // A screen that never shows what is waited for ends here, and is noticed.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [[placeOf(import.meta.resolve('./reporter.mjs'))]],
  use: {
    ...pageOptions(),
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
  },
  projects: readPlan().trials.map(({ id, files, tests }) => ({
    name: projectOf(id),
    testMatch: files.map((file) => path.join(ROOT, file)),
    // Playwright looks for it in the project's name, the file and the titles, one behind the other.
    ...(tests ? { grep: tests.map((one) => new RegExp(`${quoted(placeIn(one))}(?: @.*)?$`)) } : {}),
  })),
});
