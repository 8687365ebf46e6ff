// First which mutants' code each test runs, then the quickest tests for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runTool } from '../../../scripts/process.ts';
import { digestOf, keyOf, openCache } from '../cache.ts';
import type { Numbered } from '../child.ts';
import { sourcesBelow } from '../reach.ts';
import type { Verdict } from '../trials.ts';
import { buildWith } from './build.ts';
import {
  type BrowserLine,
  type BrowserTrial,
  CONTROL,
  linesIn,
  PLAN,
  testKey,
  type TestName,
} from './plan.ts';

const MOST_TESTS = 4;
/** After the first test, milliseconds. */
const MOST_TIME = 45_000;
const BATCH = 20;
/** Share of a run's time for tests without a mutant; the next run does the rest. */
const CONTROL_PART = 0.5;
const CONTROLLED = 3;
/** Files with tests that run its code, for each mutant: in a short run those of other files are not looked for. */
const ENOUGH = 3;
/** Letters of a feature's name that the file of its tests begins with, such as `withdraw.spec.ts`. */
const COMMON = 6;

/** These use other browsers or servers, or no script of the client, so no mutant runs. */
const ELSEWHERE =
  /\/(?:static|development|ownHost|disk|plain|plainLost|plainOnce|reduced|grinRestart|restart)\.spec\.ts$/;

/** A test that passes without a mutant, with the keys of the mutants whose code it runs. */
type Passed = TestName & { ms: number; hits: ReadonlySet<string> };

async function linesOf(trials: readonly BrowserTrial[]): Promise<BrowserLine[]> {
  const temporary = path.join(ROOT, '.tmp');
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(path.join(temporary, 'mutation-browser-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ trials }));
  const { output } = await runTool(
    'playwright',
    ['test', '-c', path.join(ROOT, 'tools/mutation/browser/playwright.config.ts')],
    { collect: true, env: { [PLAN]: folder }, limit: 7200 },
  );
  const lines = linesIn(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ status }) => status !== undefined))
    throw new Error(`No end-to-end test could be started:\n${output.slice(-2000)}`);
  return lines;
}

type KeptTest = readonly [titles: readonly string[], ms: number, hits: readonly string[]];

const featureOf = ({ file }: Numbered) => file.split('/')[2]?.toLowerCase() ?? '';

/** Those of the mutants' features first, as a run may be short. */
function nearestFirst(files: readonly string[], mutants: readonly Numbered[]): string[] {
  const near = (file: string) => {
    const name = path.posix.basename(file).toLowerCase();
    return mutants.filter((mutant) => name.startsWith(featureOf(mutant).slice(0, COMMON))).length;
  };
  return files.toSorted((a, b) => near(b) - near(a));
}

/**
 * Runs each test without a mutant, unless its file and the build are unchanged.
 * @param mutants those that are to be tried
 */
async function control(
  mutants: readonly Numbered[],
  inserted: readonly Numbered[],
  built: string,
  { log, isLate }: { log: (text: string) => void; isLate: (part?: number) => boolean },
): Promise<{ passed: Passed[]; isWhole: boolean }> {
  const keys = new Map(inserted.map((mutant) => [mutant.id, keyOf(mutant)]));
  const known = openCache<readonly [string, readonly KeptTest[]]>('mutation-browser.jsonl');
  const nameOf = (file: string) => `${file} ${digestOf([file])} ${built}`;
  const files = nearestFirst(
    [...sourcesBelow('tests/e2e'), ...sourcesBelow('tests/walks')].filter(
      (file) => file.endsWith('.spec.ts') && !ELSEWHERE.test(file),
    ),
    mutants,
  );
  const hasEnough = (key: string) =>
    files.filter((file) => known.get(nameOf(file))?.[1].some(([, , hits]) => hits.includes(key))).length >=
    ENOUGH;
  const untried = files.filter((file) => known.get(nameOf(file)) === undefined);
  for (let at = 0; at < untried.length && !isLate(CONTROL_PART); at += CONTROLLED) {
    if (mutants.every((mutant) => hasEnough(keyOf(mutant)))) break;
    const some = untried.slice(at, at + CONTROLLED);
    log(`without a mutant: ${some.join(', ')}`);
    const lines = await linesOf([{ id: CONTROL, files: some }]);
    for (const file of some) {
      const own = lines.filter(({ test }) => test.startsWith(`${file} › `));
      for (const { test, status, error } of own)
        if (status === 'failed') log(`left out, it fails without a mutant: ${test}: ${error ?? ''}`);
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

/** First those of different files, because tests of one file check much the same. */
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

/** `onVerdict` also gets whether all end-to-end tests were run without a mutant. */
export async function browserVerdictsOf(
  mutants: readonly Numbered[],
  inserted: readonly Numbered[],
  {
    log,
    isLate,
    onVerdict,
  }: {
    log: (text: string) => void;
    isLate: (part?: number) => boolean;
    onVerdict: (mutant: Numbered, verdict: Verdict, isWhole: boolean) => void;
  },
) {
  const built = await buildWith(inserted, log);
  const { passed, isWhole } = await control(mutants, inserted, built, { log, isLate });
  log(`${passed.length} end-to-end tests pass without a mutant`);
  const groups = mutants.map((mutant) => ({ mutant, tests: quickest(passed, mutant) }));
  for (let at = 0; at < groups.length && !isLate(); at += BATCH) {
    const batch = groups.slice(at, at + BATCH);
    // Otherwise a test that was not run may run its code.
    if (isWhole)
      for (const { mutant, tests } of batch) if (tests.length === 0) onVerdict(mutant, 'noCoverage', isWhole);
    const tried = batch.filter(({ tests }) => tests.length > 0);
    if (tried.length > 0) await judge(tried, (mutant, verdict) => onVerdict(mutant, verdict, isWhole));
    log(`${Math.min(at + BATCH, groups.length)} of ${groups.length} in the browser`);
  }
}

async function judge(
  batch: readonly { mutant: Numbered; tests: readonly TestName[] }[],
  onVerdict: (mutant: Numbered, verdict: Verdict) => void,
) {
  const all = [...new Map(batch.flatMap(({ tests }) => tests).map((one) => [testKey(one), one])).values()];
  const lines = await linesOf([
    ...batch.map(({ mutant, tests }) => trialOf(mutant.id, tests)),
    { ...trialOf(CONTROL, all), isCheck: true },
  ]);
  /** A test that also fails without a mutant proves nothing. */
  const sound = new Set(lines.flatMap((line) => (isEnd(line, CONTROL, 'passed') ? line.test : [])));
  for (const { mutant, tests } of batch) {
    const isNoticed = lines.some((line) => isEnd(line, mutant.id, 'failed') && sound.has(line.test));
    const isAlive = tests.every((one) =>
      lines.some((line) => isEnd(line, mutant.id, 'passed') && line.test === testKey(one)),
    );
    if (isNoticed) onVerdict(mutant, 'killed');
    else if (isAlive) onVerdict(mutant, 'survived');
  }
}

const isEnd = (line: BrowserLine, id: number, status: string) => line.id === id && line.status === status;

const trialOf = (id: number, tests: readonly TestName[]): BrowserTrial => ({
  id,
  files: [...new Set(tests.map(({ file }) => file))],
  tests: tests.map(({ file, titles }) => ({ file, titles })),
});
