// A trial is one mutant with one test file, in a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, TYPESCRIPT } from '../../scripts/process.ts';
import type { Numbered } from './child.ts';
import type { Side } from './reach.ts';
import type { Trial } from './worker.ts';

export type Verdict = 'killed' | 'timeout' | 'survived' | 'noCoverage';
type Line = Partial<{
  begins: number;
  ended: number;
  test: string;
  hasHung: boolean;
  ms: number;
  hits: number[];
  done: number;
  state: string;
  error: string;
}>;
type End = Line & { trial: Trial };

const TEMPORARY = path.join(ROOT, '.tmp');
/** Milliseconds without a line after which a process hangs, on a busy machine. */
const SILENCE = 300_000;
/** Per process: what mutants leave behind slows later ones. */
const HEAP = 6;
export const CONTROL = -1;

function journalOf(folder: string): Line[] {
  const file = path.join(folder, 'journal.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

async function linesOf(mutants: readonly Numbered[], trials: readonly Trial[], side: Side): Promise<Line[]> {
  mkdirSync(TEMPORARY, { recursive: true });
  const folder = mkdtempSync(path.join(TEMPORARY, 'mutation-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ mutants, trials, side }));
  const child = spawn(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'tools/mutation/child.ts'), folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  });
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

/** Continues after a trial that hangs. */
async function runTrials(
  mutants: readonly Numbered[],
  trials: readonly Trial[],
  { onEnd, isNeeded = () => true, side = 'client', heap: size = HEAP }: Options,
): Promise<End[]> {
  const ends: End[] = [];
  for (let left = [...trials]; left.length > 0;) {
    const heap = left.slice(0, size);
    const lines = await linesOf(mutants, heap, side);
    let done = 0;
    for (const [index, trial] of heap.entries()) {
      const line = lines.find(({ done }) => done === index);
      const note = lines.find(({ ended, test }) => ended === trial.id && test === trial.test);
      /** A trial without a line ended the process, or hung. */
      const end: End = line ? { ...note, ...line, trial } : { trial, state: 'failed', hasHung: true };
      ends.push(end);
      onEnd?.(end);
      done += 1;
      if (!line) break;
    }
    left = left.slice(done).filter(isNeeded);
  }
  return ends;
}

interface Options {
  onEnd?: (end: End) => void;
  /** A noticed mutant is not tried again. */
  isNeeded?: (trial: Trial) => boolean;
  side?: Side;
  heap?: number;
}

/** @param groups trials of one mutant each */
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

/** Without a mutant: the time, and the ids of the mutants whose code it runs. */
export interface Control {
  ms: number;
  hits: readonly number[];
}

/** Of earlier batches. */
interface Controls {
  get: (test: string) => Control | undefined;
  set: (test: string, control: Control) => void;
  /** It failed, and is not tried again for every batch. */
  leaveOut: (test: string) => void;
  isLeftOut: (test: string) => boolean;
}

interface Judging {
  workers?: number;
  /** Milliseconds after which a mutant hangs, plus five times the time of its tests. */
  limit?: number;
  log?: (text: string) => void;
  onVerdict?: (mutant: Numbered, verdict: Verdict) => void;
  side?: Side;
  heap?: number;
  /** Also those with a verdict. */
  inserted?: readonly Numbered[];
  most?: number;
  /** After the first test file, milliseconds. */
  time?: number;
  /** Of the nearest, in which order they are tried. */
  isQuickestFirst?: boolean;
  controls?: Controls;
  /** Tests that run its code, for each mutant: where there are so many, no others are looked for. */
  enough?: number;
}

/**
 * All tests run without a mutant first: this shows whether they pass and which mutants' code they run.
 * @param testsOf the nearest first
 */
export async function verdictsOf(
  mutants: readonly Numbered[],
  testsOf: (mutant: Numbered) => readonly string[],
  judging: Judging = {},
): Promise<Map<number, Verdict>> {
  const {
    workers = 1,
    limit = 30_000,
    log,
    onVerdict,
    side = 'client',
    inserted = mutants,
    controls,
  } = judging;
  const { heap = HEAP } = judging;
  const { most = Infinity, time = Infinity, isQuickestFirst = false, enough = Infinity } = judging;
  const known = new Map<string, { ms: number; hits: ReadonlySet<number> }>();
  const broken = new Set<string>();
  const isLeftOut = (test: string) => broken.has(test) || controls?.isLeftOut(test) === true;
  const controlOf = (test: string) => {
    const before = controls?.get(test);
    if (before && !known.has(test)) known.set(test, { ...before, hits: new Set(before.hits) });
    return known.get(test);
  };
  /** Those that are to be run without a mutant: the nearest, and more while too few of them execute its code. */
  const unknownOf = (mutant: Numbered): string[] => {
    const near = testsOf(mutant).filter((test) => !isLeftOut(test));
    const isUnknown = (test: string) => controlOf(test) === undefined;
    const nearest = near.slice(0, enough).filter(isUnknown);
    const running = near.filter((test) => controlOf(test)?.hits.has(mutant.id));
    if (nearest.length > 0 || running.length >= enough) return nearest;
    return near.filter(isUnknown).slice(0, enough);
  };
  for (;;) {
    const unknown = [...new Set(mutants.flatMap(unknownOf))].sort();
    if (unknown.length === 0) break;
    await runGroups(
      inserted,
      unknown.map((test) => [{ id: CONTROL, test, limit: 600_000 }]),
      {
        workers,
        side,
        heap,
        onEnd: ({ trial: { test }, state, error, ms = 0, hits = [] }) => {
          if (state === 'passed') {
            known.set(test, { ms, hits: new Set(hits) });
            controls?.set(test, { ms, hits });
            return;
          }
          broken.add(test);
          controls?.leaveOut(test);
          if (state !== 'skipped') log?.(`left out, it fails without a mutant: ${test}: ${error ?? ''}`);
        },
      },
    );
    if (broken.size > known.size) throw new Error('Most tests fail without a mutant.');
  }
  log?.(`${known.size} files of tests pass without a mutant`);

  const timeOf = (test: string) => known.get(test)?.ms ?? 0;
  const groups = mutants.map((mutant) => {
    const near = testsOf(mutant).filter((test) => known.get(test)?.hits.has(mutant.id));
    let spent = 0;
    const chosen = near
      .filter((test, index) => {
        if (index === 0) return true;
        const isAffordable = spent + timeOf(test) <= time;
        if (isAffordable) spent += timeOf(test);
        return isAffordable;
      })
      .slice(0, most);
    if (isQuickestFirst) chosen.sort((a, b) => timeOf(a) - timeOf(b));
    return chosen.map((test) => ({ id: mutant.id, test, limit: limit + 5 * timeOf(test) }));
  });
  const verdicts = new Map<number, Verdict>();
  const judge = (mutant: Numbered, verdict: Verdict) => {
    verdicts.set(mutant.id, verdict);
    onVerdict?.(mutant, verdict);
  };
  for (const [index, mutant] of mutants.entries())
    if (groups[index]?.length === 0) judge(mutant, 'noCoverage');
  const byId = new Map(
    mutants.map((mutant, index) => [mutant.id, { mutant, left: groups[index]?.length ?? 0 }]),
  );
  await runGroups(inserted, groups, {
    workers,
    side,
    heap,
    isNeeded: ({ id }) => !verdicts.has(id),
    onEnd: ({ trial, state, hasHung }) => {
      const one = byId.get(trial.id);
      if (!one || verdicts.has(trial.id)) return;
      one.left -= 1;
      if (state !== 'passed') judge(one.mutant, hasHung === true ? 'timeout' : 'killed');
      else if (one.left === 0) judge(one.mutant, 'survived');
    },
  });
  return verdicts;
}
