-- A stored transaction whose fee has become too low is replaced by a dearer one that spends the same. Either of them may
-- be the one that gets into a block: the stored one is the newest, or the one that was found in a block.
create table chain_replaced (
  coin text not null,
  tx_hash text not null,
  -- the stored one that spends the same
  stored_hash text not null,
  bytes bytea not null,
  primary key (coin, tx_hash),
  foreign key (coin, stored_hash) references chain_transactions (coin, tx_hash) on update cascade on delete cascade
);
create index replaced_by_stored on chain_replaced (coin, stored_hash);

-- When its fee was last raised, or could not be; null for a new one.
alter table chain_transactions add column priced_at timestamptz;

-- What is known by a transaction's hash follows the one that is stored.
alter table chain_inputs
  drop constraint chain_inputs_coin_tx_hash_fkey,
  add foreign key (coin, tx_hash) references chain_transactions on update cascade on delete cascade;
alter table deposits
  drop constraint deposits_coin_tx_hash_output_fkey,
  add foreign key (coin, tx_hash, output) references payments on update cascade;
alter table withdrawals
  drop constraint withdrawals_coin_tx_hash_output_fkey,
  add foreign key (coin, tx_hash, output) references payments on update cascade;
