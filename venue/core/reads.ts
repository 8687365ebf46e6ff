import type { Pool } from 'pg';
import {
  type BalanceRecord,
  type ExecutionRecord,
  OPEN_STATES,
  type OrderRecord,
  type Page,
  type TradeRecord,
} from '../exchange.ts';
import { textOf } from '../ledger/units.ts';
import {
  type ExecutionRow,
  executionOf,
  ORDER_COLUMNS,
  type OrderRow,
  orderOf,
  TRADE_COLUMNS,
  type TradeRow,
  tradeOf,
} from './records.ts';

/** Sorted by ticker. */
export async function readBalances(pool: Pool, accountId: string): Promise<BalanceRecord[]> {
  const { rows } = await pool.query<{ currency: string; available: string; in_orders: string }>(
    `select c.ticker as currency, coalesce(b.available, 0) as available, coalesce(b.in_orders, 0) as in_orders
     from coins c left join balances b on b.currency = c.ticker and b.account_id = $1 order by c.ticker`,
    [accountId],
  );
  return rows.map((row) => ({
    currency: row.currency,
    available: textOf(BigInt(row.available)),
    inOrders: textOf(BigInt(row.in_orders)),
  }));
}

export async function readOrder(
  pool: Pool,
  accountId: string,
  orderId: string,
): Promise<OrderRecord | undefined> {
  const { rows } = await pool.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where id = $1 and account_id = $2`,
    [orderId, accountId],
  );
  return rows[0] && orderOf(rows[0]);
}

const OPEN: ReadonlySet<OrderRecord['state']> = new Set(OPEN_STATES);

export async function readOrders(
  pool: Pool,
  accountId: string,
  filter: { readonly pair?: string; readonly states?: readonly OrderRecord['state'][] } & Page,
): Promise<OrderRecord[]> {
  const { pair = null, states = null, skip, limit } = filter;
  // Written as a literal so that the index of open orders is used.
  const isOpenOnly = states?.every((state) => OPEN.has(state))
    ? `and state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')`
    : '';
  const { rows } = await pool.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders
     where account_id = $1 and ($2::text is null or pair = $2) and ($3::text[] is null or state = any ($3)) ${isOpenOnly}
     order by number desc offset $4 limit $5`,
    [accountId, pair, states, skip, limit],
  );
  return rows.map(orderOf);
}

export async function readExecutions(
  pool: Pool,
  accountId: string,
  filter: { readonly pair?: string } & Page,
): Promise<ExecutionRecord[]> {
  const { pair = null, skip, limit } = filter;
  const { rows } = await pool.query<ExecutionRow>(
    `select * from (
       (select number, id, pair, taker_side as side, taker_kind as kind, price, quantity, value, false as is_maker,
          taker_fee as fee, taker_fee_ppm as fee_ppm, at
        from trades where taker_account = $1 and ($2::text is null or pair = $2) order by number desc limit $3)
       union all
       (select number, id, pair, case taker_side when 'buy' then 'sell' else 'buy' end, 'limit', price, quantity, value,
          true, maker_fee, maker_fee_ppm, at
        from trades where maker_account = $1 and ($2::text is null or pair = $2) order by number desc limit $3)
     ) fills order by number desc offset $4 limit $5`,
    [accountId, pair, skip + limit, skip, limit],
  );
  return rows.map((row) => executionOf(row, accountId));
}

export async function readTrades(pool: Pool, pair: string, limit: number): Promise<TradeRecord[]> {
  const { rows } = await pool.query<TradeRow>(
    `select ${TRADE_COLUMNS} from trades where pair = $1 order by number desc limit $2`,
    [pair, limit],
  );
  return rows.map(tradeOf);
}

/** Amounts with their coins, owed for deposits that were undone (LEDGER-02). */
export async function readOwed(client: Pick<Pool, 'query'>, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ coin: string; owed: string }>(
    `select coin, sum(covered)::text as owed from deposits where account_id = $1 and covered > 0
     group by coin order by coin`,
    [accountId],
  );
  return rows.map(({ coin, owed }) => `${textOf(BigInt(owed))} ${coin}`);
}
