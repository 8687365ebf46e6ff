// `npm test`: the quick checks of the project. `npm run proof`: those that take long, or need more than npm and a browser.
//   npm test -- [--only unit,models] [--changed [ref]] [--verbose] [--times] [--once] [--seed 7]
// Both go on after a failure; the last line counts checks and tests.
// A test of real servers or of a browser that fails is tried once more; one that then passes is named as unsteady.
// `--once` leaves that out. `--only` runs the named steps. `--changed` runs what the changes since a commit (HEAD) can
// affect. `--verbose` names every test. `--times` ends with the seconds by step, by kind of work and by file. `--seed`
// shuffles the files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireAnvil } from './anvil.ts';
import { requireBcoin } from './bcoin.ts';
import { isBuilt as isBuiltNow } from './build.ts';
import { findPageBrowser, requireTestBrowsers } from './browser.ts';
import { requireFirefox } from './firefox.ts';
import { requireMonero } from './monero.ts';
import { requireNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { ROOT, run, runTool, TYPESCRIPT } from './process.ts';
import { emptied, forgetRun, leaveRun, PATHS_LEFT, WALKS_LEFT } from '../tools/report/leftovers.ts';
import { touchedBy } from './test/changed.ts';
import { causeLines } from './test/causes.ts';
import { readResult, resultBefore, type StepResult, timeText } from './test/progress.ts';
import { timesTable } from './test/times.ts';

const RESULTS = path.join(ROOT, '.tmp', 'test');
/** Read by `tools/flakes`. */
const SUMMARY = path.join(RESULTS, 'summary.json');
const STATIC = {
  types: ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', '.tmp/types.json'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  unused: ['knip'],
} as const;
/** Vitest would leave one processor free. */
const WORKERS = Math.max(2, availableParallelism() - 1);
/** Venue tests mostly wait, so more run at a time. */
const VENUE_WORKERS = availableParallelism() + 2;
/** Vitest projects that share their workers. */
const LOGIC = ['architecture', 'unit', 'models', 'walks'];
const CORE = [...Object.keys(STATIC), ...LOGIC, 'venue', 'build', 'bundle', 'stories'];
const PROOF = [
  'tools',
  'properties',
  'tours',
  'postgres',
  'servers',
  'chains',
  'build',
  'browser',
  'firefox',
  'chromium walks',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    seed: { type: 'string' },
    proof: { type: 'boolean', default: false },
  },
});
const STEPS = values.proof ? PROOF : CORE;
// All cases of a property, all tours of a statechart.
if (values.proof) process.env.TEST_LONG = '1';
/** Of the step `chains`, after the build. */
const BROWSER_CHAINS = 'chains, in a browser';
/** Retries of tests that wait for other processes. */
const RETRIES = values.once ? 0 : 1;
/** More than this in one run is no coincidence, and fails it. */
const MAX_UNSTEADY = 3;
const wanted = selectedSteps();
const touched = values.changed ? touchedBy(changedFiles(positionals[0] ?? 'HEAD')) : null;

const summary = new Map<string, StepResult & { seconds: number; work: number }>();

/** Seconds that this machine's processors were busy, since it started. */
const workDone = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

