import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import {
  type Exchange,
  OPEN_STATES,
  type OrderRecord,
  type Outcome,
  type Refusal,
} from '../../../venue/exchange.ts';
import { textOf } from '../../../venue/ledger/units.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { transaction } from '../../../venue/sql/transaction.ts';
import type { DatabaseKind, TestDatabase } from '../databases.ts';

export const APPEND_ONLY = ['entries', 'postings', 'trades', 'seals'] as const;

/** Writes as the owner of the tables, even where rows can only be added. @returns the rows changed. */
export function tamper(pool: Pool, sql: string, values: readonly unknown[] = []): Promise<number> {
  return transaction(pool, async (client) => {
    for (const table of APPEND_ONLY) await client.query(`alter table ${table} disable trigger append_only`);
    const { rowCount } = await client.query(sql, [...values]);
    for (const table of APPEND_ONLY) await client.query(`alter table ${table} enable trigger append_only`);
    return rowCount ?? 0;
  });
}

/** A trading core on a fresh database. */
export interface Harness {
  readonly exchange: Exchange;
  readonly store: Store;
  /** A new account with the given amounts by coin. */
  account(funds?: Readonly<Record<string, string>>): Promise<string>;
  /** `available/in orders` of each coin with a balance, by coin. */
  balances(accountId: string): Promise<Record<string, string>>;
  /** The account's fills as taker: the resting order, price and quantity of each, oldest first. */
  fills(taker: string): Promise<(readonly [makerOrder: string, price: string, quantity: string])[]>;
  /** Cancels every open order of the accounts, so that tests do not meet each other's orders. */
  cancelAll(...accounts: readonly string[]): Promise<void>;
  /** Waits until every matched fill is settled and no stop order is about to be matched; audits meanwhile. */
  settled(): Promise<void>;
  balanced(): Promise<void>;
  /** Closes core and store and opens both again on the same database. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function startCore(
  kind: DatabaseKind,
  keeps: 'in memory' | 'on disk' = 'in memory',
  fillsAtOnce?: number,
): Promise<Harness> {
  const database = await kind.create(keeps);
  try {
    return await startOn(database, fillsAtOnce);
  } catch (error) {
    await database.remove();
    throw error;
  }
}

async function startOn(database: TestDatabase, fillsAtOnce: number | undefined): Promise<Harness> {
  const options = fillsAtOnce === undefined ? {} : { fillsAtOnce };
  let store = await openStore(database.options);
  // Wide, so that tests of other rules can move prices.
  await store.pool.query('update pairs set price_deviation_ppm = 250000');
  let exchange = await createExchange({ store, ...options });
  return {
    get exchange() {
      return exchange;
    },
    get store() {
      return store;
    },
    async account(funds = {}) {
      const id = randomUUID();
      await store.pool.query('insert into accounts (id) values ($1)', [id]);
      for (const [currency, amount] of Object.entries(funds))
        await exchange.fund(id, { [currency]: amount }, 'test');
      return id;
    },
    async balances(accountId) {
      const all = await exchange.balances(accountId);
      return Object.fromEntries(
        all
          .filter(({ available, inOrders }) => available !== '0' || inOrders !== '0')
          .map(({ currency, available, inOrders }) => [currency, `${available}/${inOrders}`]),
      );
    },
    async fills(taker) {
      const { rows } = await store.pool.query<{ maker_order: string; price: string; quantity: string }>(
        'select maker_order, price, quantity from trades where taker_account = $1 order by number',
        [taker],
      );
      return rows.map((row) => [row.maker_order, textOf(BigInt(row.price)), textOf(BigInt(row.quantity))]);
    },
    async cancelAll(...accounts) {
      for (const account of accounts) {
        const open = await exchange.orders(account, { states: [...OPEN_STATES], skip: 0, limit: 1000 });
        for (const { id } of open) accepted(await exchange.cancel(account, id));
      }
    },
    async settled() {
      // An audit reads every book between two settlements.
      while ((await unsettledIn(store)) + (await triggeredIn(store)) > 0)
        expect(await exchange.audit()).toEqual([]);
    },
    async balanced() {
      expect(await exchange.audit()).toEqual([]);
    },
    async restart() {
      await exchange.close();
      await store.close();
      store = await openStore(database.options);
      exchange = await createExchange({ store, ...options });
    },
    async remove() {
      await exchange.close();
      await store.close();
      await database.remove();
    },
  };
}

export function accepted(outcome: Outcome<OrderRecord>): OrderRecord {
  if (!outcome.ok) throw new Error(`refused: ${outcome.code} ${outcome.message}`);
  return outcome.value;
}

export function refused(outcome: Outcome<OrderRecord>): Refusal {
  expect(outcome).toMatchObject({ ok: false });
  if (outcome.ok) throw new Error('accepted');
  return outcome;
}

/** Stop orders that are about to be matched. */
export async function triggeredIn(store: Store): Promise<number> {
  const { rows } = await store.pool.query<{ count: string }>(
    `select count(*) from orders where state = 'TRIGGERED'`,
  );
  return Number(rows[0]?.count);
}

/**
 * Waiting stop orders, and orders with another leg, whose price a trade of an order matched later has reached (STOP-01,
 * OCO-02), and those that trail a worse price than such a trade had (TRAIL-02). Fills of an earlier order may be settled
 * after them.
 */
export async function missedStops(query: (sql: string) => Promise<unknown>): Promise<string[]> {
  const { rows } = (await query(
    `select o.id from (select *, coalesce(stop_price, oco_stop) as stop from orders
         where (state = 'WAITING' and trail is null) or (state in ('OPENED', 'PARTIALLY_FILLED') and stop_price is null)) o
       where exists (select from trades t join orders k on k.id = t.taker_order
         where t.pair = o.pair and t.at > o.created_at
         and coalesce(k.priority, k.number) > coalesce(o.priority, o.number)
         and case o.side when 'buy' then t.price >= o.stop else t.price <= o.stop end)
     union all select o.id from orders o
         cross join lateral (select price from trail_marks where pair = o.pair and side = o.side and since <= o.number
           order by since desc limit 1) m
       where o.state = 'WAITING' and o.trail is not null and exists (select from trades t join orders k on k.id = t.taker_order
         where t.pair = o.pair and t.at > o.created_at and coalesce(k.priority, k.number) > o.number
         and case o.side when 'buy' then t.price < m.price else t.price > m.price end)`,
  )) as { rows: { id: string }[] };
  return rows.map(({ id }) => `stop order ${id} waits, and a trade has reached or moved it`);
}

/** Orders with matched fills that are not settled. */
export async function unsettledIn(store: Store): Promise<number> {
  const { rows } = await store.pool.query<{ count: string }>('select count(*) from unsettled_orders');
  return Number(rows[0]?.count);
}
