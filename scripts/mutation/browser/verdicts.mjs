// What the end-to-end tests say of mutants: first which of them each test comes by, then the quickest tests for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, runTool } from '../../process.mjs';
import { kept, keyOf, printOf } from '../known.mjs';
import { sourcesBelow } from '../reach.mjs';
import { buildWith } from './build.mjs';
import { CONTROL, linesIn, PLAN, testKey } from './plan.mjs';

/** @typedef {import('../child.mjs').Numbered} Numbered */
/** @typedef {import('../trials.mjs').Verdict} Verdict */
/** @typedef {import('./plan.mjs').TestName} TestName */
/** @typedef {import('./plan.mjs').BrowserTrial} BrowserTrial */
/** @typedef {import('./plan.mjs').BrowserLine} BrowserLine */

/** Tests that one mutant is tried with. */
const MOST_TESTS = 4;
/** What they may take together, in milliseconds, without the first one. */
const MOST_TIME = 45_000;
/** Mutants of one process. */
const BATCH = 20;
/** The part of a run's time that the tests without a mutant may take: the rest of them is for the next run. */
const CONTROL_PART = 0.5;
/** Files of tests of one control. */
const CONTROLLED = 3;

/**
 * These have browsers or servers of their own, or none of the client's scripts: no mutant is on there.
 */
const ELSEWHERE =
  /\/(?:static|development|ownHost|disk|plain|plainLost|plainOnce|reduced|grinRestart|restart)\.spec\.ts$/;

/** How a test passed without a mutant: `ms` that it takes, and the keys of the mutants that it comes by. @typedef {TestName & { ms: number, hits: ReadonlySet<string> }} Passed */

/**
 * One process of Playwright.
 * @param {readonly BrowserTrial[]} trials
 * @returns {Promise<BrowserLine[]>}
 */
async function linesOf(trials) {
  const temporary = path.join(ROOT, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(path.join(temporary, 'mutation-browser-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ trials }));
  const { output } = await runTool(
    'playwright',
    ['test', '-c', fileURLToPath(import.meta.resolve('./playwright.config.mjs'))],
    { collect: true, env: { [PLAN]: folder }, limit: 7200 },
  );
  const lines = linesIn(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ status }) => status !== undefined))
    throw new Error(`No end-to-end test could be started:\n${output.slice(-2000)}`);
  return lines;
}

/**
 * What each end-to-end test comes by without a mutant. Kept until its file or the build changes.
 * @param {readonly Numbered[]} planted
 * @param {string} built 16 digits for the build
 * @param {{ say: (text: string) => void, isLate: (part?: number) => boolean }} options
 * @returns {Promise<{ passed: Passed[], isWhole: boolean }>} `isWhole`: every test was looked at
 */
async function control(planted, built, { say, isLate }) {
  const keys = new Map(planted.map((mutant) => [mutant.id, keyOf(mutant)]));
  /** @typedef {readonly [titles: readonly string[], ms: number, hits: readonly string[]]} KeptTest */
  const known = /** @type {typeof kept<readonly [string, readonly KeptTest[]]>} */ (kept)(
    'mutation-browser.jsonl',
  );
  /** @param {string} file */
  const nameOf = (file) => `${file} ${printOf([file])} ${built}`;
  const files = sourcesBelow('tests/e2e').filter(
    (file) => file.endsWith('.spec.ts') && !ELSEWHERE.test(file),
  );
  const untried = files.filter((file) => known.get(nameOf(file)) === undefined);
  for (let at = 0; at < untried.length && !isLate(CONTROL_PART); at += CONTROLLED) {
    const some = untried.slice(at, at + CONTROLLED);
    say(`without a mutant: ${some.join(', ')}`);
    const lines = await linesOf([{ id: CONTROL, files: some }]);
    for (const file of some) {
      const own = lines.filter(({ test }) => test.startsWith(`${file} › `));
      for (const { test, status, error } of own)
        if (status === 'failed') say(`left out, it fails without a mutant: ${test}: ${error ?? ''}`);
      const passed = own.filter(({ status }) => status === 'passed');
      known.add([
        nameOf(file),
        passed.map(({ test, ms = 0 }) => {
          const hits = new Set(own.filter((line) => line.test === test).flatMap((line) => line.hits ?? []));
          return [test.split(' › ').slice(1), ms, [...hits].flatMap((id) => keys.get(id) ?? [])];
        }),
      ]);
    }
  }
  const passed = files.flatMap((file) =>
    (known.get(nameOf(file))?.[1] ?? []).map(([titles, ms, hits]) => ({
      file,
      titles,
      ms,
      hits: new Set(hits),
    })),
  );
  return { passed, isWhole: files.every((file) => known.get(nameOf(file)) !== undefined) };
}

