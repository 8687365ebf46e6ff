import { readdirSync } from 'node:fs';
import path from 'node:path';
import { closureOf, importsOf } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/process.ts';

/** More than any way of imports at once is long. */
const LATE = 50;

/** With what is imported while it runs, such as the pages of the router, farther than all else. */
function reachOf(test: string): Map<string, number> {
  const reach = closureOf(test);
  const all = closureOf(test, (file) => {
    const { atOnce, later } = importsOf(file);
    return [...atOnce, ...later];
  });
  for (const [file, distance] of all) if (!reach.has(file)) reach.set(file, distance + LATE);
  return reach;
}

/** Relative to the project. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** They compare a machine with itself, so they find only crashes. */
const SELF_JUDGED = /^tests\/(models\/(tools\/|.*\.long\.test)|unit\/app\/development\/(pinned|planted))/;
/** Path tests import all machines but check only their own. */
const WALK = /^tests\/models\/[^/]+\.model\.ts$/;
/** They start processes without mutants, and take longest. */
const OTHER_PROCESSES = /^tests\/venue\/(crash\.|databaseRestart\.|nodes\/kills\.|faults\/|simulation\/)/;
const TOOLS = /^tests\/unit\/scripts\/mutation/;

const DOCUMENTS = 'tests/unit/contract/documents.test.ts';

const isTest = (file: string) => file.endsWith('.test.ts') || WALK.test(file);

export type Side = 'client' | 'venue';

const testFilesOf = (side: Side) =>
  (side === 'venue'
    ? ['tests/venue', 'tests/unit'].flatMap(sourcesBelow)
    : ['tests/unit', 'tests/models'].flatMap(sourcesBelow)
  ).filter((file) => isTest(file) && ![OTHER_PROCESSES, TOOLS].some((one) => one.test(file)));

/** The names after which a file's tests may be named: its own, its feature's, and those of the feature's machines. */
function namesOf(source: string): string[] {
  const own = path.posix.basename(source).split('.')[0] ?? '';
  const [, feature] = /^src\/machines\/([^/]+)\//.exec(source) ?? [];
  if (feature === undefined) return [own.toLowerCase()];
  const machines = sourcesBelow(`src/machines/${feature}`).flatMap((file) => {
    const [, machine] = /\/(\w+)\.machine\.ts$/.exec(file) ?? [];
    return machine === undefined ? [] : [machine];
  });
  return [own, feature, ...machines].map((name) => name.toLowerCase());
}

/**
 * Best first: tests named after the file, its feature or a machine of it, those in a folder of that name, then by
 * distance. At most `most`, so that a file that everything imports does not take an hour.
 */
export function testsByDistance(
  sources: readonly string[],
  most: number,
  side: Side = 'client',
): Map<string, string[]> {
  const reaches = testFilesOf(side).map((test) => [test, reachOf(test)] as const);
  return new Map(
    sources.map((source) => {
      const isOfMachine = /^src\/(?:machines|domain)\//.test(source);
      const [own = '', ...others] = namesOf(source);
      const nearness = (test: string) => {
        if (test === DOCUMENTS) return source.startsWith('src/services/contract/') ? 200 : -200;
        const named = path.posix.basename(test).split('.')[0]?.toLowerCase() ?? '';
        if (named === own) return 300;
        if (others.includes(named)) return 200;
        if ([own, ...others].some((name) => test.toLowerCase().includes(`/${name}/`))) return 100;
        const folder = path.posix.basename(path.posix.dirname(test));
        return !isOfMachine && source.includes(`/${folder}/`) ? 50 : 0;
      };
      const near = reaches
        .filter(([test]) => !SELF_JUDGED.test(test))
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
