-- Chains whose transactions spend outputs instead of counting nonces.

-- Of several outputs with one key a wallet can spend one only, so that a second one is no payment.
alter table payments add column one_time_key text;
create unique index payments_one_time_key on payments (coin, one_time_key) where one_time_key is not null;

-- What the stored transactions spend. Another one that spends the same cannot be stored.
create table chain_inputs (
  coin text not null,
  input text not null,
  tx_hash text not null,
  primary key (coin, input),
  foreign key (coin, tx_hash) references chain_transactions on delete cascade
);