/**
 * The quickest tests that come by a mutant, of as many files as can be: those of one file look at much the same.
 * @param {readonly Passed[]} tests
 * @param {Numbered} mutant
 */
function quickest(tests, mutant) {
  const key = keyOf(mutant);
  const near = tests.filter(({ hits }) => hits.has(key)).sort((a, b) => a.ms - b.ms);
  const firsts = near.filter((one, index) => near.findIndex(({ file }) => file === one.file) === index);
  let time = 0;
  return [...firsts, ...near.filter((one) => !firsts.includes(one))]
    .slice(0, MOST_TESTS)
    .filter(({ ms }, index) => {
      time += index === 0 ? 0 : ms;
      return time <= MOST_TIME;
    });
}

/**
 * @param {readonly Numbered[]} mutants to be judged
 * @param {readonly Numbered[]} planted all that are in the build
 * @param {{ say: (text: string) => void, isLate: (part?: number) => boolean, tell: (mutant: Numbered, verdict: Verdict, isWhole: boolean) => void }} options
 *   `tell` hears as well whether every end-to-end test was looked at
 */
export async function browserVerdictsOf(mutants, planted, { say, isLate, tell }) {
  const built = await buildWith(planted, say);
  const { passed, isWhole } = await control(planted, built, { say, isLate });
  say(`${passed.length} end-to-end tests pass without a mutant`);
  const groups = mutants.map((mutant) => ({ mutant, tests: quickest(passed, mutant) }));
  for (let at = 0; at < groups.length && !isLate(); at += BATCH) {
    const batch = groups.slice(at, at + BATCH);
    // While some tests were not yet looked at, nobody can say that none comes by.
    if (isWhole)
      for (const { mutant, tests } of batch) if (tests.length === 0) tell(mutant, 'noCoverage', isWhole);
    const tried = batch.filter(({ tests }) => tests.length > 0);
    if (tried.length > 0) await judge(tried, (mutant, verdict) => tell(mutant, verdict, isWhole));
    say(`${Math.min(at + BATCH, groups.length)} of ${groups.length} in the browser`);
  }
}

/**
 * @param {readonly { mutant: Numbered, tests: readonly TestName[] }[]} batch
 * @param {(mutant: Numbered, verdict: Verdict) => void} tell
 */
async function judge(batch, tell) {
  const all = [...new Map(batch.flatMap(({ tests }) => tests).map((one) => [testKey(one), one])).values()];
  const lines = await linesOf([
    ...batch.map(({ mutant, tests }) => trialOf(mutant.id, tests)),
    { ...trialOf(CONTROL, all), isCheck: true },
  ]);
  /** A test that fails now without a mutant as well tells nothing of one. */
  const sound = new Set(lines.flatMap((line) => (isEnd(line, CONTROL, 'passed') ? line.test : [])));
  for (const { mutant, tests } of batch) {
    const isNoticed = lines.some((line) => isEnd(line, mutant.id, 'failed') && sound.has(line.test));
    const isAlive = tests.every((one) =>
      lines.some((line) => isEnd(line, mutant.id, 'passed') && line.test === testKey(one)),
    );
    if (isNoticed) tell(mutant, 'killed');
    else if (isAlive) tell(mutant, 'survived');
  }
}

/** @param {BrowserLine} line @param {number} id @param {string} status */
const isEnd = (line, id, status) => line.id === id && line.status === status;

/** @param {number} id @param {readonly TestName[]} tests @returns {BrowserTrial} */
const trialOf = (id, tests) => ({
  id,
  files: [...new Set(tests.map(({ file }) => file))],
  tests: tests.map(({ file, titles }) => ({ file, titles })),
});
