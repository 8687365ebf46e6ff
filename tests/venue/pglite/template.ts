import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PLAIN_WASM, TYPESCRIPT } from '../../../scripts/process.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { administer, hasPostgres, urlOf } from '../databases.ts';
import { SERVER_TEMPLATE, SHAPE, TEMPLATES } from './shape.ts';

/**
 * Before all tests of the venue: makes one embedded database without and one with the venue's tables, and one with them
 * on the server. Each test starts with a copy of one of them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quietbook-template-'));
  await promisify(execFile)(process.execPath, [
    ...PLAIN_WASM,
    ...TYPESCRIPT,
    fileURLToPath(new URL('make.ts', import.meta.url)),
    join(folder, 'empty.tar'),
  ]);
  process.env[TEMPLATES] = folder;
  process.env[SHAPE] = 'empty';
  const dataDir = join(folder, 'migrated');
  await (await openStore({ dataDir })).close();
  delete process.env[SHAPE];
  await writeFile(join(folder, 'migrated.tar'), await tarOf(join(dataDir, 'pg')));
  const name = hasPostgres ? await onServer() : null;
  return async () => {
    await rm(folder, { recursive: true, force: true });
    if (name !== null) await administer(`drop database if exists ${name} with (force)`);
  };
}

/** @returns the name of the server's template. */
async function onServer(): Promise<string> {
  const name = `quietbook_template_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  await (await openStore({ databaseUrl: urlOf(name) })).close();
  process.env[SERVER_TEMPLATE] = name;
  return name;
}

/** A database folder as a tar file. */
async function tarOf(dataDir: string): Promise<Buffer> {
  // By this name, because it stands for copies here: an existing one is opened as usual.
  const { PGlite } = await import('@electric-sql/pglite');
  const lite = new PGlite(dataDir);
  await lite.waitReady;
  const tar = await lite.dumpDataDir('none');
  await lite.close();
  return Buffer.from(await tar.arrayBuffer());
}
