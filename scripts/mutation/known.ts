// What runs before have found out, in .tmp/: a long run may be interrupted, and go on another day.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.ts';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './trials.ts';

const FOLDER = path.join(ROOT, '.tmp');

/** @param file relative to the project */
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** 16 digits for what some files hold. */
export function printOf(files: readonly string[]) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(textOf(file));
  return hash.digest('hex').slice(0, 16);
}

const prints: Map<string, string> = new Map();
/** The same for one file, which does not change in between. */
function filePrint(file: string) {
  const print = prints.get(file) ?? printOf([file]);
  prints.set(file, print);
  return print;
}

/** The name of a mutant in what is kept: it holds until its file changes. */
export const keyOf = ({
  file,
  start,
  end,
  replacement,
}: Pick<Mutant, 'file' | 'start' | 'end' | 'replacement'>) =>
  `${file} ${filePrint(file)} ${start}-${end} ${replacement}`;

/**
 * Lines of JSON in a file of .tmp/, the last one of a key counts.
 * @param name of the file
 * @param options `isFresh`: reads nothing of runs before
 */
export function kept<L extends readonly [string, ...unknown[]]>(
  name: string,
  { isFresh = false }: { isFresh?: boolean } = {},
) {
  const file = path.join(FOLDER, name);
  mkdirSync(FOLDER, { recursive: true });
  const lines: Map<string, L> = new Map();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last line of a run that was ended may be half of one.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  for (const line of isFresh ? [] : text.split('\n')) {
    if (!line.endsWith(']')) continue;
    const [key, ...rest] = JSON.parse(line);
    lines.set(key, [key, ...rest] as unknown as L);
  }
  return {
    get: (key: string) => lines.get(key),
    add(line: L) {
      lines.set(line[0], line);
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

/** Verdicts by the mutant's key, with the print of the tests that gave them. */
export type KeptVerdicts = ReturnType<typeof kept<readonly [string, Verdict, string]>>;

/**
 * Whether a mutant has to be tried: what was noticed stays noticed until its file changes; what was not is tried again
 * with every new test.
 */
export function isUnknown(known: KeptVerdicts, key: string, tests: string) {
  const [, verdict, before] = known.get(key) ?? [];
  return verdict === 'killed' || verdict === 'timeout' ? false : before !== tests;
}
