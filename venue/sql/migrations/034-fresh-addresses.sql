-- An account may have many addresses of a coin; all of them stay valid, and the newest is shown (PRIVACY-01).
alter table deposit_addresses drop constraint deposit_addresses_pkey;
alter table deposit_addresses add primary key (coin, number);
create index addresses_of_account on deposit_addresses (account_id, coin, number);
