import { HOUSE, type Client, post } from '../coins/post.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, textOf, unitsOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { type Approvals, approve, BEGUN_FOR, isApproved } from './operators.ts';
import { type Operation, recordOperation } from './trail.ts';
import { lockUser } from './users.ts';

/** Fees of trades and deposits, less what the venue has covered and what was paid out. */
const EARNED = `name like 'fees:%' or name in ('deposit-fees', 'losses', 'paid-out')`;

/**
 * By coin: the house's earnings (fees of trades and of deposits, what it covered, what was paid out and what is left),
 * what it owes (balances, withdrawals that have not left, and what is to be returned), and what was sent and is not
 * confirmed.
 */
export async function readEarned(client: Client): Promise<object[]> {
  const { rows } = await client.query<
    Record<
      'coin' | 'trading' | 'deposits' | 'covered' | 'paid' | 'left' | 'owed' | 'unreturned' | 'leaving',
      string
    >
  >(
    `select currency as coin, coalesce(sum(amount) filter (where name like 'fees:%'), 0) as trading,
       coalesce(sum(amount) filter (where name = 'deposit-fees'), 0) as deposits,
       coalesce(-sum(amount) filter (where name = 'losses'), 0) as covered,
       coalesce(-sum(amount) filter (where name = 'paid-out'), 0) as paid,
       coalesce(sum(amount) filter (where ${EARNED}), 0) as left,
       coalesce(sum(amount) filter (where name in ('users', 'withdrawals', 'unreturned')), 0) as owed,
       coalesce(sum(amount) filter (where name = 'unreturned'), 0) as unreturned,
       coalesce(sum(amount) filter (where name = 'leaving'), 0) as leaving
     from (select name, currency, amount from house_balances where name not in ('chain', 'mint')
       union all select 'users', currency, sum(available::numeric + in_orders) from balances group by currency
       union all select 'leaving', coin, sum(amount + fee::numeric) from withdrawals where stage = 'sent' group by coin) b
     group by currency having bool_or(amount <> 0) order by currency`,
  );
  return rows.map(({ coin, ...units }) => ({
    coin,
    ...Object.fromEntries(Object.entries(units).map(([name, amount]) => [name, textOf(BigInt(amount))])),
  }));
}

/**
 * Credits a user's account from the house's earnings, once two operators approve the same amount for the same account
 * (OPERATOR-19). It leaves the venue as a withdrawal of that account. The same is not paid again while a late or
 * repeated approval may arrive.
 * @throws RefusedError 403, 404, 409 where less is left or it was paid already, 422.
 */
export async function payOutFees(
  client: Client,
  { email, ...act }: Pick<Operation, 'operator' | 'reason'> & { readonly email: string },
  { coin, amount }: { readonly coin: string; readonly amount: string },
  at: Date,
): Promise<Approvals> {
  const units = unitsOf(amount);
  if (units === null || units <= 0n || units > LARGEST_UNITS)
    throw new RefusedError(422, 'VALIDATION_FAILED', 'Give the amount as a decimal number above 0.');
  const { account_id: account } = await lockUser(client, email);
  // The trail gets the account's number, which outlives the person (PRIVACY-03).
  const subject = `${coin}=${textOf(units)}:${account}`;
  // Locks the approvals, so that two payments that only fit alone are not both made.
  const approved = await approve(client, { operator: act.operator, action: 'pay-out', subject }, at);
  const { rows: paid } = await client.query<{ at: Date }>(
    `select at from operations where subject = $1 and action = 'pay-out' and at > $2 order by number desc limit 1`,
    [subject, new Date(at.getTime() - BEGUN_FOR)],
  );
  if (paid[0])
    throw new RefusedError(
      409,
      'PAID_BEFORE',
      `This was paid at ${paid[0].at.toISOString()}. Pay another amount, or the same after 3 days.`,
    );
  const { rows } = await client.query<{ left: string }>(
    `select coalesce(sum(amount), 0) as left from house_balances where currency = $1 and (${EARNED})`,
    [coin],
  );
  const left = BigInt(rows[0]?.left ?? '0');
  if (units > left)
    throw new RefusedError(409, 'TOO_MUCH', `Of the fees in ${coin}, ${textOf(left)} is left.`);
  const action = isApproved(approved) ? 'pay-out' : 'begin-pay-out';
  await recordOperation(client, { ...act, action, subject }, at);
  if (!isApproved(approved)) return approved;
  const lines = new Lines();
  lines.add({ account }, coin, { available: units });
  lines.add(HOUSE.paidOut, coin, { available: -units });
  await post(client, { kind: 'payout', transfer: null, reason: 'fees', at }, lines);
  return approved;
}
