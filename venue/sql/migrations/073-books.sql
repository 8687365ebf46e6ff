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

-- What came in and is not credited goes back to the user's refund address (REFUND-07): 'small' is below the least that is
-- taken, 'refused' came while deposits were off, or to a closed account. Once it is deep enough it is kept apart, in the
-- house account 'unreturned'. A return is a withdrawal that names its deposit, and is built, stored and sent like any other.
alter table deposits
  drop constraint deposits_stage_check,
  add constraint deposits_stage_check
    check (stage in ('expected', 'seen', 'confirming', 'credited', 'small', 'refused', 'undone', 'expired')),
  add column kept_at timestamptz,
  -- new: not looked at yet · waiting: to be returned · too_small: for the fee of the network, it stays · returned: a
  -- return is on its way, or done
  add column kept_as text check (kept_as in ('new', 'waiting', 'too_small', 'returned')),
  add constraint kept_is_not_credited check (kept_at is null or stage in ('small', 'refused')),
  add constraint kept_as_something check ((kept_at is null) = (kept_as is null));
create index unkept_deposits on deposits (coin) where stage in ('small', 'refused') and kept_at is null;
create index unreturned_deposits on deposits (coin, number) where kept_as <> 'returned';
alter table withdrawals add column returns uuid references deposits;
create unique index returned_once on withdrawals (returns)
  where returns is not null and stage not in ('failed', 'cancelled');
create index returns_of_deposit on withdrawals (returns) where returns is not null;
-- Also to an account that is closed meanwhile (035).
drop trigger refuse_erased on withdrawals;
create trigger refuse_erased before insert on withdrawals for each row when (new.returns is null)
  execute function refuse_erased();
