import { asRead } from '../../src/domain/credentials.ts';
import { LOGIN, pausedUntil } from '../accounts/account.ts';
import { COOLDOWN } from '../accounts/accounts.ts';
import { EVERYBODY } from '../accounts/rules.ts';
import { nameOfKey } from '../accounts/sessions.ts';
import { listHeld } from '../coins/held.ts';
import type { Client } from '../coins/post.ts';
import { textOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { approve, approveFor, type Approvals, isApproved } from './operators.ts';
import { type Operation, recordOperation } from './trail.ts';

/** Its subject is an e-mail address; the trail gets the account's number, which outlives the person (PRIVACY-03). */
type Act = Omit<Operation, 'action'>;

interface Found {
  readonly account_id: string;
  readonly two_factor_on: boolean;
  readonly has_passkeys: boolean;
  readonly security_cooldown_until: Date | null;
}

/** Of the email, or the username where there is none, whose row is locked. @throws RefusedError 404. */
export async function lockUser(client: Client, email: string): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select account_id, two_factor_on, security_cooldown_until,
       exists (select from passkeys where passkeys.account_id = users.account_id) as has_passkeys
     from users where ${LOGIN} = lower($1) for update`,
    [asRead(email)],
  );
  if (rows[0]) return rows[0];
  throw new RefusedError(404, 'USER_NOT_FOUND', `No user signs in as ${email}.`);
}

/** @param accountId of whom; null for everybody. @returns their names as of sessions. */
async function revokeKeys(client: Client, accountId: string | null): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'delete from api_keys where $1::uuid is null or account_id = $1 returning id',
    [accountId],
  );
  return rows.map(({ id }) => nameOfKey(id));
}

/** Ends all access but what the user knows: sessions, API keys, remembered browsers, a running reset. */
async function endGrants(client: Client, accountId: string | null): Promise<string[]> {
  const one = '$1::uuid is null or account_id = $1';
  const { rows } = await client.query<{ key: string }>(
    `delete from sessions where ${one} returning encode(token_hash, 'hex') as key`,
    [accountId],
  );
  const keys = await revokeKeys(client, accountId);
  await client.query(`delete from known_devices where ${one}`, [accountId]);
  await client.query(
    `update users set two_factor_reset_at = null where (${one}) and two_factor_reset_at is not null`,
    [accountId],
  );
  return [...rows.map(({ key }) => key), ...keys];
}

/**
 * Takes off a lost second factor, passkeys too, once two operators approve; then ends everything that opens the account
 * and starts the withdrawal pause of REAUTH-05 (OPERATOR-05). @returns keys of the sessions that it ended, and names of
 * the API keys. @throws RefusedError 404, 409 where there is none.
 */
export async function resetTwoFactor(
  client: Client,
  act: Act,
  at: Date,
): Promise<Approvals & { readonly ended: readonly string[] }> {
  const user = await lockUser(client, act.subject);
  if (!user.two_factor_on && !user.has_passkeys)
    throw new RefusedError(409, 'TWO_FACTOR_OFF', `${act.subject} has no second factor.`);
  const approved = await approveFor(
    client,
    { ...act, subject: user.account_id, action: 'reset-two-factor' },
    at,
  );
  if (!isApproved(approved)) return { ...approved, ended: [] };
  await client.query(
    `update users set two_factor_on = false, two_factor_secret = null, two_factor_reset_at = null,
       ${pausedUntil('$2', `'Two-factor authentication was reset by support'`)} where account_id = $1`,
    [user.account_id, new Date(at.getTime() + COOLDOWN)],
  );
  await client.query('delete from recovery_codes where account_id = $1', [user.account_id]);
  await client.query('delete from passkeys where account_id = $1', [user.account_id]);
  return { ...approved, ended: await endGrants(client, user.account_id) };
}

/**
 * Helps to tell whose account it is and why it cannot do something (OPERATOR-15): nothing of its coins, orders or
 * addresses. @throws RefusedError 404.
 */
export async function findUser(client: Client, email: string, at: Date): Promise<object> {
  const { account_id: account } = await lockUser(client, email);
  const { rows } = await client.query<object>(
    `select u.account_id as account, a.created_at as since, last_login as last_login,
       case when two_factor_on then 'on' else 'off' end as two_factor, two_factor_reset_at as two_factor_reset,
       recovery_key_at as recovery_key,
       (select count(*)::int from passkeys p where p.account_id = $1) as passkeys,
       (select count(*)::int from sessions s where s.account_id = $1 and s.expires_at > $2) as sessions,
       (select count(*)::int from api_keys k where k.account_id = $1) as api_keys,
       case when security_cooldown_until > $2 then security_cooldown_until end as withdrawals_paused_until,
       case when security_cooldown_until > $2 then security_cooldown_reason end as paused_because,
       (select count(*)::int from tickets t where t.account_id = $1 and t.status <> 'closed') as tickets
     from users u join accounts a on a.id = u.account_id where u.account_id = $1`,
    [account, at],
  );
  return rows[0] ?? {};
}

const accountOf = async (client: Client, subject: string): Promise<string | null> =>
  subject === EVERYBODY ? null : (await lockUser(client, subject)).account_id;

/**
 * Signs out one user, or everybody: sessions, programs with their keys, and remembered browsers; for one user the
 * recovery key ends, too (OPERATOR-08).
 * @returns keys of the sessions that it ended, and names of the API keys. @throws RefusedError 404.
 */
export async function endSessions(client: Client, act: Act, at: Date): Promise<string[]> {
  const accountId = await accountOf(client, act.subject);
  await recordOperation(client, { ...act, subject: accountId ?? EVERYBODY, action: 'end-sessions' }, at);
  // For everybody it stays: most would not notice, and it is their way back, as it is for a lost second factor.
  if (accountId !== null)
    await client.query(
      'update users set recovery_key_hash = null, recovery_key_at = null where account_id = $1',
      [accountId],
    );
  return endGrants(client, accountId);
}

/**
 * Revokes the API keys of one user, or of everybody; sessions stay (OPERATOR-21).
 * @returns their names as of sessions. @throws RefusedError 404.
 */
export async function endKeys(client: Client, act: Act, at: Date): Promise<string[]> {
  const accountId = await accountOf(client, act.subject);
  await recordOperation(client, { ...act, subject: accountId ?? EVERYBODY, action: 'end-keys' }, at);
  return revokeKeys(client, accountId);
}

/** Why operators may pause withdrawals, in the words that the user reads; /logs lists both. */
export const PAUSE_CAUSES = {
  owner: 'The owner of the account asked for it',
  theft: 'Somebody else may be using the account',
} as const;
/** Hours. */
export const LONGEST_PAUSE = 72;
/** Milliseconds from one pause of an account by operators to the next one. */
const PAUSE_AGAIN_AFTER = 30 * 86_400_000;

/**
 * Stops an account's withdrawals for a while, for one of two causes, once two operators approve (OPERATOR-11). A longer
 * existing pause stays. @throws RefusedError 404, 409 where operators have paused it in the 30 days before.
 */
export async function pauseWithdrawals(
  client: Client,
  act: Omit<Act, 'reason'> & { readonly cause: keyof typeof PAUSE_CAUSES },
  hours: number,
  at: Date,
): Promise<Approvals> {
  const user = await lockUser(client, act.subject);
  const before = await client.query(
    `select from operations where action = 'pause' and subject = $1 and at > $2`,
    [user.account_id, new Date(at.getTime() - PAUSE_AGAIN_AFTER)],
  );
  if (before.rows.length > 0)
    throw new RefusedError(409, 'PAUSED_BEFORE', `${act.subject} was paused in the last 30 days already.`);
  const reason = PAUSE_CAUSES[act.cause];
  const { operator } = act;
  const approved = await approve(client, { operator, action: 'pause', subject: user.account_id }, at);
  const action = isApproved(approved) ? 'pause' : 'begin-pause';
  await recordOperation(client, { operator, action, subject: user.account_id, reason }, at);
  if (!isApproved(approved)) return approved;
  await client.query(`update users set ${pausedUntil('$2', '$3')} where account_id = $1`, [
    user.account_id,
    new Date(at.getTime() + hours * 3_600_000),
    reason,
  ]);
  return approved;
}

/** Ends a pause early, once two operators approve (OPERATOR-05). @throws RefusedError 404, 409 where there is none. */
export async function liftPause(client: Client, act: Act, at: Date): Promise<Approvals> {
  const user = await lockUser(client, act.subject);
  if (user.security_cooldown_until === null || user.security_cooldown_until <= at)
    throw new RefusedError(409, 'NO_PAUSE', `Withdrawals of ${act.subject} are not paused.`);
  const approved = await approveFor(client, { ...act, subject: user.account_id, action: 'lift' }, at);
  if (isApproved(approved))
    await client.query(
      'update users set security_cooldown_until = null, security_cooldown_reason = null where account_id = $1',
      [user.account_id],
    );
  return approved;
}

/** Withdrawals that wait for their release, and their owners. */
export async function readHeld(client: Client): Promise<object[]> {
  const rows = await listHeld(client);
  const { rows: users } = await client.query<{ account_id: string; email: string }>(
    'select account_id, coalesce(email, username) as email from users where account_id = any($1)',
    [rows.map(({ account_id: account }) => account)],
  );
  const emails = new Map(users.map(({ account_id: account, email }) => [account, email]));
  return rows.map((row) => ({
    id: row.id,
    email: emails.get(row.account_id) ?? null,
    coin: row.coin,
    amount: textOf(BigInt(row.amount)),
    fee: textOf(BigInt(row.fee)),
    address: row.address,
    since: row.created_at,
    approved: row.approved,
  }));
}
