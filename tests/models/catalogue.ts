import { readdirSync } from 'node:fs';
import path from 'node:path';
import { modelIn, type MachineModel } from './tools/model.ts';

/** Every model of this folder. */
export const catalogue: readonly MachineModel[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.model.ts'))
    .sort()
    .map((file) => modelIn(path.join(import.meta.dirname, file))),
);
