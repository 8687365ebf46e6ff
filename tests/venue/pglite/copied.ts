import { existsSync, openAsBlob } from 'node:fs';
import { join } from 'node:path';
// By its file: the name stands for this module (vitest.config.ts).
import { PGlite as Real } from '../../../node_modules/@electric-sql/pglite/dist/index.js';
import { SHAPE, TEMPLATES, type Shape } from './shape.ts';

const folder = process.env[TEMPLATES] ?? '';
const blobOf = (shape: Shape): Promise<Blob> => openAsBlob(join(folder, `${shape}.tar`));

/**
 * Stands in for PGlite in the tests of the venue. A new database is a copy of one that `template.ts` made, which takes a
 * fifth of the time that making one takes. One that exists already is opened as ever.
 */
const template = await blobOf(process.env[SHAPE] === 'empty' ? 'empty' : 'migrated');

export class PGlite extends Real {
  constructor(dataDir?: string) {
    const isNew = dataDir === undefined || !existsSync(dataDir);
    super({ ...(dataDir === undefined ? {} : { dataDir }), ...(isNew ? { loadDataDir: template } : {}) });
  }
}
