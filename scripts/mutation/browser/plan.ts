// What the processes of one run in the browser tell each other, by files of a folder that the environment names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The id under which no mutant is on, and what is come by is noted. */
export const CONTROL = -1;

/** A test by its file, relative to the project, and its titles from the outermost group inwards. */
export interface TestName {
  file: string;
  titles: readonly string[];
}
/** One mutant and the tests that it is tried with; without `tests` it is all of the files. `isCheck`: of the tests only those that failed for a mutant. */
export interface BrowserTrial {
  id: number;
  files: readonly string[];
  tests?: readonly TestName[];
  isCheck?: boolean;
}
export interface BrowserPlan {
  trials: readonly BrowserTrial[];
}
/** A line of the journal: what a test came by, or how it ended. */
export interface BrowserLine {
  id: number;
  test: string;
  hits?: readonly number[];
  status?: string;
  ms?: number;
  error?: string;
}

/** The environment variable that names the folder. */
export const PLAN = 'MUTATION_BROWSER_PLAN';

const journalIn = (folder: string) => path.join(folder, 'journal.jsonl');

export const readPlan = (): BrowserPlan =>
  JSON.parse(readFileSync(path.join(process.env[PLAN] ?? '', 'plan.json'), 'utf8'));

export const note = (line: BrowserLine) =>
  appendFileSync(journalIn(process.env[PLAN] ?? ''), `${JSON.stringify(line)}\n`);

export function linesIn(folder: string = process.env[PLAN] ?? ''): BrowserLine[] {
  const file = journalIn(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** The name of a test as the journal has it. */
export const testKey = ({ file, titles }: TestName) => [file, ...titles].join(' › ');

/** The name of a Playwright project. */
export const projectOf = (id: number) => `mutant ${id}`;
export const idOf = (project: string) => Number(project.replace('mutant ', ''));
