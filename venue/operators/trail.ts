import { randomUUID } from 'node:crypto';
import type { Client } from '../coins/post.ts';

/** What an operator did, to what, and why. */
export interface Operation {
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
}

export interface OperationRow extends Operation {
  readonly at: Date;
}

/** Writes it in the same transaction as the act. It is append-only and sealed with the journal (OPERATOR-02). */
export async function recordOperation(
  client: Client,
  { operator, action, subject, reason }: Operation,
  at: Date,
): Promise<void> {
  await client.query(
    'insert into operations (id, at, operator, action, subject, reason) values ($1, $2, $3, $4, $5, $6)',
    [randomUUID(), at, operator, action, subject, reason.replaceAll(/\s+/g, ' ').trim()],
  );
}

/** The newest first. */
export async function readOperations(client: Client, limit: number): Promise<OperationRow[]> {
  const { rows } = await client.query<OperationRow>(
    'select at, operator, action, subject, reason from operations order by number desc limit $1',
    [limit],
  );
  return rows;
}
