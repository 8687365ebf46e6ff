// A project for each mutant, in one process with one venue.
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { pageOptions } from '../../../scripts/browser.ts';
import { ROOT } from '../../../scripts/process.ts';
import { insertSwitches } from './page.ts';
import { PLAN, projectOf, readPlan, type TestName } from './plan.ts';

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const placeIn = ({ file, titles }: TestName) => [path.posix.relative('tests', file), ...titles].join(' ');

insertSwitches();
// Every tour judges mutants; workers get it from the environment.
process.env.WALKS_TOURS = 'all';

export default defineConfig({
  testDir: path.join(ROOT, 'tests'),
  globalSetup: path.join(ROOT, 'tools/mutation/browser/setup.ts'),
  outputDir: path.join(process.env[PLAN] ?? '', 'output'),
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [[path.join(ROOT, 'tools/mutation/browser/reporter.ts')]],
  use: {
    ...pageOptions(),
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
  },
  projects: readPlan().trials.map(({ id, files, tests }) => ({
    name: projectOf(id),
    testMatch: files.map((file) => path.join(ROOT, file)),
    // Playwright matches the joined project name, file and titles.
    ...(tests ? { grep: tests.map((one) => new RegExp(`${quoted(placeIn(one))}(?: @.*)?$`)) } : {}),
  })),
});
