// Results of earlier runs, in .tmp/: a long run may be interrupted and continued.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.ts';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './trials.ts';

const FOLDER = path.join(ROOT, '.tmp');

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The digest of some files, 16 digits. */
export function digestOf(files: readonly string[]) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(textOf(file));
  return hash.digest('hex').slice(0, 16);
}

const digests = new Map<string, string>();
/** The same for one file, computed once. */
function fileDigest(file: string) {
  const digest = digests.get(file) ?? digestOf([file]);
  digests.set(file, digest);
  return digest;
}

/** The key of a mutant, valid until its file changes. */
export const keyOf = ({
  file,
  start,
  end,
  replacement,
}: Pick<Mutant, 'file' | 'start' | 'end' | 'replacement'>) =>
  `${file} ${fileDigest(file)} ${start}-${end} ${replacement}`;

/**
 * A file of JSON lines in .tmp/; the last line of a key counts.
 * @param options `isFresh`: ignores what is there
 */
export function openCache<L extends readonly [string, ...unknown[]]>(
  name: string,
  { isFresh = false }: { isFresh?: boolean } = {},
) {
  const file = path.join(FOLDER, name);
  mkdirSync(FOLDER, { recursive: true });
  const lines = new Map<string, L>();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // An interrupted run may have left half a line.
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

/** Verdicts by key, with the digest of the tests. */
export type VerdictCache = ReturnType<typeof openCache<readonly [string, Verdict, string]>>;

/**
 * Whether a mutant has to be tried: a noticed one only after its file has changed, a survivor also after its
 * tests have.
 */
export function isUnknown(known: VerdictCache, key: string, tests: string) {
  const [, verdict, before] = known.get(key) ?? [];
  return verdict === 'killed' || verdict === 'timeout' ? false : before !== tests;
}
