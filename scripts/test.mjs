// `npm test`: every check of the project. Nothing stops at the first failure; the last line says how many
// checks and tests passed and failed. `npm test -- --only unit,paths` runs the named steps only.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { requireTestBrowsers } from './browser.mjs';
import { requireNats } from './nats.mjs';
import { startPostgres } from './postgres.mjs';
import { ROOT, run, runTool } from './process.mjs';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {readonly string[]} [told] what failed, each with its first lines
 */

const RESULTS = path.join(ROOT, '.tmp', 'test');
const STATIC = /** @type {const} */ ({
  types: ['tsc', '-p', '.'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  unused: ['knip'],
});
/** Vitest leaves one processor to itself; of two, these tests need both. */
const WORKERS = Math.max(2, availableParallelism() - 1);
/** Tests of the venue wait for databases, timers and processes: more at a time keep the processors busy. */
const VENUE_WORKERS = availableParallelism() + 2;
const LOGIC = ['architecture', 'unit', 'paths'];
const STEPS = [...Object.keys(STATIC), ...LOGIC, 'venue', 'build', 'bundle', 'e2e'];

/** @type {Map<string, Count & { seconds: number }>} */
const summary = new Map();

/** @param {string} title */
function heading(title) {
  console.log(`\n──── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}\n`);
}

/**
 * Runs one step and notes its count; a step that throws counts as one failure.
 * @param {string} name
 * @param {() => Promise<Count>} work
 */
async function step(name, work) {
  const started = performance.now();
  /** @type {Count} */
  let count = { passed: 0, failed: 1 };
  try {
    count = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  summary.set(name, { ...count, seconds: (performance.now() - started) / 1000 });
  return count.failed === 0;
}

/** @param {keyof typeof STATIC} name */
async function staticCheck(name) {
  const [tool, ...args] = STATIC[name];
  await step(name, async () => {
    const { code, output } = await runTool(tool, args, { collect: true, limit: 300 });
    heading(`${name}: ${code === 0 ? 'passed' : 'FAILED'}`);
    console.log(code === 0 ? `${tool} ${args.join(' ')}` : output.trim());
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  });
}

/**
 * @param {string} file
 * @returns {any} null when the runner died before it wrote its results
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`No results were written: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/**
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {Readonly<Record<string, string>>} [env]
 * @param {number} [workers]
 * @returns {Promise<Count>}
 */
async function vitest(projects, env = {}, workers = WORKERS) {
  const file = path.join(RESULTS, `${projects.join('-')}.json`);
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runTool('vitest', [...args, `--maxWorkers=${workers}`, ...reporters], { env });
  const results = readResults(file);
  if (!results) return { passed: 0, failed: 1 };
  // A file that could not even be loaded holds no failed test, and is a failure of its own.
  const broken = results.testResults.filter(
    (/** @type {any} */ one) =>
      one.status === 'failed' &&
      one.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed'),
  ).length;
  return honest(code, {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken,
    skipped: results.numPendingTests + results.numTodoTests,
    told: results.testResults.flatMap((/** @type {any} */ one) => toldOf(one)),
  });
}

/**
 * @param {any} file of Vitest's results
 * @returns {string[]}
 */
function toldOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [tell(name, message)] : [];
  return failed.map((/** @type {any} */ test) =>
    tell(`${path.relative(ROOT, name)} › ${test.fullName}`, test.failureMessages.join('\n')),
  );
}

/**
 * @param {any} suite of Playwright's results
 * @returns {string[]}
 */
function toldOfSuite({ suites = [], specs = [], title }) {
  const failed = specs.filter((/** @type {any} */ spec) => !spec.ok);
  return [
    ...failed.map((/** @type {any} */ spec) => {
      const errors = spec.tests.flatMap((/** @type {any} */ test) =>
        test.results.flatMap((/** @type {any} */ result) =>
          result.errors.map((/** @type {any} */ error) => error.message),
        ),
      );
      return tell(`${title} › ${spec.title}`, errors.join('\n'));
    }),
    ...suites.flatMap(toldOfSuite),
  ];
}

/**
 * @param {string} title
 * @param {string} message
 */
function tell(title, message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** @returns {Promise<Count>} */
async function playwright() {
  const file = path.join(RESULTS, 'e2e.json');
  await requireTestBrowsers();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await runTool('playwright', ['test', '--reporter=list,json'], { env });
  const results = readResults(file);
  const stats = results?.stats;
  if (!stats) return { passed: 0, failed: 1 };
  return honest(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    told: results.suites.flatMap(toldOfSuite),
  });
}

/**
 * A runner that fails without a failed test, or that ran nothing, did not pass.
 * @param {number} code
 * @param {Count} count
 * @returns {Count}
 */
function honest(code, count) {
  const isFalse = count.failed === 0 && (code !== 0 || count.passed === 0);
  return isFalse ? { ...count, failed: 1 } : count;
}

/** @returns {Promise<Count>} */
async function venueTests() {
  // Here, because several test files would install it at the same time.
  await requireNats();
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return vitest(['venue'], { TEST_DATABASE_URL: given }, VENUE_WORKERS);
  const server = await startPostgres();
  try {
    return await vitest(['venue'], { TEST_DATABASE_URL: server.url }, VENUE_WORKERS);
  } finally {
    await server.stop();
  }
}

function readSelection() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const only = values.only?.split(',').map((name) => name.trim());
  const unknown = only?.filter((name) => !STEPS.includes(name)) ?? [];
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Known: ${STEPS.join(', ')}.`);
    process.exit(2);
  }
  return new Set(only ?? STEPS);
}

const wanted = readSelection();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const waiting = Object.keys(STATIC).filter((name) => wanted.has(name));
const worker = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    await staticCheck(/** @type {keyof typeof STATIC} */ (name));
  }
};
await Promise.all([worker(), worker()]);

const logic = LOGIC.filter((name) => wanted.has(name));
if (logic.length > 0) {
  heading(logic.join(', '));
  await step(logic.join(', '), () => vitest(logic));
}
if (wanted.has('venue')) {
  heading('venue, on PGlite and PostgreSQL');
  await step('venue', venueTests);
}
let isBuilt = true;
if (wanted.has('build')) {
  heading('build');
  isBuilt = await step('build', async () => {
    const { code } = await run(process.execPath, [path.join(ROOT, 'scripts', 'build.mjs')]);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  });
}
for (const [name, work] of /** @type {const} */ ([
  ['bundle', () => vitest(['bundle'])],
  ['e2e', playwright],
])) {
  if (!wanted.has(name)) continue;
  heading(name);
  await step(name, async () => {
    if (!isBuilt) throw new Error('Not run: the build failed.');
    return work();
  });
}

heading('summary');
const total = { passed: 0, failed: 0 };
// The log of a long run is often read from its end.
for (const [name, { told = [] }] of summary) for (const one of told) console.log(`${name}: ${one}\n`);
for (const [name, { passed, failed, skipped = 0, seconds }] of summary) {
  const columns = [
    `${passed} passed`.padStart(13),
    `${failed} failed`.padStart(10),
    `${Math.round(seconds)} s`.padStart(7),
  ];
  console.log(name.padEnd(28), ...columns, skipped > 0 ? `  ${skipped} skipped` : '');
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
