import type { Pool } from 'pg';
import { atomically, type Client } from '../coins/post.ts';
import { MOVING } from '../coins/stages.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import { textOf } from '../ledger/units.ts';
import { SANDBOX_EMAIL } from '../sandbox/accounts.ts';
import type { Account } from './account.ts';
import { asRead } from '../../src/domain/credentials.ts';
import { revokeKeys } from './sessions.ts';
import type { CodeAttempt, Reauthenticate } from './twoFactor.ts';

/** Tables whose rows are deleted with the account. The comments of tickets go with them. */
export const ERASED = [
  'sessions',
  'known_devices',
  'wrong_codes',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'api_keys',
  'book_addresses',
  'address_books',
  'intents',
  'price_losses',
  'tickets',
  'users',
] as const;
/** Tables whose rows stay, under the account's number alone: the ledger, and what its entries belong to. */
export const PSEUDONYMOUS = [
  'balances',
  'orders',
  'postings',
  'deposits',
  'withdrawals',
  'deposit_addresses',
  // Of coins that may still come in (REFUND-09).
  'refund_addresses',
] as const;

export interface Amount {
  readonly currency: string;
  readonly amount: string;
}

/** What prevents an account from being deleted (PRIVACY-04). */
export type Obstacle =
  | { readonly kind: 'orders' | 'deposits' | 'withdrawals'; readonly count: number }
  | ({ readonly kind: 'balance' | 'debt' } & Amount)
  | { readonly kind: 'shared' };

export interface Remains {
  readonly obstacles: readonly Obstacle[];
  /** Amounts below the smallest withdrawal and its fee: they are left behind. */
  readonly leftovers: readonly Amount[];
}

export interface DeletionWish {
  readonly username: string;
  /** What the user was shown and agreed to give up. */
  readonly givenUp: readonly Amount[];
  readonly attempt: CodeAttempt;
}

export interface Deletion {
  look(account: Account): Promise<Remains>;
  /** Erases personal data in one transaction (PRIVACY-03). @returns the keys of the ended sessions, and API keys. */
  remove(account: Account, wish: DeletionWish): Promise<Outcome<readonly string[]>>;
}

export interface DeletionParts {
  readonly pool: Pool;
  /** The network fee of a withdrawal, in units. */
  readonly feeOf: (coin: string) => bigint;
  readonly reauthenticate: Reauthenticate;
}

const COUNTS = `select
  (select count(*) from orders where account_id = $1 and state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')) as orders,
  (select count(*) from deposits where account_id = $1 and stage in ('expected', 'seen', 'confirming')) as deposits,
  (select count(*) from withdrawals where account_id = $1 and stage in ${MOVING}) as withdrawals`;
const DEBTS = `select coin as currency, sum(covered)::text as amount from deposits
  where account_id = $1 and covered > 0 group by coin order by coin`;
const BALANCES = `select b.currency, (b.available + b.in_orders)::text as amount, c.min_withdrawal_amount as smallest
  from balances b join coins c on c.ticker = b.currency
  where b.account_id = $1 and b.available + b.in_orders > 0 order by b.currency`;

export function createDeletion({ pool, feeOf, reauthenticate }: DeletionParts): Deletion {
  async function look(client: Client, account: Account): Promise<Remains> {
    const counted = await client.query<Record<'orders' | 'deposits' | 'withdrawals', string>>(COUNTS, [
      account.id,
    ]);
    const debts = await client.query<Amount>(DEBTS, [account.id]);
    const held = await client.query<Amount & { smallest: string }>(BALANCES, [account.id]);
    const counts = counted.rows[0] ?? { orders: '0', deposits: '0', withdrawals: '0' };
    const isSmall = ({ currency, amount, smallest }: Amount & { smallest: string }): boolean =>
      BigInt(amount) < BigInt(smallest) + feeOf(currency);
    return {
      obstacles: [
        ...(account.email?.toLowerCase() === SANDBOX_EMAIL ? [{ kind: 'shared' as const }] : []),
        ...(['orders', 'deposits', 'withdrawals'] as const)
          .map((kind) => ({ kind, count: Number(counts[kind]) }))
          .filter(({ count }) => count > 0),
        ...debts.rows.map((row) => ({ kind: 'debt' as const, ...inText(row) })),
        ...held.rows
          .filter((row) => !isSmall(row))
          .map((row) => ({ kind: 'balance' as const, ...inText(row) })),
      ],
      leftovers: held.rows.filter(isSmall).map(inText),
    };
  }

  return {
    look: (account) => look(pool, account),

    remove: (account, { username, givenUp, attempt }) =>
      atomically(pool, async (client): Promise<Outcome<readonly string[]>> => {
        // In the same order as elsewhere: orders and withdrawals lock balances before the account.
        await client.query('select from users where account_id = $1 for update', [account.id]);
        await client.query('select from balances where account_id = $1 order by currency for update', [
          account.id,
        ]);
        await client.query('select from accounts where id = $1 for update', [account.id]);
        if (asRead(username) !== asRead(account.username)) return refuse.usernameWrong();
        const { obstacles, leftovers } = await look(client, account);
        if (obstacles.length > 0) return refuse.notEmpty();
        if (listOf(leftovers) !== listOf(givenUp)) return refuse.leftovers();
        const unproven = await reauthenticate(client, account.id, attempt);
        if (unproven) return unproven;
        const { rows } = await client.query<{ key: string }>(
          `select encode(token_hash, 'hex') as key from sessions where account_id = $1`,
          [account.id],
        );
        const revoked = await revokeKeys(client, account.id);
        await client.query(
          `delete from ticket_comments using tickets
           where tickets.number = ticket_comments.ticket and tickets.account_id = $1`,
          [account.id],
        );
        await client.query(
          `delete from refund_addresses r where account_id = $1 and not exists (
             select from deposit_addresses d where d.account_id = $1 and d.coin = r.coin)`,
          [account.id],
        );
        for (const table of ERASED)
          await client.query(`delete from ${table} where account_id = $1`, [account.id]);
        await client.query('update accounts set is_erased = true where id = $1', [account.id]);
        return { ok: true, value: [...rows.map(({ key }) => key), ...revoked] };
      }),
  };
}

const inText = ({ currency, amount }: Amount): Amount => ({ currency, amount: textOf(BigInt(amount)) });

const listOf = (amounts: readonly Amount[]): string =>
  amounts
    .map(({ currency, amount }) => `${currency} ${amount}`)
    .toSorted()
    .join();

const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  ok: false,
  status,
  code,
  message,
});

const refuse = {
  usernameWrong: () =>
    refusal(422, 'USERNAME_WRONG', 'This is not your username. Type it exactly as it is shown.'),
  notEmpty: () =>
    refusal(
      409,
      'ACCOUNT_IN_USE',
      'The account cannot be deleted yet: balances, open orders, deposits or withdrawals are in the way.',
    ),
  leftovers: () =>
    refusal(409, 'AMOUNTS_CHANGED', 'What stays behind has changed. Please look at the amounts again.'),
};
