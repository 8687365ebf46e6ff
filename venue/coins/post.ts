import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Lines } from '../ledger/lines.ts';
import { movingTransaction, noteMoves } from '../ledger/moves.ts';
import { sqlErrorOf } from '../sql/transaction.ts';

export type Client = Pick<PoolClient, 'query'>;

/** The venue's own accounts that transfers move (the table `house_balances`). */
export const HOUSE = {
  chain: { house: 'chain' },
  withdrawals: { house: 'withdrawals' },
  depositFees: { house: 'deposit-fees' },
  losses: { house: 'losses' },
  /** Below zero by the fees that operators have paid out (OPERATOR-19). */
  paidOut: { house: 'paid-out' },
  /** Came in, is not credited, and has not been returned (REFUND-07). */
  unreturned: { house: 'unreturned' },
} as const;

interface Move {
  readonly kind: 'deposit' | 'withdrawal' | 'payout';
  /** Null for a payout. */
  readonly transfer: string | null;
  readonly reason: string;
  readonly at: Date;
}

/** Posts one journal entry. @throws Error of the database for a negative balance or lines that do not sum to 0. */
export async function post(client: Client, move: Move, lines: Lines): Promise<void> {
  const json = JSON.stringify(
    lines
      .all()
      .map(({ account, house, currency, available }) => ({
        account,
        house,
        currency,
        available: String(available),
      })),
  );
  await client.query('select post_transfer($1, $2, $3, $4, $5, $6)', [
    randomUUID(),
    move.kind,
    move.transfer,
    move.reason,
    move.at,
    json,
  ]);
  noteMoves(
    client,
    lines.all().flatMap(({ account }) => account ?? []),
  );
}

export interface Holding {
  readonly account: string;
  readonly currency: string;
}

/** The same order in all transactions prevents deadlocks. */
export async function lockBalances(client: Client, touched: readonly Holding[]): Promise<void> {
  if (touched.length === 0) return;
  const each = new Map(touched.map((holding) => [`${holding.account} ${holding.currency}`, holding]));
  await client.query('select lock_balances($1)', [JSON.stringify([...each.values()])]);
}

/** The free balance in units, locked until the transaction ends. */
export async function lockedBalance(client: Client, holding: Holding): Promise<bigint> {
  await lockBalances(client, [holding]);
  const { rows } = await client.query<{ available: string }>(
    'select available from balances where account_id = $1 and currency = $2',
    [holding.account, holding.currency],
  );
  return BigInt(rows[0]?.available ?? '0');
}

/** Deadlocks and serialisation failures: nothing was stored. */
const AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Runs `work` in one transaction, and again after a deadlock or a serialisation failure. */
export async function atomically<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await movingTransaction(pool, work);
    } catch (error) {
      if (!AGAIN.has(sqlErrorOf(error)?.code ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
}
