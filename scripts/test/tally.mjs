// The tally of the flake hunt, docs/flakes.md: a table of runs that a program reads and writes, and a list of tests that
// ever failed, whose causes people write.
import { tableText, textBetween, withText } from '../markdown.mjs';

/**
 * One whole run of all tests, or what of it was run so far.
 * @typedef {object} Run
 * @property {number} number
 * @property {string} date
 * @property {string} commit
 * @property {number} seed of the order of files
 * @property {Record<string, string>} steps what each came to: `1234 passed`, or `1233 passed, 1 failed`
 */

/**
 * A test that failed in a run.
 * @typedef {object} Failure
 * @property {number} run its number
 * @property {number} seed
 * @property {string} test
 * @property {string} words the first line of its message
 */

/** Parts of a run; each is continued where the one before it ended. */
export const PARTS = /** @type {const} */ (['logic', 'venue', 'built', 'e2e']);
const RUNS = '<!-- runs -->';
const FAILURES = '<!-- failures -->';
const END = '<!-- end -->';

/** @param {Run} run */
export const isWhole = (run) => PARTS.every((part) => run.steps[part] !== undefined);

/** @param {Run} run */
export const hasFailed = (run) => Object.values(run.steps).some((text) => text.includes('failed'));

/**
 * Whole runs without a failure, since the last one with a failure.
 * @param {readonly Run[]} runs in their order
 */
export function cleanSince(runs) {
  const last = runs.findLastIndex(hasFailed);
  return runs.slice(last + 1).filter(isWhole).length;
}

/** @param {string} text @param {string} mark @returns {string[][]} the cells of each row */
function rowsBelow(text, mark) {
  return textBetween(text, mark, END)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

/**
 * @param {string} text of docs/flakes.md
 * @returns {{ runs: Run[], failures: Failure[] }}
 */
export function readTally(text) {
  const runs = rowsBelow(text, RUNS).map(([number = '', date = '', commit = '', seed = '', ...cells]) => ({
    number: Number(number),
    date,
    commit,
    seed: Number(seed),
    steps: Object.fromEntries(
      PARTS.flatMap((part, index) => (cells[index] ? [[part, cells[index] ?? '']] : [])),
    ),
  }));
  const failures = rowsBelow(text, FAILURES).map(([run = '', seed = '', test = '', words = '']) => ({
    run: Number(run),
    seed: Number(seed),
    test,
    words,
  }));
  return { runs, failures };
}

/**
 * @param {string} text of docs/flakes.md
 * @param {readonly Run[]} runs
 * @param {readonly Failure[]} failures
 * @returns {string} the same with these tables
 */
export function withTally(text, runs, failures) {
  const rows = runs.map(({ number, date, commit, seed, steps }) => [
    String(number),
    date,
    commit,
    String(seed),
    ...PARTS.map((part) => steps[part] ?? ''),
  ]);
  const clean = `Whole runs without a failure since the last failure: ${cleanSince(runs)}.`;
  const runTable = tableText([['run', 'date', 'commit', 'seed', ...PARTS], ...rows]);
  const withRuns = withText(text, RUNS, END, `${clean}\n\n${runTable}`);
  // A bar ends a cell.
  const clear = (/** @type {string} */ cell) => cell.replaceAll('|', '¦').replaceAll('\n', ' ').trim();
  const failureTable = tableText([
    ['run', 'seed', 'test', 'what it said'],
    ...failures.map(({ run, seed, test, words }) => [String(run), String(seed), clear(test), clear(words)]),
  ]);
  return withText(withRuns, FAILURES, END, failureTable);
}