function selectedSteps(): Set<string> {
  const only = values.only?.split(',').map((name) => name.trim());
  const unknown = only?.filter((name) => !STEPS.includes(name)) ?? [];
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Known: ${STEPS.join(', ')}.`);
    process.exit(2);
  }
  return new Set(only ?? STEPS);
}

/** Including new ones. */
function changedFiles(ref: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  try {
    return [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
  } catch {
    console.error(`What changed since "${ref}" cannot be read: it is no commit of this repository.`);
    return process.exit(2);
  }
}

function line(name: string, result: StepResult & { seconds: number }) {
  const { passed, failed, skipped = 0, unsteady = [], seconds } = result;
  const columns = [
    `${passed} passed`.padStart(13),
    `${failed} failed`.padStart(10),
    timeText(seconds).padStart(13),
  ];
  const rest = [
    skipped > 0 ? `  ${skipped} skipped` : '',
    unsteady.length > 0 ? `  ${unsteady.length} unsteady` : '',
  ];
  return [name.padEnd(28), ...columns, ...rest].join(' ').trimEnd();
}

/** An exception counts as one failure. */
async function step(name: string, work: () => Promise<StepResult>) {
  const started = performance.now();
  const before = workDone();
  let result: StepResult = { passed: 0, failed: 1 };
  try {
    result = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const timed = { ...result, seconds: (performance.now() - started) / 1000, work: workDone() - before };
  summary.set(name, timed);
  console.log(line(name, timed));
  return result.failed === 0;
}

async function staticCheck(name: keyof typeof STATIC) {
  const [tool, ...args] = STATIC[name];
  // These check each file by itself, so only changed ones are checked.
  const files = name === 'format' || name === 'lint' ? (touched?.sources ?? []) : [];
  await step(name, async () => {
    const { code, output } = await runTool(tool, [...args, ...files], { collect: true, limit: 300 });
    if (code !== 0 || values.verbose) console.log(`${tool} ${args.join(' ')}\n${output.trim()}\n`);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  });
}

async function runTests(
  name: string,
  tool: 'vitest' | 'playwright',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const file = path.join(RESULTS, `${name.replaceAll(/\W+/g, '-')}.json`);
  if (existsSync(file)) renameSync(file, resultBefore(file));
  const { code } = await runTool(tool, args, { env: { ...env, TEST_RESULT: file, TEST_STEP: name } });
  const result = readResult(file);
  if (!result) throw new Error(`${tool} ended with ${code} before it wrote its results.`);
  // A runner that fails without a failed test, or runs none, has not passed.
  const isFalse = result.failed === 0 && (code !== 0 || result.passed === 0);
  return isFalse ? { ...result, failed: 1 } : result;
}

/** @param name the steps, each of which has its own files. @param projects of vitest.config.ts */
async function vitest(
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
  workers: number = WORKERS,
  files: readonly string[] = touched?.testsOf(name.split(', ')) ?? [],
) {
  // Without files, Vitest would run all.
  if (touched && files.length === 0) throw new Error(`${name}: no files, though files changed.`);
  const reporters = ['scripts/test/vitestReporter.ts', ...(values.verbose ? ['default'] : [])];
  return runTests(
    name,
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers}`,
      ...(projects.some((project) => ['venue', 'servers', 'chains'].includes(project))
        ? [`--retry=${RETRIES}`]
        : []),
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      ...(values.seed === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${values.seed}`]),
      ...files,
    ],
    env,
  );
}

/** Core tests of the embedded database, on a server. */
const onServer = () =>
  onPostgres((env) => vitest('postgres', ['venue'], { ...env, TEST_ON_SERVER_ALONE: '1' }, VENUE_WORKERS));

/** Kills, nodes, network faults, and everything else that takes long, on both databases. */
async function serverTests() {
  // Otherwise several test files would install it at once.
  await requireNats();
  return onPostgres((env) => vitest('servers', ['servers'], env, VENUE_WORKERS));
}

async function onPostgres<T>(test: (env: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return test({ TEST_DATABASE_URL: given });
  // Tests kill processes, not the machine.
  const server = await startPostgres({ waitsForDisk: false });
  try {
    return await test({ TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function chainTests() {
  // Otherwise several test files would install it at once.
  await requireBcoin();
  await Promise.all([requireAnvil(), requireMonero()]);
  return onPostgres((env) => vitest('chains', ['chains'], env));
}

const reporters = () =>
  ['./scripts/test/playwrightReporter.ts', ...(values.verbose ? ['list'] : [])].join(',');

/** The chains in a browser: a sandbox on nodes, which takes a minute to make its chains. */
async function chainsInBrowser() {
  await requireTestBrowsers();
  if (!isBuiltNow() && (await build()).failed > 0) throw new Error('Not run: the build failed.');
  const config = ['-c', 'tests/chains/playwright.config.ts'];
  const args = ['test', ...config, `--reporter=${reporters()}`, `--retries=${RETRIES}`];
  return runTests(BROWSER_CHAINS, 'playwright', args);
}

/** The main stories in Firefox ESR, as its users set it up (tests/firefox). */
async function inFirefox() {
  await requireFirefox();
  if (!isBuiltNow() && (await build()).failed > 0) throw new Error('Not run: the build failed.');
  const config = ['-c', 'tests/firefox/playwright.config.ts'];
  const args = ['test', ...config, `--reporter=${reporters()}`, `--retries=${RETRIES}`];
  return runTests('firefox', 'playwright', args);
}

/** @param which of the tests in a browser */
async function inBrowser(name: string, which: readonly string[]) {
  await requireTestBrowsers();
  if (!isBuiltNow() && (await build()).failed > 0) throw new Error('Not run: the build failed.');
  const args = ['test', ...which, `--reporter=${reporters()}`, `--retries=${RETRIES}`];
  return runTests(name, 'playwright', [...args, ...(touched?.testsOf([name]) ?? [])], {
    WALKS_REPORT: WALKS_LEFT,
    ...(touched?.screens ? { TEST_SCREENS: touched.screens.join(',') } : {}),
    ...(values.seed === undefined ? {} : { TEST_SEED: values.seed }),
  });
}

/** Tests of tests/e2e with this word in their title are part of the core. */
const STORY = '@story';

async function build() {
  const { code, output } = await run(
    process.execPath,
    [...TYPESCRIPT, path.join(ROOT, 'scripts', 'build.ts')],
    { collect: true },
  );
  if (code !== 0 || values.verbose) console.log(output);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

const isWanted = (name: string) => wanted.has(name) && touched?.hasNothingFor(name) !== true;

mkdirSync(RESULTS, { recursive: true });
rmSync(SUMMARY, { force: true });
if (touched) console.log(`${touched.text}\n`);

const started = new Date();
const nearestOf = (steps: readonly string[]): readonly string[] =>
  touched?.nearest.filter((file) => steps.some((name) => file.startsWith(`tests/${name}/`))) ?? [];
// Results of an earlier run do not count, so the report shows that a part did not run.
const leavesResults =
  ['models', 'walks', 'chromium walks'].some(isWanted) ||
  (wanted.has('models') && nearestOf(['models']).length > 0);
if (leavesResults && !values.proof) {
  forgetRun();
  for (const folder of [PATHS_LEFT, WALKS_LEFT]) emptied(folder);
}
const REPORTS = { PATHS_REPORT: PATHS_LEFT, WALKS_REPORT: WALKS_LEFT };
// Making the database of the venue's tests takes longer than others take to fail.
for (const projects of [LOGIC, ['venue']]) {
  const first = projects.filter((name) => wanted.has(name));
  const files = nearestOf(first);
  const name = `nearest of ${first.join(', ')}`;
  if (files.length > 0) await step(name, () => vitest(name, first, REPORTS, WORKERS, files));
}
const waiting = Object.keys(STATIC).filter((name) => wanted.has(name));
const worker = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    await staticCheck(name as keyof typeof STATIC);
  }
};
await Promise.all([worker(), worker()]);

const logic = LOGIC.filter(isWanted);
if (logic.length > 0) await step(logic.join(', '), () => vitest(logic.join(', '), logic, REPORTS));
for (const [name, work] of [
  ['tools', () => vitest('tools', ['tools'])],
  ['properties', () => vitest('properties', ['unit'])],
  ['tours', () => vitest('tours', ['models'])],
  ['venue', () => vitest('venue', ['venue'], {}, VENUE_WORKERS)],
  ['postgres', onServer],
  ['servers', serverTests],
  ['chains', chainTests],
  ['build', build],
  ['bundle', () => vitest('bundle', ['bundle'])],
  ['stories', () => inBrowser('stories', ['--project=browser*', `--grep=${STORY}`])],
  ['browser', () => inBrowser('browser', ['--project=browser*', `--grep-invert=${STORY}`])],
  ['firefox', inFirefox],
  ['chromium walks', () => inBrowser('chromium walks', ['--project=walks*'])],
] as const) {
  if (!isWanted(name)) continue;
  await step(name, work);
}
if (isWanted('chains')) await step(BROWSER_CHAINS, chainsInBrowser);

console.log('');
// Repeats failures at the end of a long log.
for (const [name, { failures = [], unsteady = [] }] of summary) {
  for (const one of unsteady) console.log(`${name}, passed at the second try: ${one}\n`);
  for (const one of failures) console.log(`${name}: ${one}\n`);
}
if (leavesResults) {
  const failures = [...summary].flatMap(([name, result]) => {
    const named = (result.failures ?? []).map((one) => `${name}: ${one}`);
    return named.length === 0 && result.failed > 0 ? [`${name}: ${result.failed} failed`] : named;
  });
  leaveRun(started, findPageBrowser(), { failures, seed: values.seed });
}
const causes = causeLines([...summary.values()].flatMap(({ failures = [] }) => failures));
if (causes.length > 0) console.log(`What it comes down to:\n${causes.map((one) => `- ${one}`).join('\n')}\n`);
writeFileSync(SUMMARY, JSON.stringify(Object.fromEntries(summary)));
if (values.times) console.log(`${timesTable(summary)}\n`);
for (const [name, result] of summary) console.log(line(name, result));
const all = [...summary.values()];
const passed = all.reduce((sum, one) => sum + one.passed, 0);
const unsteady = all.reduce((sum, one) => sum + (one.unsteady?.length ?? 0), 0);
const tooMany = unsteady > MAX_UNSTEADY ? unsteady : 0;
if (tooMany > 0)
  console.log(`\n${tooMany} tests passed at the second try only; more than ${MAX_UNSTEADY} fail the run.`);
const failed = all.reduce((sum, one) => sum + one.failed, tooMany);
console.log(`\n${passed - tooMany} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
