import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StoreOptions } from '../../venue/sql/store.ts';
import { SERVER_TEMPLATE, SHAPE } from './pglite/shape.ts';

/** A fresh, empty database. */
export interface TestDatabase {
  /** For `openStore`, as often as wanted: data stays until `remove`, unless it is in memory. */
  readonly options: Pick<StoreOptions, 'databaseUrl' | 'ownerUrl' | 'dataDir'>;
  remove(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** @param keeps whether the data must survive a crash of the store: both are faster without. */
  create(keeps?: 'in memory' | 'on disk'): Promise<TestDatabase>;
}

const serverUrl = process.env.TEST_DATABASE_URL;

/** These tests answer every call of the venue on it too (`edge/calls`, `edge/coins`, `edge/sandbox`, `grin/calls`). */
export const embedded: DatabaseKind = {
  name: 'PGlite',
  async create(keeps = 'in memory') {
    if (keeps === 'in memory') return { options: {}, remove: () => Promise.resolve() };
    const dataDir = await mkdtemp(join(tmpdir(), 'quietbook-'));
    return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
  },
};

export const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  async create(keeps = 'in memory') {
    const name = `quietbook_test_${randomUUID().replaceAll('-', '')}`;
    const template = process.env[SHAPE] === 'empty' ? undefined : process.env[SERVER_TEMPLATE];
    await administer(
      `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
      // Nobody reads it after a crash of the server, so no commit has to wait for the disk.
      ...(keeps === 'in memory' ? [`alter database ${name} set synchronous_commit = off`] : []),
    );
    return {
      options: { databaseUrl: urlOf(name) },
      remove: () => administer(`drop database if exists ${name} with (force)`),
    };
  },
};

/** The address of a database of the server. */
export function urlOf(name: string): string {
  const url = new URL(serverUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer(...statements: readonly string[]): Promise<void> {
  if (serverUrl === undefined) {
    throw new Error('TEST_DATABASE_URL is not set: these tests must run on a real PostgreSQL too.');
  }
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Not in the short run (`npm test`); always in the long one, which starts a server or fails. */
export const hasPostgres = serverUrl !== undefined;

/** SQL is tested on each of these: statements, locks, transactions, and constraints of the tables. */
export const databases: readonly DatabaseKind[] = hasPostgres ? [embedded, postgres] : [embedded];

/**
 * Everything else is tested on one: HTTP, sockets, limits, sessions as a browser sees them, the client's charts. On the
 * server where there is one, because it takes half the work of the embedded database.
 */
export const oneDatabase: DatabaseKind = hasPostgres ? postgres : embedded;
