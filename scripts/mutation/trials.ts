// Runs trials (one mutant, one file of tests) in processes of their own, and gives the verdicts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, TYPESCRIPT } from '../process.ts';
import type { Numbered } from './child.ts';
import type { Trial } from './worker.ts';
import type { Side } from './reach.ts';

export type Verdict = 'killed' | 'timeout' | 'survived' | 'noCoverage';
export type Line = Partial<{
  begins: number;
  ended: number;
  test: string;
  areTours: boolean;
  hasHung: boolean;
  ms: number;
  hits: number[];
  done: number;
  state: string;
  error: string;
}>;
export type End = Line & { trial: Trial };

const TEMPORARY = path.join(ROOT, '.tmp');
/** A process that says nothing for so long hangs where no switch is: in milliseconds, for a busy machine. */
const SILENCE = 300_000;
/** Trials of one process: what mutants leave behind piles up, and slows down those that follow. */
const HEAP = 6;
/** The id of the control, which is no mutant. */
export const CONTROL = -1;

/** Whether a file of tests walks a chart: `tests/paths/<chart>/<chart>.test.ts`. */
const isWalk = (test: string) => /(?:^|\/)([^/]+)\/\1\.(?:test|trial)\.ts$/.test(test);

function journalOf(folder: string): Line[] {
  const file = path.join(folder, 'journal.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** One process with a heap of trials, until it ends or says nothing any more. */
async function linesOf(mutants: readonly Numbered[], trials: readonly Trial[], side: Side): Promise<Line[]> {
  mkdirSync(TEMPORARY, { recursive: true });
  const folder = mkdtempSync(path.join(TEMPORARY, 'mutation-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ mutants, trials, side }));
  const child = spawn(
    process.execPath,
    [...TYPESCRIPT, path.join(ROOT, 'scripts/mutation/child.ts'), folder],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: process.platform !== 'win32',
    },
  );
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-2000)));
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  };
  let seen = 0;
  let since = performance.now();
  const watch = setInterval(() => {
    const { length } = journalOf(folder);
    if (length !== seen) since = performance.now();
    seen = length;
    if (performance.now() - since > SILENCE) end();
  }, 2000);
  const leave = () => {
    end();
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', leave);
  await once(child, 'close');
  process.off('exit', leave);
  clearInterval(watch);
  const lines = journalOf(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ begins }) => begins !== undefined))
    throw new Error(`No test could be started:\n${complaint}`);
  return lines;
}

/** Runs trials one after the other, and goes on behind the one that hangs. */
async function runTrials(
  mutants: readonly Numbered[],
  trials: readonly Trial[],
  { tell, isNeeded = () => true, side = 'client', heap: size = HEAP }: Options,
): Promise<End[]> {
  const ends: End[] = [];
  for (let left = [...trials]; left.length > 0;) {
    const heap = left.slice(0, size);
    const lines = await linesOf(mutants, heap, side);
    let done = 0;
    for (const [index, trial] of heap.entries()) {
      const line = lines.find(({ done }) => done === index);
      const note = lines.find(
        ({ ended, test, areTours }) =>
          ended === trial.id && test === trial.test && areTours === (trial.areTours ?? false),
      );
      /** Without a line it was this one that ended the process, or that the process was ended for. */
      const end: End = line ? { ...note, ...line, trial } : { trial, state: 'failed', hasHung: true };
      ends.push(end);
      tell?.(end);
      done += 1;
      if (!line) break;
    }
    left = left.slice(done).filter(isNeeded);
  }
  return ends;
}

export interface Options {
  tell?: (end: End) => void;
  /** a mutant that died is not tried again in the next process */
  isNeeded?: (trial: Trial) => boolean;
  side?: Side;
  /** trials of one process */
  heap?: number;
}

/**
 * The same, by some processes at once.
 * @param groups trials that belong together: a mutant that died is not tried again
 */
export async function runGroups(
  mutants: readonly Numbered[],
  groups: readonly (readonly Trial[])[],
  { workers = 1, ...options }: Options & { workers?: number } = {},
): Promise<End[]> {
  const lists = Array.from({ length: workers }, (_, worker) =>
    groups.filter((_group, index) => index % workers === worker).flat(),
  );
  return (await Promise.all(lists.map((trials) => runTrials(mutants, trials, options)))).flat();
}

