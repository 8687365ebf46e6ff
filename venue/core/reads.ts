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
  READ_COLUMNS,
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
    `select ${READ_COLUMNS} from orders where id = $1 and account_id = $2`,
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
  // The order of an index is kept for one state, not for a list.
  const ofState =
    states?.length === 1 ? 'state = ($3::text[])[1]' : '($3::text[] is null or state = any ($3))';
  // Skipped rows are read from an index alone (LOAD-15).
  const { rows } = await pool.query<OrderRow>(
    `select ${READ_COLUMNS} from orders join (
       select number from orders where account_id = $1 and ($2::text is null or pair = $2) and ${ofState} ${isOpenOnly}
       order by number desc offset $4 limit $5) page using (number)
     order by number desc`,
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
    `select number, id, pair, case when is_maker = (taker_side = 'buy') then 'sell' else 'buy' end as side,
       case when is_maker then 'limit' else taker_kind end as kind, price, quantity, value, is_maker,
       case when is_maker then maker_order else taker_order end as order_id,
       case when is_maker then maker_fee else taker_fee end as fee,
       case when is_maker then maker_fee_ppm else taker_fee_ppm end as fee_ppm, at
     from trades join (
       select * from (
         (select number, false as is_maker from trades
          where taker_account = $1 and ($2::text is null or pair = $2) order by number desc limit $3)
         union all
         (select number, true from trades
          where maker_account = $1 and ($2::text is null or pair = $2) order by number desc limit $3)
       ) fills order by number desc offset $4 limit $5) page using (number)
     order by number desc`,
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
