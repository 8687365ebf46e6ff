// The record docs/flakes.md: a table of runs, and tests that ever failed, whose causes people write.
import { tableText, textBetween, withText } from '../markdown.ts';

export interface Run {
  number: number;
  date: string;
  commit: string;
  /** Of the order of the files. */
  seed: number;
  /** By part: `1234 passed`, or `1233 passed, 1 failed`. */
  steps: Record<string, string>;
}

interface Failure {
  run: number;
  seed: number;
  test: string;
  /** The first line of its message. */
  words: string;
}

/** In this order. */
export const PARTS = ['logic', 'venue', 'built', 'e2e'] as const;
const RUNS = '<!-- runs -->';
const FAILURES = '<!-- failures -->';
const END = '<!-- end -->';

export const isWhole = (run: Run) => PARTS.every((part) => run.steps[part] !== undefined);

export const hasFailed = (run: Run) => Object.values(run.steps).some((text) => text.includes('failed'));

/** Whole runs since the last failure. */
export function cleanSince(runs: readonly Run[]) {
  const last = runs.findLastIndex(hasFailed);
  return runs.slice(last + 1).filter(isWhole).length;
}

function rowsBelow(text: string, mark: string): string[][] {
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

/** @param text of docs/flakes.md */
export function readTally(text: string): { runs: Run[]; failures: Failure[] } {
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

export function withTally(text: string, runs: readonly Run[], failures: readonly Failure[]): string {
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
  // A bar would end the cell.
  const clear = (cell: string) => cell.replaceAll('|', '¦').replaceAll('\n', ' ').trim();
  const failureTable = tableText([
    ['run', 'seed', 'test', 'what it said'],
    ...failures.map(({ run, seed, test, words }) => [String(run), String(seed), clear(test), clear(words)]),
  ]);
  return withText(withRuns, FAILURES, END, failureTable);
}
