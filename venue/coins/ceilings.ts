import { unitsOf } from '../ledger/units.ts';
import type { Client } from './post.ts';
import { LET_THROUGH } from './stages.ts';

/** Whose daily ceiling a withdrawal exceeds. */
export type HeldFor = 'account' | 'venue';

/** What may leave in 24 hours, by coin, as decimal text: of one account, and of all together. No entry: no ceiling. */
export type Ceilings = Readonly<Record<HeldFor, Readonly<Record<string, string>>>>;

export const NO_CEILINGS: Ceilings = { account: {}, venue: {} };

/** Milliseconds. */
const DAY = 86_400_000;

interface Wanted {
  readonly account: string;
  readonly coin: string;
  /** Units. */
  readonly amount: bigint;
}

/**
 * Whether a withdrawal has to wait for its release (HELD-05, HELD-07). Those already waiting do not count: otherwise
 * one user could make everybody's wait. The account's balance of the coin is locked.
 * @returns the ceiling that it exceeds; null for none.
 */
export async function ceilingAbove(
  client: Client,
  ceilings: Ceilings,
  wanted: Wanted,
  at: Date,
): Promise<HeldFor | null> {
  const { account, coin, amount } = wanted;
  const own = ceilingOf(ceilings, 'account', coin);
  if (own !== null && (await letThrough(client, coin, account, at)) + amount > own) return 'account';
  const all = ceilingOf(ceilings, 'venue', coin);
  if (all === null) return null;
  // Withdrawals of a coin are counted one at a time.
  await client.query('select from coins where ticker = $1 for no key update', [coin]);
  return (await letThrough(client, coin, null, at)) + amount > all ? 'venue' : null;
}

/** Units; null where there is none. */
function ceilingOf(ceilings: Ceilings, whose: HeldFor, coin: string): bigint | null {
  const text = ceilings[whose][coin];
  return text === undefined ? null : unitsOf(text);
}

/** Units that were let through in the 24 hours before. @param account null for all. */
async function letThrough(client: Client, coin: string, account: string | null, at: Date): Promise<bigint> {
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from withdrawals
     where coin = $1 and ($2::uuid is null or account_id = $2) and coalesce(released_at, created_at) > $3
       and returns is null and stage in ${LET_THROUGH}`,
    [coin, account, new Date(at.getTime() - DAY)],
  );
  return BigInt(rows[0]?.sum ?? '0');
}
