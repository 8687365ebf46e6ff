// What the end-to-end tests say of mutants: first which of them each test comes by, then the quickest tests for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, runTool } from '../../process.ts';
import { kept, keyOf, printOf } from '../known.ts';
import { sourcesBelow } from '../reach.ts';
import { buildWith } from './build.ts';
import { CONTROL, linesIn, PLAN, testKey } from './plan.ts';
import type { Numbered } from '../child.ts';
import type { Verdict } from '../trials.ts';
import type { BrowserLine, BrowserTrial, TestName } from './plan.ts';

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

/** How a test passed without a mutant: `ms` that it takes, and the keys of the mutants that it comes by. */
export type Passed = TestName & { ms: number; hits: ReadonlySet<string> };

/** One process of Playwright. */
async function linesOf(trials: readonly BrowserTrial[]): Promise<BrowserLine[]> {
  const temporary = path.join(ROOT, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(path.join(temporary, 'mutation-browser-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ trials }));
  const { output } = await runTool(
    'playwright',
    ['test', '-c', fileURLToPath(import.meta.resolve('./playwright.config.ts'))],
    { collect: true, env: { [PLAN]: folder }, limit: 7200 },
  );
  const lines = linesIn(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ status }) => status !== undefined))
    throw new Error(`No end-to-end test could be started:\n${output.slice(-2000)}`);
  return lines;
}

type KeptTest = readonly [titles: readonly string[], ms: number, hits: readonly string[]];

/**
 * What each end-to-end test comes by without a mutant. Kept until its file or the build changes.
 * @param built 16 digits for the build
 * @returns `isWhole`: every test was looked at
 */
async function control(
  planted: readonly Numbered[],
  built: string,
  { say, isLate }: { say: (text: string) => void; isLate: (part?: number) => boolean },
): Promise<{ passed: Passed[]; isWhole: boolean }> {
  const keys = new Map(planted.map((mutant) => [mutant.id, keyOf(mutant)]));
  const known = kept<readonly [string, readonly KeptTest[]]>('mutation-browser.jsonl');
  const nameOf = (file: string) => `${file} ${printOf([file])} ${built}`;
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
 */
function quickest(tests: readonly Passed[], mutant: Numbered) {
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
 * @param mutants to be judged
 * @param planted all that are in the build
 * @param options `tell` hears as well whether every end-to-end test was looked at
 */
export async function browserVerdictsOf(
  mutants: readonly Numbered[],
  planted: readonly Numbered[],
  {
    say,
    isLate,
    tell,
  }: {
    say: (text: string) => void;
    isLate: (part?: number) => boolean;
    tell: (mutant: Numbered, verdict: Verdict, isWhole: boolean) => void;
  },
) {
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

async function judge(
  batch: readonly { mutant: Numbered; tests: readonly TestName[] }[],
  tell: (mutant: Numbered, verdict: Verdict) => void,
) {
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

const isEnd = (line: BrowserLine, id: number, status: string) => line.id === id && line.status === status;

const trialOf = (id: number, tests: readonly TestName[]): BrowserTrial => ({
  id,
  files: [...new Set(tests.map(({ file }) => file))],
  tests: tests.map(({ file, titles }) => ({ file, titles })),
});
