// The end-to-end tests for one mutant after the other: a project of Playwright for each, in one process with one
// venue. Nothing in tests/e2e knows of it.
import path from 'node:path';
import { fileURLToPath as placeOf } from 'node:url';
import { defineConfig } from '@playwright/test';
import { pageOptions } from '../../browser.ts';
import { ROOT } from '../../process.ts';
import { plantSwitches } from './page.ts';
import { PLAN, projectOf, readPlan } from './plan.ts';
import type { TestName } from './plan.ts';

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A test as Playwright writes it. */
const placeIn = ({ file, titles }: TestName) => [path.posix.relative('tests/e2e', file), ...titles].join(' ');

plantSwitches();

export default defineConfig({
  testDir: path.join(ROOT, 'tests/e2e'),
  globalSetup: placeOf(import.meta.resolve('./setup.ts')),
  outputDir: path.join(process.env[PLAN] ?? '', 'output'),
  workers: 1,
  // A screen that never shows what is waited for ends here, and is noticed.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [[placeOf(import.meta.resolve('./reporter.ts'))]],
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
