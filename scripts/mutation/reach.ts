// Which files of tests reach a source, the nearest first: found by the imports, without running anything.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { closureOf } from '../imports.ts';
import { ROOT } from '../process.ts';

/** Scripts below a folder, relative to the project. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

/** These judge a chart by the chart itself: they find crashes, and cost as much as all the others. */
const SELF_JUDGED = /^tests\/paths\/(random|replay|tools)\//;
/** But these judge what records and replays, by records that were written down. */
const REPLAYED = /^tests\/paths\/replay\/(pinned|planted)\./;
/** The walks of a chart: they reach much of what draws and records charts, and judge nothing but their chart. */
const WALK = /^tests\/paths\/([^/]+)\/\1\.test\.ts$/;
/** These start programs of their own, where no mutant is, and take the longest. */
const OTHER_PROCESSES = /^tests\/venue\/(crash\.|databaseRestart\.|nodes\/kills\.|faults\/|simulation\/)/;
/** These judge the tools of the project, and mutants of their own. */
const TOOLS = /^tests\/unit\/scripts\/mutation/;

/** The words of the contract are judged by the documents that are made of them. */
const DOCUMENTS = 'tests/architecture/documents.test.ts';

export type Side = 'client' | 'venue';

/** What judges each side. */
const testFilesOf = (side: Side) =>
  (side === 'venue'
    ? sourcesBelow('tests/venue')
    : [...['tests/unit', 'tests/paths'].flatMap(sourcesBelow), DOCUMENTS]
  ).filter((file) => file.endsWith('.test.ts') && ![OTHER_PROCESSES, TOOLS].some((one) => one.test(file)));

/**
 * The tests that reach each source: those named after its chart first, then those in the chart's folder, then those with
 * the fewest imports in between. Outside of charts and domain the file's own name and folder count instead. Not more than
 * `most`, so that a survivor of a file that everything uses does not cost an hour; who would be noticed only farther away
 * counts as alive.
 */
export function testsByDistance(
  sources: readonly string[],
  most: number,
  side: Side = 'client',
): Map<string, string[]> {
  const reaches = testFilesOf(side).map((test) => [test, closureOf(test)] as const);
  return new Map(
    sources.map((source) => {
      const isOfChart = /^src\/(?:machines|domain)\//.test(source);
      const chart = isOfChart ? (source.split('/')[2] ?? '') : source;
      const name = path.posix
        .basename(chart)
        .replace(/\.tsx?$/, '')
        .toLowerCase();
      /** Each more than any number of imports. */
      const nearness = (test: string) => {
        if (test === DOCUMENTS) return source.startsWith('src/services/contract/') ? 200 : -200;
        if (path.posix.basename(test).toLowerCase().startsWith(`${name}.`)) return 200;
        if (test.toLowerCase().includes(`/${name}/`)) return 100;
        const folder = path.posix.basename(path.posix.dirname(test));
        return !isOfChart && source.includes(`/${folder}/`) ? 50 : 0;
      };
      const isDevelopment = source.startsWith('src/app/development/');
      const near = reaches
        .filter(([test]) => !SELF_JUDGED.test(test) || (isDevelopment && REPLAYED.test(test)))
        .filter(([test]) => isOfChart || !WALK.test(test))
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
