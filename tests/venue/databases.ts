import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StoreOptions } from '../../venue/sql/store.ts';
import { SERVER_TEMPLATE, SHAPE } from './pglite/shape.ts';

/** A fresh, empty database. */
export interface TestDatabase {
  /** For `openStore`, as often as wanted: what was written stays until `remove`, unless it was asked for in memory. */
  readonly options: Pick<StoreOptions, 'databaseUrl' | 'ownerUrl' | 'dataDir'>;
  remove(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** @param keeps whether what was stored must outlive a crash of the store: both are faster when it need not. */
  create(keeps?: 'in memory' | 'on disk'): Promise<TestDatabase>;
}

const serverUrl = process.env.TEST_DATABASE_URL;

/** Every call of the venue is answered from it too (`edge/calls`, `edge/coins`, `edge/sandbox`, `grin/calls`). */
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
      // Nobody looks at it after a crash of the server, so that no commit has to wait for the disk.
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

/** Not in the core (`npm test`); always in the long proof, which starts a server or fails. */
export const hasPostgres = serverUrl !== undefined;

/** What is SQL is tested on each of these: statements, locks, transactions, and what the tables themselves refuse. */
export const databases: readonly DatabaseKind[] = hasPostgres ? [embedded, postgres] : [embedded];

/**
 * What is not SQL is tested on one: HTTP, sockets, limits and sessions as a browser sees them, the client's charts. On the
 * server where there is one, because a venue there takes half the work of one on the embedded database.
 */
export const oneDatabase: DatabaseKind = hasPostgres ? postgres : embedded;
