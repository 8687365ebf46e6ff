// Results of earlier runs in .tmp/, because a long run may be interrupted.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/process.ts';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './trials.ts';

const FOLDER = path.join(ROOT, '.tmp');

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

export function digestOf(files: readonly string[]) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(textOf(file));
  return hash.digest('hex').slice(0, 16);
}

const digests = new Map<string, string>();
function fileDigest(file: string) {
  const digest = digests.get(file) ?? digestOf([file]);
  digests.set(file, digest);
  return digest;
}

/** Valid until the file changes. */
export const keyOf = ({
  file,
  start,
  end,
  replacement,
}: Pick<Mutant, 'file' | 'start' | 'end' | 'replacement'>) =>
  `${file} ${fileDigest(file)} ${start}-${end} ${replacement}`;

/** JSON lines in .tmp/; the last line of a key counts. `isFresh` ignores what is there. */
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

/** By key, with the digest of the tests. */
export type VerdictCache = ReturnType<typeof openCache<readonly [string, Verdict, string]>>;

/** A noticed mutant is tried again after its file has changed, a survivor also after its tests have. */
export function isUnknown(known: VerdictCache, key: string, tests: string) {
  const [, verdict, before] = known.get(key) ?? [];
  return verdict === 'killed' || verdict === 'timeout' ? false : before !== tests;
}
