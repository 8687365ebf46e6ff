-- Who has spent a deposit that its chain has undone owes it to the venue, and places no order until it is paid back
-- (LEDGER-02): the coins would be gone to the account that it trades with.
create index deposits_owed on deposits (account_id) where covered > 0;

-- As in 001-trading.sql, but an account that owes gets nothing: settle_batch then names a free balance that is enough.
create or replace function reserve(account uuid, coin text, need bigint, rest bigint) returns boolean
  language plpgsql as $$
begin
  update balances set available = available - need, in_orders = in_orders + rest
    where account_id = account and currency = coin and available >= need
      and not exists (select from deposits d where d.account_id = account and d.covered > 0);
  return found;
end $$;
