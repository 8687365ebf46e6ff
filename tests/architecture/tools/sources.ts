import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../../..');

/** Relative to the project, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const FOREIGN = new Set([
  '.git',
  'node_modules',
  'dist',
  '.data',
  '.tmp',
  'coverage',
  'test-results',
  'playwright-report',
]);

export function filesBelow(folder = ''): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !FOREIGN.has(entry.name))
    .flatMap((entry) => {
      const at = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(at) : [at];
    });
}

export function readSource(file: string): Source {
  return { path: file, text: readFileSync(path.join(ROOT, file), 'utf8') };
}

export function scriptsBelow(...folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.endsWith('.d.ts'))
    .map(readSource);
}
