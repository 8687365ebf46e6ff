// Finds the test files that import a source, directly or not, the nearest first.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { closureOf } from '../imports.ts';
import { ROOT } from '../process.ts';

/** TypeScript files below a folder, relative to the project. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** These compare a machine with itself: they find only crashes, and take as long as all others. */
const SELF_JUDGED = /^tests\/paths\/(random|replay|tools)\//;
/** These compare recordings and replays with fixed ones. */
const REPLAYED = /^tests\/paths\/replay\/(pinned|planted)\./;
/** Path tests: they import the code that draws and records machines, but check only their machine. */
const WALK = /^tests\/paths\/([^/]+)\/\1\.test\.ts$/;
/** These start other processes, which have no mutants, and take longest. */
const OTHER_PROCESSES = /^tests\/venue\/(crash\.|databaseRestart\.|nodes\/kills\.|faults\/|simulation\/)/;
/** These test the mutation tools with mutants of their own. */
const TOOLS = /^tests\/unit\/scripts\/mutation/;

/** Checks the texts of the contract. */
const DOCUMENTS = 'tests/architecture/documents.test.ts';

export type Side = 'client' | 'venue';

/** The test files of each side. */
const testFilesOf = (side: Side) =>
  (side === 'venue'
    ? sourcesBelow('tests/venue')
    : [...['tests/unit', 'tests/paths'].flatMap(sourcesBelow), DOCUMENTS]
  ).filter((file) => file.endsWith('.test.ts') && ![OTHER_PROCESSES, TOOLS].some((one) => one.test(file)));

/**
 * The test files of each source, best first: those named after its machine, those in the machine's folder,
 * then those with the fewest imports in between. Outside of machines and domain the file's own name and
 * folder count. At most `most`, so that a file that everything imports does not take an hour.
 */
export function testsByDistance(
  sources: readonly string[],
  most: number,
  side: Side = 'client',
): Map<string, string[]> {
  const reaches = testFilesOf(side).map((test) => [test, closureOf(test)] as const);
  return new Map(
    sources.map((source) => {
      const isOfMachine = /^src\/(?:machines|domain)\//.test(source);
      const machine = isOfMachine ? (source.split('/')[2] ?? '') : source;
      const name = path.posix
        .basename(machine)
        .replace(/\.tsx?$/, '')
        .toLowerCase();
      /** More than any number of imports. */
      const nearness = (test: string) => {
        if (test === DOCUMENTS) return source.startsWith('src/services/contract/') ? 200 : -200;
        if (path.posix.basename(test).toLowerCase().startsWith(`${name}.`)) return 200;
        if (test.toLowerCase().includes(`/${name}/`)) return 100;
        const folder = path.posix.basename(path.posix.dirname(test));
        return !isOfMachine && source.includes(`/${folder}/`) ? 50 : 0;
      };
      const isDevelopment = source.startsWith('src/app/development/');
      const near = reaches
        .filter(([test]) => !SELF_JUDGED.test(test) || (isDevelopment && REPLAYED.test(test)))
        .filter(([test]) => isOfMachine || !WALK.test(test))
        .flatMap(([test, closure]) => {
          const distance = closure.get(source);
          return distance === undefined ? [] : [{ test, rank: distance - nearness(test) }];
        })
        .sort((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1))
        .slice(0, most)
        .map(({ test }) => test);
      return [source, near];
    }),
  );
}
