// Fills the database of a venue by SQL, as if it had traded for a year. Its ledger balances.
import pg from 'pg';

export interface Extent {
  readonly accounts: number;
  readonly orders: number;
  readonly trades: number;
  /** In the book of `BIG_PAIR`. */
  readonly open: number;
}

export const BIG_PAIR = 'XMR-BTC';
/** So many takers of a group trade with so many makers, each with each. */
const SIDE = 20;
const GROUP = { orders: 2 * SIDE, trades: SIDE * SIDE };
/** Ticks: prices of trades are in between, bids below and asks above. */
const PRICES = { from: 10_000, to: 10_200, depth: 2500 };
/** In ticks. */
export const BEST_BID = BigInt(PRICES.from - 1);
/** Units of each coin that an account was given. */
const GRANT = 10_000_000_000_000n;

/** The account number 0 is the trader's: a tenth of all trades and a hundred open orders are its own. */
const steps = ({ accounts, orders, open }: Extent, trader: string): readonly string[] => {
  const half = accounts / 2;
  const groups = orders / GROUP.orders;
  return [
    `create temp table account_of as select i, case i when 0 then (select account_id from users where email = '${trader}')
         else gen_random_uuid() end as id
       from generate_series(0, ${accounts - 1}) i`,
    'create unique index on account_of (i)',
    `insert into accounts (id, created_at) select id, now() - interval '1 year' from account_of where i > 0`,
    `insert into users (account_id, email, username, password_hash)
       select id, 'user' || i || '@example.org', 'user-' || i, 'none' from account_of where i > 0`,
    `create temp table trading_group as select g, symbol as pair, base, quote, maker_fee_ppm, taker_fee_ppm,
         min_price_increment * (${PRICES.from} + g % ${PRICES.to - PRICES.from}) as price, min_order_size as quantity,
         case when g / 10 % 2 = 0 then 'buy' else 'sell' end as taker_side,
         now() - interval '1 year' * (${groups} - g) / ${groups} as at
       from generate_series(0, ${groups - 1}) g, lateral (
         select p.*, row_number() over (order by symbol) - 1 as n, count(*) over () as pairs from pairs p) p
       where case when g / 20 % 2 = 0 then symbol = '${BIG_PAIR}' else n = g % pairs end`,
    `create temp table group_order as
       select g, o, md5(g || '/' || o)::uuid as id, a.id as account_id, o >= ${SIDE} as is_taker,
         case when (o >= ${SIDE}) = (taker_side = 'buy') then 'buy' else 'sell' end as side
       from trading_group, generate_series(0, ${GROUP.orders - 1}) o, account_of a
       where a.i = case when g % 10 = case when o < ${SIDE} then 5 else 0 end then 0
         when o < ${SIDE} then 1 + 2 * ((g::bigint * ${SIDE} + o) * 7919 % ${half})
         else 2 + 2 * ((g::bigint * ${SIDE} + o) * 7919 % ${half - 1}) end`,
    `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, value, state,
         created_at, updated_at, executed_at)
       select id, g * ${GROUP.orders} + o + 1, account_id, pair, side, 'limit', price, quantity * ${SIDE}, 0,
         price * quantity / 100000000 * ${SIDE}, 'FILLED', at, at, at
       from group_order join trading_group using (g)`,
    `insert into trades (number, id, pair, price, quantity, value, taker_side, taker_kind, taker_account, taker_order,
         taker_fee, taker_fee_ppm, maker_account, maker_order, maker_fee, maker_fee_ppm, at)
       select g * ${GROUP.trades} + m.o * ${SIDE} + t.o - ${SIDE} + 1, gen_random_uuid(), pair, price, quantity, value,
         taker_side, 'limit', t.account_id, t.id,
         ceil(case taker_side when 'buy' then quantity else value end * taker_fee_ppm::numeric / 1000000), taker_fee_ppm,
         m.account_id, m.id,
         ceil(case taker_side when 'buy' then value else quantity end * maker_fee_ppm::numeric / 1000000), maker_fee_ppm,
         at
       from (select *, price * quantity / 100000000 as value from trading_group) g
         join group_order t using (g) join group_order m using (g) where t.is_taker and not m.is_taker`,
    `create temp table moved as
       select pair, account_id, coin, sum(amount) * ${SIDE} as amount, sum(fee) * ${SIDE} as fee
       from group_order join trading_group using (g),
         lateral (select price * quantity / 100000000 as value,
           case when is_taker then taker_fee_ppm else maker_fee_ppm end::numeric / 1000000 as rate) v,
         lateral (select ceil(case side when 'buy' then quantity else value end * rate) as charge) f,
         lateral (values (base, case side when 'buy' then quantity - charge else -quantity end,
             case side when 'buy' then charge else 0 end),
           (quote, case side when 'buy' then -value else value - charge end, case side when 'sell' then charge else 0 end)
         ) c(coin, amount, fee)
       group by pair, account_id, coin`,
    `create temp table open_order as
       select n, gen_random_uuid() as id, a.id as account_id, side, price, quantity,
         case side when 'buy' then p.quote else p.base end as coin,
         case side when 'buy' then price * quantity / 100000000 else quantity end as held
       from generate_series(0, ${open - 1}) n join pairs p on symbol = '${BIG_PAIR}',
         lateral (select case n % 2 when 0 then 'buy' else 'sell' end as side, min_order_size * 1000 as quantity,
           min_price_increment * case n % 2 when 0 then ${PRICES.from - 1} - n / 2 % ${PRICES.depth}
             else ${PRICES.to} + n / 2 % ${PRICES.depth} end as price) o,
         account_of a where a.i = case n / 2 % ${open / 100} when ${open / 100 - 1} then 0 else 1 + n * 31 % ${accounts - 1} end`,
    `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, value, state,
         created_at, updated_at)
       select id, ${orders} + n + 1, account_id, '${BIG_PAIR}', side, 'limit', price, quantity, quantity, 0, 'OPENED',
         now(), now() from open_order`,
    // The journal: what each account was given, what it traded, and what is held.
    `create temp table fund_entry as select gen_random_uuid() as entry, id as account_id from account_of`,
    `create temp table pair_entry as select gen_random_uuid() as entry, symbol as pair from pairs`,
    `create temp table held_entry as select gen_random_uuid() as entry`,
    `create temp table coin_of as select distinct coin from (select base as coin from pairs union select quote from pairs) c`,
    `with written as (insert into entries (id, kind, reason, at)
         select entry, 'fund', 'bench', now() from fund_entry
         union all select entry, 'order', null, now() from pair_entry
         union all select entry, 'order', null, now() from held_entry returning id)
       insert into unsealed (entry_id) select id from written`,
    `insert into postings (entry_id, account_id, house, currency, available, in_orders)
       select entry, account_id, null, coin, ${GRANT}, 0 from fund_entry, coin_of
       union all select entry, null, 'mint', coin, -${GRANT}, 0 from fund_entry, coin_of
       union all select entry, account_id, null, coin, amount, 0 from moved join pair_entry using (pair)
       union all select entry, null, 'fees:' || pair, coin, sum(fee), 0 from moved join pair_entry using (pair)
         group by entry, pair, coin
       union all select entry, account_id, null, coin, -sum(held), sum(held) from open_order, held_entry
         group by entry, account_id, coin`,
    `insert into balances (account_id, currency, available, in_orders)
       select account_id, currency, sum(available), sum(in_orders) from postings
         where account_id is not null and entry_id in (select entry from fund_entry union select entry from pair_entry
           union select entry from held_entry) group by account_id, currency
       on conflict (account_id, currency) do update
         set available = balances.available + excluded.available, in_orders = excluded.in_orders`,
    `insert into house_balances (name, currency, amount)
       select house, currency, sum(available) from postings
         where house is not null and entry_id in (select entry from fund_entry union select entry from pair_entry)
         group by house, currency
       on conflict (name, currency) do update set amount = house_balances.amount + excluded.amount`,
    'select seal_entries(10000000)',
  ];
};

/** @param trader email of the trader who is measured */
export async function fill(databaseUrl: string, extent: Extent, trader: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // No triggers: each row of the journal would be looked at on its own.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
      set maintenance_work_mem = '512MB'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('trades', 'postings') and indexname not like '%_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const [seal = '', ...first] = steps(extent, trader).toReversed();
    for (const step of first.reverse()) await client.query(step);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('analyze');
    await client.query(seal);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
