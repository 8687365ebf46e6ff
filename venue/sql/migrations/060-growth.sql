-- What lists of an account's orders and trades read, however many there are of other pairs and states (LOAD-15).
create index orders_of_account_in_pair on orders (account_id, pair, number);
create index orders_of_account_by_state on orders (account_id, state, number);
create index trades_of_taker_in_pair on trades (taker_account, pair, number);
create index trades_of_maker_in_pair on trades (maker_account, pair, number);
