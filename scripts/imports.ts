// Finds a file's imports from its text, without running it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './process.ts';

interface Imports {
  readonly atOnce: readonly string[];
  readonly later: readonly string[];
}

const known = new Map<string, Imports>();

/** Directly or by `import()`; types do not count. @param file relative to the project. */
export function importsOf(file: string): Imports {
  const before = known.get(file);
  if (before) return before;
  if (!/\.tsx?$/.test(file)) return { atOnce: [], later: [] };
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const { module } = parseSync(file, text);
  const filesOf = (names: readonly string[]) =>
    [...new Set(names)]
      .filter((name) => name.startsWith('.'))
      .map((name) => path.posix.join(path.posix.dirname(file), name))
      .filter((one) => /\.(tsx?|css|json)$/.test(one) && existsSync(path.join(ROOT, one)));
  const found = {
    atOnce: filesOf([
      ...module.staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ isType, moduleRequest }) =>
          !isType && moduleRequest ? [moduleRequest.value] : [],
        ),
      ),
    ]),
    later: filesOf(
      module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    ),
  };
  known.set(file, found);
  return found;
}

/** Each file with the number of imports in between. */
export function closureOf(
  file: string,
  next: (file: string) => readonly string[] = (one) => importsOf(one).atOnce,
): Map<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [one, distance] of distances) {
    for (const other of next(one)) if (!distances.has(other)) distances.set(other, distance + 1);
  }
  return distances;
}
