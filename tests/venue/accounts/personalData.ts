import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { findPostgres } from '../../../scripts/postgres.ts';
import { type DatabaseKind, urlOf } from '../databases.ts';

/** Every row of every table as text, by its table: what a dump of the database holds. */
export async function allRows(pool: Pool): Promise<Map<string, readonly string[]>> {
  const { rows: tables } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' order by table_name`,
  );
  const found = new Map<string, readonly string[]>();
  for (const { table_name: table } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${table} t`);
    found.set(
      table,
      rows.map(({ text }) => text),
    );
  }
  return found;
}

/** Tables with a row that contains one of the texts, in upper or lower case. */
export async function tablesWith(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => text.toLowerCase());
  const found = await allRows(pool);
  return [...found].flatMap(([table, rows]) =>
    rows.some((row) => wanted.some((text) => row.toLowerCase().includes(text))) ? [table] : [],
  );
}

/** The output of `pg_dump`; the embedded database has no such program, so all its rows stand in for it. */
export async function dumpOf(pool: Pool, { name: kind }: Pick<DatabaseKind, 'name'>): Promise<string> {
  if (kind === 'PGlite') return [...(await allRows(pool)).values()].flat().join('\n');
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const program = path.join(findPostgres() ?? '', 'pg_dump');
  const { stdout } = await promisify(execFile)(program, [urlOf(rows[0]?.name ?? '')], { maxBuffer: 2 ** 28 });
  return stdout;
}
