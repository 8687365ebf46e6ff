import type { Pool } from 'pg';
import {
  NO_HASH,
  readStatement,
  type SolvencyCoin,
  type SolvencyStatement,
  statementHash,
  statementText,
} from '../../src/domain/solvency/statement.ts';
import type { Rule } from '../ledger/transferRules.ts';
import { transaction } from '../sql/transaction.ts';
import type { Snapshot } from './snapshot.ts';

interface StatementRow {
  readonly text: string;
  readonly hash: string;
  readonly previous: string | null;
}

const SELECT = `select s.text, encode(s.hash, 'hex') as hash, encode(before.hash, 'hex') as previous
  from solvency_statements s left join solvency_statements before on before.number = s.number - 1`;
const NEWEST = '(select coalesce(max(number), 0) from solvency_statements)';

const statementOf = ({ text, hash, previous }: StatementRow): SolvencyStatement =>
  readStatement(text, previous ?? NO_HASH, hash);

/** Newest first. */
export async function readStatements(pool: Pool, skip: number, limit: number): Promise<SolvencyStatement[]> {
  const { rows } = await pool.query<StatementRow>(
    `${SELECT} where s.number > ${NEWEST} - $1::bigint and s.number <= ${NEWEST} - $2::bigint order by s.number desc`,
    [skip + limit, skip],
  );
  return rows.map(statementOf);
}

/** It follows from the previous one; the table refuses two of one number. */
export function publishStatement(
  pool: Pool,
  { number, ledgerNumber, ledgerHash }: Snapshot,
  at: Date,
  coins: readonly SolvencyCoin[],
): Promise<SolvencyStatement> {
  const stated = { number, at: at.getTime(), ledgerNumber, ledgerHash, coins };
  const text = statementText(stated);
  return transaction(pool, async (client) => {
    const before = await client.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from solvency_statements where number = $1`,
      [number - 1],
    );
    const previous = before.rows[0]?.hash ?? NO_HASH;
    const hash = statementHash(text, previous);
    await client.query('insert into solvency_statements (number, at, text, hash) values ($1, $2, $3, $4)', [
      number,
      at,
      text,
      Buffer.from(hash, 'hex'),
    ]);
    return { ...stated, previous, hash };
  });
}

/** What the audit compares: the chain of the statements, and the seals of the ledger that they name (SOLVENCY-04). */
export const SOLVENCY_RULES: readonly Rule[] = [
  {
    name: 'a statement of solvency does not follow from the one before',
    sql: `select 'statement ' || number as what, 'LEDGER' as coin, number as found, place as wanted
      from (
        select number, text, hash, row_number() over statements as place,
          lag(hash, 1, decode(repeat('00', 32), 'hex')) over statements as before
        from solvency_statements window statements as (order by number)) chained
      where number <> place or hash <> sha256(before || sha256(convert_to(text, 'UTF8')))`,
  },
  {
    name: 'a statement of solvency names a seal that is not in the ledger',
    sql: `select 'statement ' || s.number as what, 'LEDGER' as coin, 0 as found, 1 as wanted
      from (select number, split_part(split_part(text, E'\\n', 1), ' ', 4)::bigint as seal,
              split_part(split_part(text, E'\\n', 1), ' ', 5) as hash from solvency_statements) s
        left join seals on seals.number = s.seal
      where s.seal > 0 and encode(seals.hash, 'hex') is distinct from s.hash`,
  },
];