/** What a file of tests does without a mutant: `ms` it takes, and the ids of the mutants that it comes by. */
export interface Control {
  ms: number;
  hits: readonly number[];
}

export interface Judging {
  workers?: number;
  /** milliseconds after which a mutant hangs, besides five times what its tests take */
  limit?: number;
  say?: (text: string) => void;
  tell?: (mutant: Numbered, verdict: Verdict) => void;
  side?: Side;
  /** trials of one process */
  heap?: number;
  /** all that are written into the files, also those that are judged already */
  planted?: readonly Numbered[];
  /** files of tests that a mutant is tried with, of those that come by it */
  most?: number;
  /** milliseconds that those after the first may take together */
  time?: number;
  /** by the time that they take, not by how near they are */
  isQuickestFirst?: boolean;
  /** of a run before */
  controls?: { get: (test: string) => Control | undefined; set: (test: string, control: Control) => void };
}

/**
 * What became of each mutant: tests are run without any first, to see that they pass and which mutants they come by.
 * @param testsOf files of tests, the nearest first
 * @returns by id
 */
export async function verdictsOf(
  mutants: readonly Numbered[],
  testsOf: (mutant: Numbered) => readonly string[],
  judging: Judging = {},
): Promise<Map<number, Verdict>> {
  const { workers = 1, limit = 30_000, say, tell, side = 'client', planted = mutants, controls } = judging;
  const { heap = HEAP } = judging;
  const { most = Infinity, time = Infinity, isQuickestFirst = false } = judging;
  const tests = [...new Set(mutants.flatMap(testsOf))].sort();
  const untried = tests.filter((test) => controls?.get(test) === undefined);
  const fresh = await runGroups(
    planted,
    untried.map((test) => [{ id: CONTROL, test, limit: 600_000 }]),
    {
      workers,
      side,
      heap,
      tell: ({ trial, state, error, ms = 0, hits = [] }) => {
        if (state === 'passed') controls?.set(trial.test, { ms, hits });
        else if (state !== 'skipped')
          say?.(`left out, it fails without a mutant: ${trial.test}: ${error ?? ''}`);
      },
    },
  );
  const known: Map<string, { ms: number; hits: ReadonlySet<number> }> = new Map();
  for (const test of tests) {
    const before = controls?.get(test);
    if (before) known.set(test, { ...before, hits: new Set(before.hits) });
  }
  for (const { trial, state, ms = 0, hits = [] } of fresh)
    if (state === 'passed') known.set(trial.test, { ms, hits: new Set(hits) });
  if (known.size * 2 < tests.length) throw new Error('Most tests fail without a mutant.');
  say?.(`${known.size} files of tests pass without a mutant`);

  const timeOf = (test: string) => known.get(test)?.ms ?? 0;
  const groups = mutants.map((mutant) => {
    const near = testsOf(mutant).filter((test) => known.get(test)?.hits.has(mutant.id));
    const chosen = isQuickestFirst ? near.sort((a, b) => timeOf(a) - timeOf(b)) : near;
    let spent = 0;
    return chosen
      .filter((test, index) => {
        spent += index === 0 ? 0 : timeOf(test);
        return spent <= time;
      })
      .slice(0, most)
      .map((test) => ({ id: mutant.id, test, limit: limit + 5 * timeOf(test) }))
      .flatMap((trial) => (isWalk(trial.test) ? [{ ...trial, areTours: true }, trial] : [trial]));
  });
  const verdicts: Map<number, Verdict> = new Map();
  const judge = (mutant: Numbered, verdict: Verdict) => {
    verdicts.set(mutant.id, verdict);
    tell?.(mutant, verdict);
  };
  for (const [index, mutant] of mutants.entries())
    if (groups[index]?.length === 0) judge(mutant, 'noCoverage');
  const byId = new Map(
    mutants.map((mutant, index) => [mutant.id, { mutant, left: groups[index]?.length ?? 0 }]),
  );
  await runGroups(planted, groups, {
    workers,
    side,
    heap,
    isNeeded: ({ id }) => !verdicts.has(id),
    tell: ({ trial, state, hasHung }) => {
      const one = byId.get(trial.id);
      if (!one || verdicts.has(trial.id)) return;
      one.left -= 1;
      if (state !== 'passed') judge(one.mutant, hasHung === true ? 'timeout' : 'killed');
      else if (one.left === 0) judge(one.mutant, 'survived');
    },
  });
  return verdicts;
}
