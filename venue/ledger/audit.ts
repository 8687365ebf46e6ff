import type { Pool, QueryConfig } from 'pg';
import { SOLVENCY_RULES } from '../solvency/statements.ts';
import { SEAL_RULES } from './sealRules.ts';
import { type Rule, TRANSFER_RULES } from './transferRules.ts';
import { textOf } from './units.ts';

/**
 * The state of an order of the trade `t` at that trade: a later amendment has kept the former price. Looked up by key
 * for each trade: joining lists without statistics would compare every trade with every order (LOAD-13).
 */
const termsOf = (order: 'maker_order' | 'taker_order'): string => `
  select account_id, pair, side,
      ${order === 'maker_order' ? "case when oco_stop is null then kind else 'limit' end" : 'kind'} as kind, coalesce((select a.price from amendments a
      where a.order_id = o.id and a.number > t.number order by a.number limit 1), o.price) as price
    from orders o where o.id = t.${order}`;

const RULES: readonly Rule[] = [
  {
    name: 'what all holders have of a coin does not sum to 0',
    isQuick: true,
    sql: `select 'all holders' as what, currency as coin, sum(amount) as found, 0 as wanted
      from (select currency, sum(available) + sum(in_orders) as amount from balances group by currency
            union all select currency, amount from house_balances) h
      group by currency having sum(amount) <> 0`,
  },
  {
    name: 'an entry of the journal does not balance',
    sql: `select 'entry ' || entry_id as what, currency as coin, sum(available + in_orders::numeric) as found, 0 as wanted
      from postings group by entry_id, currency having sum(available + in_orders::numeric) <> 0`,
  },
  {
    name: 'a posting has no entry',
    sql: `select 'entry ' || p.entry_id as what, p.currency as coin, p.available as found, 0 as wanted
      from postings p left join entries e on e.id = p.entry_id where e.id is null`,
  },
  {
    name: 'the free balance is not what was posted to it',
    sql: `select 'account ' || coalesce(b.account_id, p.account_id) as what, coalesce(b.currency, p.currency) as coin,
        coalesce(b.available, 0) as found, coalesce(p.available, 0) as wanted
      from balances b full join (select account_id, currency, sum(available) as available
          from postings where account_id is not null group by account_id, currency) p
        on p.account_id = b.account_id and p.currency = b.currency
      where coalesce(b.available, 0) <> coalesce(p.available, 0)`,
  },
  {
    name: 'the balance held for orders is not what was posted to it',
    sql: `select 'account ' || coalesce(b.account_id, p.account_id) as what, coalesce(b.currency, p.currency) as coin,
        coalesce(b.in_orders, 0) as found, coalesce(p.in_orders, 0) as wanted
      from balances b full join (select account_id, currency, sum(in_orders) as in_orders
          from postings where account_id is not null group by account_id, currency) p
        on p.account_id = b.account_id and p.currency = b.currency
      where coalesce(b.in_orders, 0) <> coalesce(p.in_orders, 0)`,
  },
  {
    name: 'a house balance is not what was posted to it',
    sql: `select 'house ' || coalesce(b.name, p.house) as what, coalesce(b.currency, p.currency) as coin,
        coalesce(b.amount, 0) as found, coalesce(p.amount, 0) as wanted
      from house_balances b full join (select house, currency, sum(available) as amount
          from postings where house is not null group by house, currency) p
        on p.house = b.name and p.currency = b.currency
      where coalesce(b.amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    name: 'the balance held for orders is not what the open orders need',
    isQuick: true,
    sql: `select 'account ' || coalesce(b.account_id, o.account_id) as what, coalesce(b.currency, o.currency) as coin,
        coalesce(b.in_orders, 0) as found, coalesce(o.held, 0) as wanted
      from (select * from balances where in_orders <> 0) b full join (
          select account_id, case side when 'buy' then p.quote else p.base end as currency,
            sum(coalesce(case when side = 'buy' then u.value else u.quantity end, 0) + case
              when u.ends_as is not null then 0
              when cost is not null then cost
              when side = 'buy' then (case when stop_price is null then greatest(price, oco_limit) else price end)::numeric * (quantity_left - coalesce(u.quantity, 0)) / 100000000
              else quantity_left - coalesce(u.quantity, 0) end) as held
          from orders join pairs p on p.symbol = orders.pair left join unsettled_orders u on u.order_id = orders.id
          where state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')
          group by 1, 2) o
        on o.account_id = b.account_id and o.currency = b.currency
      where coalesce(b.in_orders, 0) <> coalesce(o.held, 0)`,
  },
  {
    name: 'a balance is below zero',
    isQuick: true,
    sql: `select 'account ' || account_id as what, currency as coin, least(available, in_orders) as found, 0 as wanted
      from balances where available < 0 or in_orders < 0`,
  },
  {
    name: 'an order has not traded what its trades say',
    sql: `select 'order ' || coalesce(o.id, t.id) as what, split_part(coalesce(o.pair, t.pair), '-', 1) as coin,
        coalesce(o.quantity - o.quantity_left, 0) as found, coalesce(t.quantity, 0) as wanted
      from orders o full join (
          select id, pair, sum(quantity) as quantity, sum(value) as value from (
            select taker_order as id, pair, quantity, value from trades
            union all select maker_order, pair, quantity, value from trades) sides
          group by id, pair) t on t.id = o.id
      where coalesce(o.quantity - o.quantity_left, 0) <> coalesce(t.quantity, 0)
        or coalesce(o.value, 0) <> coalesce(t.value, 0)`,
  },
  {
    name: 'an order has not paid the fees of its trades',
    sql: `select 'order ' || coalesce(o.id, t.id) as what, split_part(coalesce(o.pair, t.pair), '-',
          case o.side when 'buy' then 1 else 2 end) as coin, coalesce(o.fee, 0) as found, coalesce(t.fee, 0) as wanted
      from orders o full join (
          select id, pair, sum(fee) as fee from (
            select taker_order as id, pair, taker_fee as fee from trades
            union all select maker_order, pair, maker_fee from trades) sides
          group by id, pair) t on t.id = o.id
      where coalesce(o.fee, 0) <> coalesce(t.fee, 0)`,
  },
  {
    name: 'an account does not have what it was given and traded',
    sql: `select 'account ' || coalesce(h.account_id, m.account_id) as what, coalesce(h.currency, m.currency) as coin,
        coalesce(h.amount, 0) as found, coalesce(m.amount, 0) as wanted
      from (select account_id, currency, available + in_orders::numeric as amount from balances) h full join (
          select account_id, currency, sum(amount) as amount from (
            select p.account_id, p.currency, p.available + p.in_orders::numeric as amount
              from postings p join entries e on e.id = p.entry_id
              where p.account_id is not null and e.kind not in ('order', 'amend', 'trigger', 'fill', 'cancel')
            union all
            select case f.side when 'buy' then buyer else seller end, case f.side when 'buy' then base else quote end, f.gets
              from sides s join pairs on symbol = s.pair,
                lateral (values ('buy', s.quantity - s.buyer_fee), ('sell', s.value - s.seller_fee)) f(side, gets)
            union all
            select case f.side when 'buy' then buyer else seller end, case f.side when 'buy' then quote else base end, -f.pays
              from sides s join pairs on symbol = s.pair,
                lateral (values ('buy', s.value), ('sell', s.quantity)) f(side, pays)) moves
          group by account_id, currency) m
        on m.account_id = h.account_id and m.currency = h.currency
      where coalesce(h.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    name: 'a trade does not fit its orders',
    sql: `select 'trade ' || t.id as what, split_part(t.pair, '-', 1) as coin, t.price as found,
        coalesce(m.price, 0) as wanted
      from trades t left join lateral (${termsOf('maker_order')}) m on true
        left join lateral (${termsOf('taker_order')}) o on true
      where (m.account_id, m.pair, m.price, m.kind, o.account_id, o.pair, o.side, o.kind)
          is distinct from (t.maker_account, t.pair, t.price, 'limit', t.taker_account, t.pair, t.taker_side, t.taker_kind)
        or m.side = o.side or case o.side when 'buy' then o.price < t.price else o.price > t.price end`,
  },
  {
    name: 'a fee is not what its rate makes of what was received',
    sql: `select 'trade ' || id as what, split_part(pair, '-', 1) as coin, buyer_fee as found,
        ceil(quantity::numeric * buyer_ppm / 1000000) as wanted from sides
        where buyer_fee <> ceil(quantity::numeric * buyer_ppm / 1000000)
      union all select 'trade ' || id, split_part(pair, '-', 2), seller_fee,
        ceil(value::numeric * seller_ppm / 1000000) from sides
        where seller_fee <> ceil(value::numeric * seller_ppm / 1000000)`,
  },
  {
    name: 'an answer under a key names an order that is not there',
    sql: `select 'account ' || i.account_id as what, i.outcome -> 'order' ->> 'pair' as coin, 0 as found, 1 as wanted
      from intents i left join orders o on o.id = (i.outcome -> 'order' ->> 'id')::uuid and o.account_id = i.account_id
      where i.outcome ? 'order' and o.id is null`,
  },
  {
    name: 'a trade is not worth its price times its quantity',
    sql: `select 'trade ' || id as what, split_part(pair, '-', 2) as coin, value as found,
        price::numeric * quantity / 100000000 as wanted
      from trades where value <> price::numeric * quantity / 100000000`,
  },
  {
    name: 'the fees kept are not those of the trades',
    sql: `select 'house ' || coalesce(h.name, f.name) as what, coalesce(h.currency, f.currency) as coin,
        coalesce(h.amount, 0) as found, coalesce(f.amount, 0) as wanted
      from (select * from house_balances where name like 'fees:%') h full join (
          select name, currency, sum(amount) as amount from (
            select 'fees:' || pair as name, split_part(pair, '-', case taker_side when 'buy' then 1 else 2 end) as currency,
              taker_fee as amount from trades
            union all
            select 'fees:' || pair, split_part(pair, '-', case taker_side when 'buy' then 2 else 1 end), maker_fee
              from trades) fees
          group by name, currency) f on f.name = h.name and f.currency = h.currency
      where coalesce(h.amount, 0) <> coalesce(f.amount, 0)`,
  },
];

const SIDES = `with sides as (
  select id, pair, quantity, value,
    case taker_side when 'buy' then taker_account else maker_account end as buyer,
    case taker_side when 'buy' then taker_fee else maker_fee end as buyer_fee,
    case taker_side when 'buy' then taker_fee_ppm else maker_fee_ppm end as buyer_ppm,
    case taker_side when 'buy' then maker_account else taker_account end as seller,
    case taker_side when 'buy' then maker_fee else taker_fee end as seller_fee,
    case taker_side when 'buy' then maker_fee_ppm else taker_fee_ppm end as seller_ppm
  from trades)`;

interface FindingRow {
  readonly what: string;
  readonly coin: string;
  readonly found: string;
  readonly wanted: string;
}

const LARGEST_REPORT = 100;
/** Milliseconds. */
const WITHIN_MS = 600_000;

/**
 * Each rule is one statement, and so sees one state of the database. Between two rules others get the embedded database,
 * which has one connection (LOAD-13). @param reach `quick` skips rules that read the history.
 * @returns at most 100 findings a rule.
 */
export async function auditLedger(
  pool: Pick<Pool, 'query'>,
  reach: 'whole' | 'quick' = 'whole',
): Promise<string[]> {
  const rules = [...RULES, ...TRANSFER_RULES, ...SEAL_RULES, ...SOLVENCY_RULES].filter(
    ({ isQuick }) => reach === 'whole' || isQuick,
  );
  // Parallel workers of the database would take the processors that traders wait for (LOAD-15). Audits have their own
  // connection.
  await pool.query('set max_parallel_workers_per_gather = 0');
  const findings: string[] = [];
  for (const { name, sql } of rules) {
    // pg supports `query_timeout`, its types do not.
    const query: QueryConfig & { query_timeout: number } = {
      text: `${SIDES} select what, coin, found::text, wanted::text from (${sql}) findings limit ${LARGEST_REPORT}`,
      query_timeout: WITHIN_MS,
    };
    const { rows } = await pool.query<FindingRow>(query);
    findings.push(
      ...rows.map(
        ({ what, coin, found, wanted }) =>
          `${name}: ${what}, ${coin}: ${amount(found)} instead of ${amount(wanted)}`,
      ),
    );
  }
  return findings;
}

const amount = (units: string): string =>
  /^-?\d+(\.0+)?$/.test(units) ? textOf(BigInt(units.replace(/\.0+$/, ''))) : `${units} units`;
