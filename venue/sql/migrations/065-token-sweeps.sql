-- Tokens on deposit addresses, which hold nothing to pay a fee with.
alter table chain_transactions
  -- what a later sweep costs, on its way from the account that pays withdrawals to the deposit address
  add column is_gas boolean not null default false,
  -- a sweep takes what was on the address at this height; -1 once it has failed; null for sweeps of before
  add column swept_height bigint,
  add constraint gas_is_for_an_address check (not is_gas or address_number is not null);
create index transactions_of_address on chain_transactions (coin, address_number) where address_number is not null;

-- Whether what lies on deposit addresses of the coin is moved into one account.
alter table chains add column is_swept boolean not null default false;
