-- An open order can be amended (AMEND-01 to AMEND-05): it keeps its ID, and its place where only the quantity falls.

-- The place in the book, where it is no longer the order of acceptance. Null: the number.
alter table orders add column priority bigint;
create index order_priorities on orders (priority) where priority is not null;

-- What an order was before. `number` is drawn from the numbers of trades: the order's trades with a lower one were made
-- at this price.
create table amendments (
  number bigint primary key,
  order_id uuid not null references orders,
  price bigint not null,
  quantity bigint not null,
  at timestamptz not null
);
create index amendments_of_order on amendments (order_id, number);
create trigger append_only before update or delete or truncate on amendments
  for each statement execute function refuse_rewriting();

-- As in 019, and an amendment takes from the free balance what it needs in addition.
create or replace function write_journal(batch jsonb, done integer) returns void language plpgsql as $$
declare
  unbalanced uuid;
begin
  insert into trades (number, id, pair, price, quantity, value, taker_side, taker_kind, taker_account, taker_order,
      taker_fee, taker_fee_ppm, maker_account, maker_order, maker_fee, maker_fee_ppm, is_counted, at)
    select t.number, t.id, batch ->> 'pair', t.price, t.quantity, t.value, o.side, o.kind, o.account, o.id,
      t.taker_fee, t.taker_fee_ppm, t.maker_account, t.maker_order, t.maker_fee, t.maker_fee_ppm, t.is_counted, o.at
    from jsonb_to_recordset(batch -> 'operations') o(
        i integer, id uuid, account uuid, side text, kind text, at timestamptz, trades jsonb),
      jsonb_to_recordset(o.trades) t(number bigint, id uuid, price bigint, quantity bigint, value bigint,
        taker_fee bigint, taker_fee_ppm integer, maker_account uuid, maker_order uuid, maker_fee bigint,
        maker_fee_ppm integer, is_counted boolean)
    where o.i < done;

  insert into entries (id, kind, order_id, reason, at)
    select o.entry, o.type, o.id, o.reason, o.at
    from jsonb_to_recordset(batch -> 'operations') o(
      i integer, entry uuid, type text, id uuid, reason text, at timestamptz)
    where o.i < done and o.entry is not null;

  with written as (
    insert into postings (entry_id, account_id, house, currency, available, in_orders)
      select o.entry, o.account, null, o.pay, -o.need, o.rest
        from jsonb_to_recordset(batch -> 'operations') o(
          i integer, type text, entry uuid, account uuid, pay text, need bigint, rest bigint)
        where o.i < done and o.need > 0
      union all
      select o.entry, l.account, l.house, l.currency, l.available, l.in_orders
        from jsonb_to_recordset(batch -> 'operations') o(i integer, entry uuid, lines jsonb),
          jsonb_to_recordset(o.lines) l(account uuid, house text, currency text, available bigint, in_orders bigint)
        where o.i < done
      returning entry_id, house, currency, available, in_orders
  ), housed as (
    insert into house_balances (name, currency, amount)
      select house, currency, sum(available) from written where house is not null group by house, currency
      on conflict (name, currency) do update set amount = house_balances.amount + excluded.amount
  )
  select entry_id into unbalanced from written group by entry_id, currency having sum(available + in_orders) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'entry % does not balance', unbalanced using errcode = 'QB003';
  end if;
end $$;
