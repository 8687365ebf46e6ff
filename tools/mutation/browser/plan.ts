// The processes of a run exchange data by files in a folder that an environment variable names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const CONTROL = -1;

/** Titles are outermost first. */
export interface TestName {
  file: string;
  titles: readonly string[];
}
/** Without `tests`, all tests of the files. `isCheck`: only tests that failed for a mutant. */
export interface BrowserTrial {
  id: number;
  files: readonly string[];
  tests?: readonly TestName[];
  isCheck?: boolean;
}
interface BrowserPlan {
  trials: readonly BrowserTrial[];
}
/** A line of the journal. */
export interface BrowserLine {
  id: number;
  test: string;
  hits?: readonly number[];
  status?: string;
  ms?: number;
  error?: string;
}

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

export const testKey = ({ file, titles }: TestName) => [file, ...titles].join(' › ');

export const projectOf = (id: number) => `mutant ${id}`;
export const idOf = (project: string) => Number(project.replace('mutant ', ''));
