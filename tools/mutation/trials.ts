import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, TYPESCRIPT } from '../../scripts/process.ts';
import type { Mutant } from './mutants.ts';
import type { Note, Trial } from './worker.ts';

export type Verdict = 'killed' | 'timeout' | 'survived' | 'noCoverage';
type Line = Partial<Note & { begins: number; done: number; state: string }>;
interface End extends Line {
  trial: Trial;
}

const TEMPORARY = path.join(ROOT, '.tmp');
/** Seconds without a line in the journal after which a process counts as hung. */
const MAX_SILENCE_MS = 120_000;
/** Trials per process: leftovers of mutants slow down later ones. */
const MAX_TRIALS = 6;
const CONTROL = -1;

function readJournal(folder: string): Line[] {
  const file = path.join(folder, 'journal.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
}

/** @throws Error when no trial could start */
async function runChild(mutants: readonly Mutant[], trials: readonly Trial[]): Promise<Line[]> {
  mkdirSync(TEMPORARY, { recursive: true });
  const folder = mkdtempSync(path.join(TEMPORARY, 'mutation-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ mutants, trials }));
  const child = spawn(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'tools/mutation/child.ts'), folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-2000)));
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.on('exit', end);
  let seen = 0;
  let since = performance.now();
  const watch = setInterval(() => {
    const { length } = readJournal(folder);
    if (length !== seen) since = performance.now();
    seen = length;
    if (performance.now() - since > MAX_SILENCE_MS) end();
  }, 2000);
  await once(child, 'close');
  process.off('exit', end);
  clearInterval(watch);
  const lines = readJournal(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ begins }) => begins !== undefined))
    throw new Error(`No test could be started:\n${complaint}`);
  return lines;
}

/** A trial without a line ended its process, or hung; those after it run in the next process. */
async function runTrials(mutants: readonly Mutant[], trials: readonly Trial[]): Promise<End[]> {
  const ends: End[] = [];
  while (ends.length < trials.length) {
    const batch = trials.slice(ends.length, ends.length + MAX_TRIALS);
    const lines = await runChild(mutants, batch);
    for (const [index, trial] of batch.entries()) {
      const line = lines.find(({ done }) => done === index);
      const note = lines.find(({ ended, test }) => ended === trial.id && test === trial.test);
      ends.push(line ? { ...note, ...line, trial } : { trial, hasHung: true });
      if (!line) break;
    }
  }
  return ends;
}

interface Judging {
  workers?: number;
  /** Milliseconds after which a mutant hangs, plus five times the time of its tests. */
  limit?: number;
}

/**
 * Runs the tests without a mutant first, which shows whether they pass and which code they run; then each mutant with
 * one file after the other, until one notices it.
 * @param tests the nearest first
 */
export async function verdictsOf(
  mutants: readonly Mutant[],
  tests: readonly string[],
  { workers = 1, limit = 30_000 }: Judging = {},
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>();
  const controls = await runTrials(
    mutants,
    tests.map((test) => ({ id: CONTROL, test, limit: 600_000 })),
  );
  for (const { trial, state, ms = 0, hits = [] } of controls) {
    if (state !== 'passed') {
      console.log(`left out, it fails without a mutant: ${trial.test}`);
      continue;
    }
    const trials = mutants
      .filter(({ id }) => hits.includes(id) && (verdicts.get(id) ?? 'survived') === 'survived')
      .map(({ id }) => ({ id, test: trial.test, limit: limit + 5 * ms }));
    const shares = Array.from({ length: workers }, (_, worker) =>
      runTrials(
        mutants,
        trials.filter((_trial, index) => index % workers === worker),
      ),
    );
    for (const end of (await Promise.all(shares)).flat())
      verdicts.set(
        end.trial.id,
        end.state === 'passed' ? 'survived' : end.hasHung === true ? 'timeout' : 'killed',
      );
  }
  for (const { id } of mutants) if (!verdicts.has(id)) verdicts.set(id, 'noCoverage');
  return verdicts;
}
