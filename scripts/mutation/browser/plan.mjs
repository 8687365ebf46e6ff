// What the processes of one run in the browser tell each other, by files of a folder that the environment names.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The id under which no mutant is on, and what is come by is noted. */
export const CONTROL = -1;

/**
 * A test by its file, relative to the project, and its titles from the outermost group inwards.
 * @typedef {{ file: string, titles: readonly string[] }} TestName
 */
/** One mutant and the tests that it is tried with; without `tests` it is all of the files. `isCheck`: of the tests only those that failed for a mutant. @typedef {{ id: number, files: readonly string[], tests?: readonly TestName[], isCheck?: boolean }} BrowserTrial */
/** @typedef {{ trials: readonly BrowserTrial[] }} BrowserPlan */
/**
 * A line of the journal: what a test came by, or how it ended.
 * @typedef {{ id: number, test: string, hits?: readonly number[], status?: string, ms?: number, error?: string }} BrowserLine
 */

/** The environment variable that names the folder. */
export const PLAN = 'MUTATION_BROWSER_PLAN';

/** @param {string} folder */
const journalIn = (folder) => path.join(folder, 'journal.jsonl');

/** @returns {BrowserPlan} */
export const readPlan = () =>
  JSON.parse(readFileSync(path.join(process.env[PLAN] ?? '', 'plan.json'), 'utf8'));

/** @param {BrowserLine} line */
export const note = (line) => appendFileSync(journalIn(process.env[PLAN] ?? ''), `${JSON.stringify(line)}\n`);

/** @param {string} [folder] @returns {BrowserLine[]} */
export function linesIn(folder = process.env[PLAN] ?? '') {
  const file = journalIn(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));
}

/** The name of a test as the journal has it. @param {TestName} test */
export const testKey = ({ file, titles }) => [file, ...titles].join(' › ');

/** The name of a Playwright project. @param {number} id */
export const projectOf = (id) => `mutant ${id}`;
/** @param {string} project */
export const idOf = (project) => Number(project.replace('mutant ', ''));
