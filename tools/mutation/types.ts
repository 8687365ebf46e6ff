// Which mutants the compiler refuses. Stryker's type checker leaves them out, too: nobody can make that mistake unseen.
// One run checks all: each mutant is a copy of its file that nothing imports, so no error belongs to another mutant.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runTool } from '../../scripts/process.ts';
import { keyOf, openCache } from './cache.ts';
import type { Numbered } from './child.ts';
import type { Mutant } from './mutants.ts';

const PLACE = path.join(ROOT, '.tmp', 'mutation-types');
/** Compilers that find much wrong take long to say so. */
const LIMIT = 1200;

const OPTIONS = {
  extends: path.join(ROOT, 'tsconfig.json'),
  compilerOptions: {
    // A copy finds what its file imports by the same relative path.
    rootDirs: [ROOT, PLACE],
    // As in Stryker: what is unused or never reached is a matter of style.
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowUnreachableCode: true,
    pretty: false,
  },
  // The types of the texts and of the build's names are found by no import.
  files: ['src/app/i18n.types.ts', 'tools/inspector/tools.ts'].map((file) => path.join(ROOT, file)),
  include: ['src', 'venue'],
};

/** The text of a file with one mutant in it. */
export function mutated(text: string, { start, end, kind, replacement }: Mutant) {
  const by = kind === 'expression' ? `(${replacement})` : replacement;
  return text.slice(0, start) + by + text.slice(end);
}

const copyOf = (file: string, name: string) => file.replace(/(\.tsx?)$/, `.${name}$1`);

/** @returns the ids of those that do not compile */
export async function compile(mutants: readonly Numbered[]): Promise<Set<number>> {
  rmSync(PLACE, { recursive: true, force: true });
  const write = (file: string, text: string) => {
    const place = path.join(PLACE, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    write(copyOf(file, 'unchanged'), text);
    for (const mutant of mutants)
      if (mutant.file === file) write(copyOf(file, `mutant${mutant.id}`), mutated(text, mutant));
  }
  write('tsconfig.json', JSON.stringify(OPTIONS));
  const { output } = await runTool('tsc', ['-p', PLACE], { collect: true, limit: LIMIT });
  rmSync(PLACE, { recursive: true, force: true });
  const wrong = [...output.matchAll(/^\S*?((?:src|venue)\/\S+?)\(\d+,\d+\): error /gm)].map(
    ([, file = '']) => file,
  );
  const unchanged = wrong.find((file) => !/\.mutant\d+\.tsx?$/.test(file));
  if (unchanged !== undefined || (wrong.length === 0 && output.trim() !== ''))
    throw new Error(`The types cannot be checked:\n${output.slice(0, 2000)}`);
  return new Set(wrong.map((file) => Number(/\.mutant(\d+)\.tsx?$/.exec(file)?.[1])));
}

/** `__q` is there in files with switches only. */
const isSource = ({ replacement }: Mutant) => !replacement.includes('__q.');

/** Answers of earlier runs are valid until the file changes. */
export async function refusedOf(mutants: readonly Numbered[]): Promise<Set<number>> {
  const known = openCache<readonly [string, boolean]>('mutation-types.jsonl');
  const unknown = mutants.filter((mutant) => isSource(mutant) && known.get(keyOf(mutant)) === undefined);
  const wrong = unknown.length === 0 ? new Set() : await compile(unknown);
  for (const mutant of unknown) known.add([keyOf(mutant), wrong.has(mutant.id)]);
  return new Set(mutants.flatMap((mutant) => (known.get(keyOf(mutant))?.[1] === true ? mutant.id : [])));
}
