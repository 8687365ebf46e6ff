// Runs trials (one mutant, one file of tests) in processes of their own, and gives the verdicts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.mjs';

/** @typedef {import('./child.mjs').Numbered} Numbered */
/** @typedef {import('./worker.mjs').Trial} Trial */
/** @typedef {'killed' | 'timeout' | 'survived' | 'noCoverage'} Verdict */
/** @typedef {Partial<{ begins: number, ended: number, test: string, areTours: boolean, hasHung: boolean, ms: number, hits: number[], done: number, state: string, error: string }>} Line */
/** @typedef {Line & { trial: Trial }} End */

const TEMPORARY = path.join(ROOT, '.tmp');
/** A process that says nothing for so long hangs where no switch is: in milliseconds, for a busy machine. */
const SILENCE = 300_000;
/** Trials of one process: what mutants leave behind piles up, and slows down those that follow. */
const HEAP = 6;
/** The id of the control, which is no mutant. */
export const CONTROL = -1;

/** Whether a file of tests walks a chart: `tests/paths/<chart>/<chart>.test.ts`. @param {string} test */
const isWalk = (test) => /(?:^|\/)([^/]+)\/\1\.(?:test|trial)\.ts$/.test(test);

/**
 * @param {string} folder
 * @returns {Line[]}
 */
function journalOf(folder) {
  const file = path.join(folder, 'journal.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/**
 * One process with a heap of trials, until it ends or says nothing any more.
 * @param {readonly Numbered[]} mutants
 * @param {readonly Trial[]} trials
 * @returns {Promise<Line[]>}
 */
async function linesOf(mutants, trials) {
  mkdirSync(TEMPORARY, { recursive: true });
  const folder = mkdtempSync(path.join(TEMPORARY, 'mutation-'));
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify({ mutants, trials }));
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/mutation/child.mjs'), folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let complaint = '';
  child.stderr?.on(
    'data',
    (/** @type {Buffer} */ text) => (complaint = (complaint + text.toString()).slice(-2000)),
  );
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
  process.on('exit', end);
  await once(child, 'close');
  process.off('exit', end);
  clearInterval(watch);
  const lines = journalOf(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!lines.some(({ begins }) => begins !== undefined))
    throw new Error(`No test could be started:\n${complaint}`);
  return lines;
}

/**
 * Runs trials one after the other, and goes on behind the one that hangs.
 * @param {readonly Numbered[]} mutants
 * @param {readonly Trial[]} trials
 * @param {(end: End) => void} [tell]
 * @returns {Promise<End[]>}
 */
async function runTrials(mutants, trials, tell) {
  /** @type {End[]} */
  const ends = [];
  for (let at = 0; at < trials.length;) {
    const heap = trials.slice(at, at + HEAP);
    const lines = await linesOf(mutants, heap);
    for (const [index, trial] of heap.entries()) {
      const line = lines.find(({ done }) => done === index);
      const note = lines.find(
        ({ ended, test, areTours }) =>
          ended === trial.id && test === trial.test && areTours === (trial.areTours ?? false),
      );
      /** Without a line it was this one that ended the process, or that the process was ended for. @type {End} */
      const end = line ? { ...note, ...line, trial } : { trial, state: 'failed', hasHung: true };
      ends.push(end);
      tell?.(end);
      at += 1;
      if (!line) break;
    }
  }
  return ends;
}

/**
 * The same, by some processes at once.
 * @param {readonly Numbered[]} mutants
 * @param {readonly (readonly Trial[])[]} groups trials that belong together: a mutant that died is not tried again
 * @param {{ workers?: number, tell?: (end: End) => void }} [options]
 * @returns {Promise<End[]>}
 */
export async function runGroups(mutants, groups, { workers = 1, tell } = {}) {
  const lists = Array.from({ length: workers }, (_, worker) =>
    groups.filter((_group, index) => index % workers === worker).flat(),
  );
  return (await Promise.all(lists.map((trials) => runTrials(mutants, trials, tell)))).flat();
}

/**
 * What became of each mutant: tests are run without any first, to see that they pass and which mutants they come by.
 * @param {readonly Numbered[]} mutants
 * @param {(mutant: Numbered) => readonly string[]} testsOf files of tests, the nearest first
 * @param {{ workers?: number, limit?: number, say?: (text: string) => void, tell?: (mutant: Numbered, verdict: Verdict) => void }} [options]
 *   `limit`: milliseconds after which a mutant hangs, besides five times what its tests take
 * @returns {Promise<Map<number, Verdict>>} by id
 */
export async function verdictsOf(mutants, testsOf, { workers = 1, limit = 30_000, say, tell } = {}) {
  const tests = [...new Set(mutants.flatMap(testsOf))].sort();
  const controls = await runGroups(
    mutants,
    tests.map((test) => [{ id: CONTROL, test, limit: 600_000 }]),
    { workers },
  );
  const sound = controls.filter(({ state }) => state === 'passed');
  for (const { trial, state, error } of controls)
    if (state !== 'passed') say?.(`left out, it fails without a mutant: ${trial.test}: ${error ?? ''}`);
  if (sound.length * 2 < tests.length) throw new Error('Most tests fail without a mutant.');
  const known = new Map(
    sound.map(({ trial, ms = 0, hits = [] }) => [trial.test, { ms, hits: new Set(hits) }]),
  );
  say?.(`${sound.length} files of tests pass without a mutant`);

  const groups = mutants.map((mutant) =>
    testsOf(mutant)
      .filter((test) => known.get(test)?.hits.has(mutant.id))
      .map((test) => ({ id: mutant.id, test, limit: limit + 5 * (known.get(test)?.ms ?? 0) }))
      .flatMap((trial) => (isWalk(trial.test) ? [{ ...trial, areTours: true }, trial] : [trial])),
  );
  /** @type {Map<number, Verdict>} */
  const verdicts = new Map();
  /** @param {Numbered} mutant @param {Verdict} verdict */
  const judge = (mutant, verdict) => {
    verdicts.set(mutant.id, verdict);
    tell?.(mutant, verdict);
  };
  for (const [index, mutant] of mutants.entries())
    if (groups[index]?.length === 0) judge(mutant, 'noCoverage');
  const byId = new Map(
    mutants.map((mutant, index) => [mutant.id, { mutant, left: groups[index]?.length ?? 0 }]),
  );
  await runGroups(mutants, groups, {
    workers,
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
