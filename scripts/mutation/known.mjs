// What runs before have found out, in .tmp/: a long run may be interrupted, and go on another day.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {import('./trials.mjs').Verdict} Verdict */

const FOLDER = path.join(ROOT, '.tmp');

/** @param {string} file relative to the project */
const textOf = (file) => readFileSync(path.join(ROOT, file), 'utf8');

/**
 * 16 digits for what some files hold.
 * @param {readonly string[]} files
 */
export function printOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(textOf(file));
  return hash.digest('hex').slice(0, 16);
}

/** @type {Map<string, string>} */
const prints = new Map();
/** The same for one file, which does not change in between. @param {string} file */
function filePrint(file) {
  const print = prints.get(file) ?? printOf([file]);
  prints.set(file, print);
  return print;
}

/**
 * The name of a mutant in what is kept: it holds until its file changes.
 * @param {Pick<Mutant, 'file' | 'start' | 'end' | 'replacement'>} mutant
 */
export const keyOf = ({ file, start, end, replacement }) =>
  `${file} ${filePrint(file)} ${start}-${end} ${replacement}`;

/**
 * Lines of JSON in a file of .tmp/, the last one of a key counts.
 * @template {readonly [string, ...unknown[]]} L
 * @param {string} name of the file
 * @param {{ isFresh?: boolean }} [options] `isFresh`: reads nothing of runs before
 */
export function kept(name, { isFresh = false } = {}) {
  const file = path.join(FOLDER, name);
  mkdirSync(FOLDER, { recursive: true });
  /** @type {Map<string, L>} */
  const lines = new Map();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last line of a run that was ended may be half of one.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  for (const line of isFresh ? [] : text.split('\n')) {
    if (!line.endsWith(']')) continue;
    const [key, ...rest] = JSON.parse(line);
    lines.set(key, /** @type {L} */ (/** @type {unknown} */ ([key, ...rest])));
  }
  return {
    /** @param {string} key */
    get: (key) => lines.get(key),
    /** @param {L} line */
    add(line) {
      lines.set(line[0], line);
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

/** Verdicts by the mutant's key, with the print of the tests that gave them. @typedef {ReturnType<typeof kept<readonly [string, Verdict, string]>>} KeptVerdicts */

/**
 * Whether a mutant has to be tried: what was noticed stays noticed until its file changes; what was not is tried again
 * with every new test.
 * @param {KeptVerdicts} known
 * @param {string} key
 * @param {string} tests
 */
export function isUnknown(known, key, tests) {
  const [, verdict, before] = known.get(key) ?? [];
  return verdict === 'killed' || verdict === 'timeout' ? false : before !== tests;
}
