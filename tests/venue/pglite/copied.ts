import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// By its file, because the name stands for this module (vitest.config.ts).
import { PGlite as Real } from '../../../node_modules/@electric-sql/pglite/dist/index.js';
import { SHAPE, TEMPLATES, type Shape } from './shape.ts';

const folder = process.env[TEMPLATES] ?? '';
const parts = new URL('../../../node_modules/@electric-sql/pglite/dist/', import.meta.url);
const compiled = (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(new URL(name, parts)));

/** Shared by all databases of this process: it is read and compiled once. */
const program = {
  pgliteWasmModule: await compiled('pglite.wasm'),
  initdbWasmModule: await compiled('initdb.wasm'),
  fsBundle: new Blob([readFileSync(new URL('pglite.data', parts))]),
};

const read = new Map<Shape, Blob>();

function templateOf(shape: Shape): Blob {
  const template = read.get(shape) ?? new Blob([readFileSync(join(folder, `${shape}.tar`))]);
  read.set(shape, template);
  return template;
}

/**
 * Stands in for PGlite in the venue's tests. A new database is a copy of one that `template.ts` made, which takes a
 * fifth of the time. An existing one is opened as usual.
 */
export class PGlite extends Real {
  constructor(dataDir?: string) {
    const isNew = dataDir === undefined || !existsSync(dataDir);
    const shape = process.env[SHAPE] === 'empty' ? 'empty' : 'migrated';
    super({
      ...program,
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(isNew ? { loadDataDir: templateOf(shape) } : {}),
    });
  }
}
