import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A new, empty embedded database as a tar file. */
    pgliteTemplate: string;
  }
}

/** Before all tests of the venue: makes one empty embedded database. What a test starts is a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quietbook-template-'));
  const file = join(folder, 'empty.tar');
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('make.mjs', import.meta.url)), file]);
  project.provide('pgliteTemplate', file);
  return () => rm(folder, { recursive: true, force: true });
}
