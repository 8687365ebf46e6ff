import type { Client } from '../coins/post.ts';
import { APPROVALS } from '../coins/held.ts';
import { RefusedError } from '../refused.ts';
import { publicBytesOf } from './signing.ts';
import { type Operation, recordOperation } from './trail.ts';

/** An operator: a name, and the public half of a key that only its owner has (OPERATOR-01). */
export interface OperatorRow {
  readonly name: string;
  readonly added_at: Date;
  readonly added_by: string | null;
  readonly confirmed_at: Date | null;
  readonly removed_at: Date | null;
}

const NAME = /^[a-z][a-z0-9-]{1,30}$/;
/** Milliseconds from its confirmation until an operator may approve anything (OPERATOR-10). */
const APPROVES_AFTER = 86_400_000;
/** Milliseconds for which an act that one operator has started waits for another. */
export const BEGUN_FOR = 3 * 86_400_000;

/** @param key public, of the caller; null for nobody. @throws RefusedError 401 for an unknown or removed key. */
export async function operatorOf(client: Client, key: string | null): Promise<string> {
  const bytes = key === null ? null : publicBytesOf(key);
  const { rows } = await client.query<Pick<OperatorRow, 'name' | 'confirmed_at'>>(
    'select name, confirmed_at from operators where public_key = $1 and removed_at is null',
    [bytes ?? Buffer.of()],
  );
  const [row] = rows;
  if (!row)
    throw new RefusedError(
      401,
      'NO_OPERATOR',
      key === null ? 'Give the key of an operator.' : 'This is no key of an operator.',
    );
  if (row.confirmed_at === null)
    throw new RefusedError(401, 'NOT_CONFIRMED', `${row.name} waits for another operator's confirmation.`);
  return row.name;
}

/** The result of an `add`. */
interface Added {
  readonly name: string;
  readonly confirmed: boolean;
}

/**
 * Starts adding an operator, or confirms one whom another has started to add. The first one adds himself; the first
 * also confirms the second, as there is nobody else. @param caller public key of the one who asks.
 * @throws RefusedError 401, 403 for the one who started it, 409 for a known name or key, 422 for an invalid one.
 */
export async function addOperator(
  client: Client,
  caller: string | null,
  { name, key }: { readonly name: string; readonly key: string },
  at: Date,
): Promise<Added> {
  const publicKey = publicBytesOf(key);
  if (!NAME.test(name))
    throw new RefusedError(
      422,
      'UNFIT_NAME',
      'A name begins with a lower-case letter and has 2 to 31 lower-case letters, digits and hyphens.',
    );
  if (!publicKey) throw new RefusedError(422, 'UNFIT_KEY', 'This is no public key, such as qbop_… has.');
  // One at a time, so that two do not both find themselves the first.
  await client.query('lock table operators in share row exclusive mode');
  const { rows } = await client.query<OperatorRow & { public_key: Buffer }>('select * from operators');
  if (rows.length === 0 && (caller === null || !publicBytesOf(caller)?.equals(publicKey)))
    throw new RefusedError(401, 'NO_OPERATOR', 'The first operator adds the key that signs the command.');
  const operator = rows.length === 0 ? name : await operatorOf(client, caller);
  const known = rows.find((row) => row.name === name || publicKey.equals(row.public_key));
  const act = { operator, action: 'add', subject: name, reason: '' };
  if (!known) {
    const confirmed = rows.filter((row) => row.confirmed_at !== null).length < APPROVALS;
    await client.query(
      `insert into operators (name, public_key, added_at, added_by, confirmed_at) values ($1, $2, $3, $4, $5)`,
      [name, publicKey, at, rows.length === 0 ? null : operator, confirmed ? at : null],
    );
    await recordOperation(client, act, at);
    return { name, confirmed };
  }
  const isSame = known.name === name && publicKey.equals(known.public_key);
  if (!isSame || known.removed_at !== null || known.confirmed_at !== null)
    throw new RefusedError(
      409,
      'KNOWN_NAME',
      `There is, or was, an operator ${known.name}, or one of this key. Neither is used twice.`,
    );
  if (known.added_by === operator) throw begunByOneself(operator);
  await mayApprove(client, operator, at);
  await client.query('update operators set confirmed_at = $2 where name = $1', [name, at]);
  await recordOperation(client, act, at);
  return { name, confirmed: true };
}

const begunByOneself = (operator: string): RefusedError =>
  new RefusedError(
    409,
    'APPROVED_ALREADY',
    `${operator} has approved it already. Another operator has to, too.`,
  );

