-- A payment is one output of a transaction: one transaction may pay two users, or one address twice.
alter table deposits drop constraint deposits_coin_tx_hash_fkey;
alter table withdrawals drop constraint withdrawals_coin_tx_hash_fkey;
drop index deposits_by_payment, withdrawals_by_payment;
alter table payments
  drop constraint payments_pkey,
  add column output integer not null default 0 check (output >= 0),
  add primary key (coin, tx_hash, output);
alter table deposits
  add column output integer not null default 0,
  add foreign key (coin, tx_hash, output) references payments;
alter table withdrawals
  add column output integer not null default 0,
  add foreign key (coin, tx_hash, output) references payments;
create unique index deposits_by_payment on deposits (coin, tx_hash, output);
create unique index withdrawals_by_payment on withdrawals (coin, tx_hash, output);

-- Where a simulated chain has forked: every block above such a height has another hash than before.
create table simulated_forks (
  number bigint primary key generated always as identity,
  coin text not null references chains,
  height bigint not null
);
create index forks_of_chain on simulated_forks (coin, height);
