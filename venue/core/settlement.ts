import type { Pool } from 'pg';
import type { Side } from '../../src/domain/market.ts';
import type { Line } from '../ledger/lines.ts';
import { sqlErrorOf } from '../sql/transaction.ts';
import type { FarOrder } from './farPrice.ts';

/** Units are text, because a JSON number cannot hold an int8. */
export interface MakerChange {
  readonly id: string;
  readonly quantity_before: string;
  readonly quantity_left: string;
  readonly value: string;
  readonly state: 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED';
  /** Of an iceberg order: what the book does not show, and the new time priority where it shows another part. */
  readonly hidden?: string;
  readonly number?: number;
}

export interface TradeInsert {
  readonly number: number;
  readonly id: string;
  readonly price: string;
  readonly quantity: string;
  readonly value: string;
  readonly taker_fee: string;
  readonly taker_fee_ppm: string;
  readonly maker_account: string;
  readonly maker_order: string;
  readonly maker_fee: string;
  readonly maker_fee_ppm: string;
  readonly is_counted: boolean;
}

/** A mark of `matching/trails.ts`. */
export interface StoredMark {
  readonly side: Side;
  readonly since: number;
  readonly price: string;
}

/** One operation of `settle_batch` (`venue/sql/schema.sql`). */
export interface Operation {
  readonly type: 'order' | 'amend' | 'trigger' | 'reach' | 'fill' | 'cancel' | 'refusal' | 'fund';
  readonly at: Date;
  /** Null where there is none. */
  readonly account: string | null;
  /** The idempotency key. */
  readonly intent?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly outcome?: unknown;
  readonly id?: string;
  readonly entry?: string;
  /** Time priority. */
  readonly number?: number;
  /** Number of an amendment, between those of trades, and the base units left before it. */
  readonly amendment?: number | undefined;
  readonly quantity_before?: string;
  readonly side?: string;
  readonly kind?: string;
  readonly price?: string | null;
  readonly time_in_force?: string;
  readonly post_only?: boolean;
  readonly stop_price?: string;
  /** Of an iceberg order: what the book shows of it at most, and what it does not show. */
  readonly display?: string;
  readonly hidden?: string;
  /** Of a one-cancels-other order. */
  readonly oco_stop?: string;
  readonly oco_limit?: string | null;
  /** Of an order that trails the last price, in tenths of a percent. */
  readonly trail?: string;
  /** Best prices that trailing orders have seen: each replaces those of its side from its `since` on (TRAIL-04). */
  readonly marks?: readonly StoredMark[];
  /** The stop orders that its trades reach, or the first of them, and where those that trailed were triggered. */
  readonly triggers?: readonly { readonly id: string; readonly stop?: string }[];
  /** The farthest prices of those trades, where they reach more stop orders (LOAD-16). */
  readonly reached?: {
    readonly lowest: string;
    readonly highest: string;
    readonly marks: readonly StoredMark[];
  };
  /** Whether it triggers the last of the reached ones. */
  readonly are_last?: boolean;
  readonly quantity?: string;
  readonly quantity_left?: string;
  readonly cost?: string | null;
  readonly value?: string;
  readonly state?: string;
  readonly executed_at?: Date | null;
  /** For an order that is counted for LEDGER-08. */
  readonly far?: FarOrder | undefined;
  /** The coin that the order pays with, units taken from the free balance, and units of them that stay reserved. */
  readonly pay?: string;
  readonly need?: string;
  readonly rest?: string;
  /** Of `need`, what a refusal names; where it is missing, all of it. 0 or less names nothing. */
  readonly named?: string;
  readonly unsettled_quantity?: string;
  readonly unsettled_value?: string;
  readonly ends_as?: string;
  readonly reason?: string;
  readonly lines?: readonly Line[];
  readonly makers?: readonly MakerChange[];
  readonly trades?: readonly TradeInsert[];
}

export type Stop =
  | { readonly why: 'repeated'; readonly fingerprint: string; readonly outcome: unknown }
  | { readonly why: 'short'; readonly needed: string; readonly named: string; readonly available: string }
  | { readonly why: 'far' };

export interface Settled {
  readonly done: number;
  readonly stop: Stop | null;
}

/** `isUndone`: certainly nothing was stored. */
export class SettlementError extends Error {
  override readonly name = 'SettlementError';
  readonly isUndone: boolean;
  readonly code: string | undefined;

  constructor(isUndone: boolean, cause: unknown) {
    super(
      isUndone
        ? 'the settlement was refused by the database'
        : 'it is not known whether the settlement was stored',
      { cause },
    );
    this.isUndone = isUndone;
    this.code = sqlErrorOf(cause)?.code;
  }
}

/** Deadlock and serialisation failure: nothing was stored, so the statement is repeated. */
const AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Settles in one transaction and one round trip. @param book null when none is concerned. @throws SettlementError */
export async function settle(
  pool: Pool,
  book: { readonly pair: string; readonly epoch: string } | null,
  operations: readonly Operation[],
): Promise<Settled> {
  const batch = JSON.stringify({
    ...book,
    touched: touchedBy(operations),
    operations: operations.map((operation, i) => ({
      ...operation,
      i,
      lines: operation.lines?.map(lineForSql),
    })),
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(pool, batch);
    } catch (error) {
      const isWorthAnother = error instanceof SettlementError && AGAIN.has(error.code ?? '');
      if (!isWorthAnother || attempt === ATTEMPTS) throw error;
    }
  }
}

async function run(pool: Pool, batch: string): Promise<Settled> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new SettlementError(true, error); // nothing was sent
  });
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<{ settled: Settled }>({
      name: 'settle',
      text: 'select settle_batch($1) as settled',
      values: [batch],
    });
    const settled = rows[0]?.settled;
    if (!settled) throw new Error('settle_batch answered nothing');
    return settled;
  } catch (error) {
    // An ERROR rolled everything back. A FATAL, or no answer, may have come after the commit.
    const isUndone = sqlErrorOf(error)?.severity === 'ERROR';
    if (!isUndone) broken = error instanceof Error ? error : new Error('the connection failed');
    throw new SettlementError(isUndone, error);
  } finally {
    client.release(broken);
  }
}

const lineForSql = (line: Line) => ({
  account: line.account,
  house: line.house,
  currency: line.currency,
  available: String(line.available),
  in_orders: String(line.inOrders),
});

/** IDs of the accounts whose orders or balances the operations change. */
export const accountsOf = (operations: readonly Operation[]): string[] => [
  ...new Set([
    ...operations.flatMap(({ account }) => account ?? []),
    ...touchedBy(operations).map(({ account }) => account),
  ]),
];

function touchedBy(operations: readonly Operation[]): { account: string; currency: string }[] {
  const touched = new Map<string, { account: string; currency: string }>();
  const touch = (account: string, currency: string): void => {
    touched.set(`${account} ${currency}`, { account, currency });
  };
  for (const { account, pay, lines } of operations) {
    if (account !== null && pay !== undefined) touch(account, pay);
    for (const line of lines ?? []) if (line.account !== null) touch(line.account, line.currency);
  }
  return [...touched.values()];
}
