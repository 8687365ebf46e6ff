// What a file of the project reads when it is read, or later: found by its text, without running anything.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { ROOT } from './process.mjs';

/** @typedef {{ readonly atOnce: readonly string[], readonly later: readonly string[] }} Imports */

/** @type {Map<string, Imports>} */
const known = new Map();

/**
 * Files of the project that a file imports, by whether it does so at once or later (`import()`); types are not read.
 * @param {string} file relative to the project, as all names here
 * @returns {Imports}
 */
export function importsOf(file) {
  const before = known.get(file);
  if (before) return before;
  if (!/\.(tsx?|mjs)$/.test(file)) return { atOnce: [], later: [] };
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const { module } = parseSync(file, text);
  /** @param {readonly string[]} names */
  const filesOf = (names) =>
    [...new Set(names)]
      .filter((name) => name.startsWith('.'))
      .map((name) => path.posix.join(path.posix.dirname(file), name))
      .filter((one) => /\.(tsx?|mjs|css|json)$/.test(one) && existsSync(path.join(ROOT, one)));
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

/**
 * @param {string} file
 * @param {(file: string) => readonly string[]} [next]
 * @returns {Map<string, number>} each file that is reached, and over how many imports
 */
export function closureOf(file, next = (one) => importsOf(one).atOnce) {
  const distances = new Map([[file, 0]]);
  for (const [one, distance] of distances) {
    for (const other of next(one)) if (!distances.has(other)) distances.set(other, distance + 1);
  }
  return distances;
}
