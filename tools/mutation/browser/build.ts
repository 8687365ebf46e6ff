// Builds the client with all mutants of the samples, each behind its switch.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run, TYPESCRIPT } from '../../../scripts/process.ts';
import type { Numbered } from '../child.ts';
import { instrumented } from '../instrument.ts';
import { sourcesBelow } from '../reach.ts';

/** Inside the project, where packages are found. */
const PLACE = path.join(ROOT, '.tmp', 'mutants');
const STAMP = path.join(PLACE, 'stamp');
/** What a build needs (scripts/build.ts). */
const COPIED = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'src',
  'venue',
  'locales',
  'public',
  'scripts',
];

export const BUILT_WITH_MUTANTS = path.join(PLACE, 'dist');

/** @returns a digest of the sources. @throws Error with the output of a build that fails. */
export async function buildWith(mutants: readonly Numbered[], log: (text: string) => void): Promise<string> {
  const texts = [...sourcesBelow('src'), ...sourcesBelow('venue')].map((file) => {
    const own = mutants.filter((mutant) => mutant.file === file);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return [file, own.length > 0 ? instrumented(text, own) : text] as const;
  });
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return digest;
  log('the client is built with its mutants');
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(PLACE, name), { recursive: true });
  for (const [file, text] of texts) writeFileSync(path.join(PLACE, file), text);
  // React's compiler skips code with switches, and takes time.
  const env = { REACT_COMPILER: '0' };
  const { code, output } = await run(
    process.execPath,
    [...TYPESCRIPT, path.join(PLACE, 'scripts/build.ts')],
    {
      collect: true,
      env,
    },
  );
  if (code !== 0) throw new Error(`The client cannot be built with its mutants:\n${output}`);
  writeFileSync(STAMP, digest);
  return digest;
}
