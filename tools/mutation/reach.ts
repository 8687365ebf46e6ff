import { readdirSync } from 'node:fs';
import path from 'node:path';
import { closureOf } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/process.ts';

/** Files of TypeScript below a folder, relative to the project. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
}

const isTest = (file: string) =>
  /^tests\/models\/[^/]+\.model\.ts$/.test(file) ||
  (file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'));

/** The names that a file's tests may bear: its own, its feature's, and those of the feature's machines. */
function namesOf(source: string): string[] {
  const own = path.posix.basename(source).split('.')[0] ?? '';
  const [, feature] = /^src\/machines\/([^/]+)\//.exec(source) ?? [];
  const machines = (feature === undefined ? [] : sourcesBelow(`src/machines/${feature}`))
    .filter((file) => file.endsWith('.machine.ts'))
    .map((file) => path.posix.basename(file, '.machine.ts'));
  return [own, feature ?? own, ...machines].map((name) => name.toLowerCase());
}

/**
 * The tests that import a source, at most `most` of them. Best first: those named after the file, its feature or a
 * machine of it, those in a folder of that name, then by distance.
 */
export function nearestTests(source: string, most: number): string[] {
  const [own = '', ...others] = namesOf(source);
  const nearness = (test: string) => {
    const named = path.posix.basename(test).split('.')[0]?.toLowerCase() ?? '';
    if (named === own) return 300;
    if (others.includes(named)) return 200;
    return [own, ...others].some((name) => test.toLowerCase().includes(`/${name}/`)) ? 100 : 0;
  };
  return ['tests/unit', 'tests/models']
    .flatMap(sourcesBelow)
    .filter(isTest)
    .flatMap((test) => {
      const distance = closures(test).get(source);
      return distance === undefined ? [] : { test, rank: distance - nearness(test) };
    })
    .sort((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1))
    .slice(0, most)
    .map(({ test }) => test);
}

const known = new Map<string, Map<string, number>>();
function closures(test: string): Map<string, number> {
  const closure = known.get(test) ?? closureOf(test);
  known.set(test, closure);
  return closure;
}