/** @throws RefusedError 403 for an operator who is too new to approve anything (OPERATOR-10). */
export async function mayApprove(client: Client, operator: string, at: Date): Promise<void> {
  const { rows } = await client.query<{ confirmed_at: Date }>(
    'select confirmed_at from operators where name = $1 and removed_at is null and confirmed_at is not null',
    [operator],
  );
  const from = (rows[0]?.confirmed_at.getTime() ?? Number.POSITIVE_INFINITY) + APPROVES_AFTER;
  if (from > at.getTime())
    throw new RefusedError(
      403,
      'TOO_NEW',
      `${operator} was confirmed less than 24 hours ago, and may not approve anything yet.`,
    );
}

/** Shared until the end of the transaction: a running removal is awaited, and a later one waits. */
export async function approvesNow(client: Client, operator: string, at: Date): Promise<void> {
  await client.query('select from operators where name = $1 for share', [operator]);
  await mayApprove(client, operator, at);
}

/** How many have approved an act, and how many have to. */
export interface Approvals {
  readonly approvals: number;
  readonly needed: number;
}

/** Such as `{ reset: true, approvals: 2, needed: 2 }`: whether it is done, and by how many. */
export const isApproved = ({ approvals, needed }: Approvals): boolean => approvals >= needed;

/**
 * One operator's approval of an act that needs two (OPERATOR-10). The caller carries it out once there are two.
 * @throws RefusedError 403 for a new operator, 409 for one who has approved it already.
 */
export async function approve(
  client: Client,
  { operator, action, subject }: Omit<Operation, 'reason'>,
  at: Date,
): Promise<Approvals> {
  await client.query('lock table operator_approvals in share row exclusive mode');
  // After the lock, so that it sees a removal, which withdraws approvals.
  await mayApprove(client, operator, at);
  await client.query('delete from operator_approvals where at <= $1', [new Date(at.getTime() - BEGUN_FOR)]);
  const { rowCount } = await client.query(
    `insert into operator_approvals (action, subject, operator, at) values ($1, $2, $3, $4) on conflict do nothing`,
    [action, subject, operator, at],
  );
  if (rowCount !== 1) throw begunByOneself(operator);
  const { rows } = await client.query('select from operator_approvals where action = $1 and subject = $2', [
    action,
    subject,
  ]);
  const approved = { approvals: rows.length, needed: APPROVALS };
  if (isApproved(approved))
    await client.query('delete from operator_approvals where action = $1 and subject = $2', [
      action,
      subject,
    ]);
  return approved;
}

/** Approves and writes the trail. */
export async function approveFor(client: Client, act: Operation, at: Date): Promise<Approvals> {
  const approved = await approve(client, act, at);
  await recordOperation(client, act, at);
  return approved;
}

const BY_ONE: Approvals = { approvals: 1, needed: 1 };

/** Acts that only protect users need one operator, all others two (OPERATOR-10). */
export async function approveIf(
  client: Client,
  needsTwo: boolean,
  operation: Operation,
  at: Date,
): Promise<Approvals> {
  if (needsTwo) return approveFor(client, operation, at);
  await recordOperation(client, operation, at);
  return BY_ONE;
}

/**
 * Ends a key, and withdraws its approvals of unfinished acts; the name stays in the trail.
 * @throws RefusedError 404, 409 where only one would be left.
 */
export async function removeOperator(
  client: Client,
  act: Omit<Operation, 'action'>,
  at: Date,
): Promise<void> {
  await client.query('lock table operators in share row exclusive mode');
  const { rows } = await client.query<Pick<OperatorRow, 'name' | 'confirmed_at'>>(
    'select name, confirmed_at from operators where removed_at is null',
  );
  if (!rows.some(({ name }) => name === act.subject))
    throw new RefusedError(404, 'OPERATOR_NOT_FOUND', `There is no operator ${act.subject}.`);
  const left = rows.filter(({ name, confirmed_at: at }) => at !== null && name !== act.subject);
  if (left.length < APPROVALS)
    throw new RefusedError(409, 'TOO_FEW_OPERATORS', 'Add another operator first: a release needs two.');
  await client.query('update operators set removed_at = $2 where name = $1', [act.subject, at]);
  await client.query('delete from operator_approvals where operator = $1', [act.subject]);
  await client.query(
    `delete from withdrawal_approvals a using withdrawals w
     where a.operator = $1 and w.id = a.withdrawal_id and w.stage = 'held'`,
    [act.subject],
  );
  await client.query(
    `update chain_transactions set given_up_by = array_remove(given_up_by, $1)
     where given_up_at is null and $1 = any (given_up_by)`,
    [act.subject],
  );
  await recordOperation(client, { ...act, action: 'remove' }, at);
}

export async function listOperators(client: Client): Promise<OperatorRow[]> {
  const { rows } = await client.query<OperatorRow>(
    'select name, added_at, added_by, confirmed_at, removed_at from operators order by added_at, name',
  );
  return rows;
}
