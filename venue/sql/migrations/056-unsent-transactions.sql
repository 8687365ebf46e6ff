-- Since when a stored transaction is neither on its chain nor with its node; null while it is. Nothing else is built for
-- the same wallet meanwhile.
alter table chain_transactions add column unsent_since timestamptz;
create index unsent_transactions on chain_transactions (coin) where unsent_since is not null;
