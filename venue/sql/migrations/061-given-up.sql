-- Stored transactions that the node never takes, and that operators give up.

alter table chain_transactions
  -- the operators who have approved it
  add column given_up_by text[] not null default '{}',
  -- since when it is not sent any more; its withdrawal ends once something else has spent the same
  add column given_up_at timestamptz,
  -- the one that was given up, whose coins this one pays back to the venue; it has its nonce and spends the same
  add column returns text;

alter table chain_transactions
  drop constraint pays_or_sweeps,
  add constraint pays_sweeps_or_returns check (num_nonnulls(withdrawal_id, address_number, returns) = 1),
  add foreign key (coin, returns) references chain_transactions on update cascade,
  drop constraint chain_transactions_amount_check,
  add check (amount > 0 or returns is not null),
  drop constraint chain_transactions_wallet_nonce_key;
create unique index transaction_nonces on chain_transactions (wallet, nonce) where returns is null;
create index returning_transactions on chain_transactions (coin, returns) where returns is not null;
create index given_up_transactions on chain_transactions (coin) where given_up_at is not null;
