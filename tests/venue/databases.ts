import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { StoreOptions } from '../../venue/sql/store.ts';

/** A fresh, empty database. */
export interface TestDatabase {
  /** For `openStore`, as often as wanted: what was written stays until `remove`, unless it was asked for in memory. */
  readonly options: Pick<StoreOptions, 'databaseUrl' | 'dataDir'>;
  remove(): Promise<void>;
}

export interface DatabaseKind {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** @param keeps whether it must outlive its store: the embedded one is faster in memory. */
  create(keeps?: 'in memory' | 'on disk'): Promise<TestDatabase>;
}

const serverUrl = process.env['TEST_DATABASE_URL'];
const mustHaveServer = process.env['CI'] === 'true' || process.env['REQUIRE_POSTGRES'] === '1';

const embedded: DatabaseKind = {
  name: 'PGlite',
  async create(keeps = 'in memory') {
    if (keeps === 'in memory') return { options: {}, remove: () => Promise.resolve() };
    const dataDir = await mkdtemp(join(tmpdir(), 'quietbook-'));
    return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
  },
};

export const postgres: DatabaseKind = {
  name: 'PostgreSQL',
  async create() {
    const name = `quietbook_test_${randomUUID().replaceAll('-', '')}`;
    await administer(`create database ${name}`);
    const url = new URL(serverUrl ?? '');
    url.pathname = `/${name}`;
    return {
      options: { databaseUrl: url.href },
      remove: () => administer(`drop database if exists ${name} with (force)`),
    };
  },
};

async function administer(sql: string): Promise<void> {
  if (serverUrl === undefined) {
    throw new Error('TEST_DATABASE_URL is not set: these tests must run on a real PostgreSQL too.');
  }
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Whether tests on PostgreSQL are to run: where it is demanded and missing they run too, and fail. */
export const hasPostgres = serverUrl !== undefined || mustHaveServer;

/** Every test of the database runs on each of these. */
export const databases: readonly DatabaseKind[] = hasPostgres ? [embedded, postgres] : [embedded];
