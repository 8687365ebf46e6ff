-- What an order has paid in fees, in the coin that it gets, so that it knows what it cost (COST-01). Kept by the trades
-- themselves, whoever writes them.
alter table orders add column fee bigint not null default 0 check (fee >= 0);
update orders o set fee = f.fee from (
    select id, sum(fee) as fee from (
      select taker_order as id, taker_fee as fee from trades union all select maker_order, maker_fee from trades) sides
    group by id) f
  where o.id = f.id and f.fee > 0;

create function add_order_fees() returns trigger language plpgsql
  -- As in settle_batch (045): every order is found by its key.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update orders o set fee = o.fee + f.fee from (
      select id, sum(fee) as fee from (
        select taker_order as id, taker_fee as fee from written union all select maker_order, maker_fee from written) sides
      group by id) f
    where o.id = f.id and f.fee > 0;
  return null;
end $$;
create trigger order_fees after insert on trades referencing new table as written
  for each statement execute function add_order_fees();
