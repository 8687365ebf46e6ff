import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../coins/post.ts';
import { RefusedError } from '../refused.ts';
import { type Operation, recordOperation } from './trail.ts';

/** Whoever runs the venue: a name, and a key that is shown once and kept as a hash (OPERATOR-01). */
export interface OperatorRow {
  readonly name: string;
  readonly added_at: Date;
  readonly removed_at: Date | null;
}

/** So many are added without another one's key; two people are needed from then on. */
const FOUNDERS = 2;
const NAME = /^[a-z][a-z0-9-]{1,30}$/;
const KEY_PREFIX = 'qbop_';

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** @throws RefusedError 401 for a key that nobody has, or that was removed. */
export async function operatorOf(client: Client, key: string | null): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from operators where key_hash = $1 and removed_at is null',
    [hashOf(key ?? '')],
  );
  if (rows[0]) return rows[0].name;
  throw new RefusedError(
    401,
    'NO_OPERATOR',
    key === null ? 'Give the key of an operator.' : 'This is no key of an operator.',
  );
}

/**
 * @param key of another operator; not needed for the first two.
 * @returns the new key. @throws RefusedError 401, 409 for a known name, 422 for an unfit one.
 */
export async function addOperator(
  client: Client,
  key: string | null,
  name: string,
  at: Date,
): Promise<string> {
  if (!NAME.test(name))
    throw new RefusedError(
      422,
      'UNFIT_NAME',
      'A name begins with a lower-case letter and has 2 to 31 lower-case letters, digits and hyphens.',
    );
  // One at a time, so that two do not both find that they are the second one.
  await client.query('lock table operators in share row exclusive mode');
  const { rows } = await client.query<{ count: string }>('select count(*) from operators');
  const isFounding = Number(rows[0]?.count) < FOUNDERS;
  const operator = isFounding ? name : await operatorOf(client, key);
  const made = KEY_PREFIX + randomBytes(32).toString('base64url');
  const { rowCount } = await client.query(
    'insert into operators (name, key_hash, added_at) values ($1, $2, $3) on conflict do nothing',
    [name, hashOf(made), at],
  );
  if (rowCount !== 1)
    throw new RefusedError(
      409,
      'KNOWN_NAME',
      `There is, or was, an operator ${name}. Names are not used twice.`,
    );
  await recordOperation(client, { operator, action: 'add', subject: name, reason: '' }, at);
  return made;
}

/** Ends a key; the name stays in the trail. @throws RefusedError 404, 409 where one alone would be left. */
export async function removeOperator(
  client: Client,
  act: Omit<Operation, 'action'>,
  at: Date,
): Promise<void> {
  await client.query('lock table operators in share row exclusive mode');
  const { rows } = await client.query<{ name: string }>(
    'select name from operators where removed_at is null',
  );
  if (!rows.some(({ name }) => name === act.subject))
    throw new RefusedError(404, 'OPERATOR_NOT_FOUND', `There is no operator ${act.subject}.`);
  if (rows.length <= FOUNDERS)
    throw new RefusedError(409, 'TOO_FEW_OPERATORS', 'Add another operator first: a release needs two.');
  await client.query('update operators set removed_at = $2 where name = $1', [act.subject, at]);
  await recordOperation(client, { ...act, action: 'remove' }, at);
}

export async function listOperators(client: Client): Promise<OperatorRow[]> {
  const { rows } = await client.query<OperatorRow>(
    'select name, added_at, removed_at from operators order by added_at, name',
  );
  return rows;
}
