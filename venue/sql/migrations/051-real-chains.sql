-- What the venue knows of chains that real nodes tell about.

-- Why deposits and withdrawals of the coin are closed by themselves; null while its node can be relied on.
alter table chains add column closed text check (closed in ('down', 'syncing', 'wrong-network'));

-- The newest blocks that were read: another hash at a height is a reorganisation.
create table chain_blocks (
  coin text not null references chains,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

-- The next nonce of each account that sends. It is reserved in the transaction that stores what uses it.
create table chain_wallets (
  wallet text primary key,
  next_nonce bigint not null check (next_nonce >= 0)
);

-- What the venue sends: signed and stored before it is sent, and then sent until it is on its chain.
create table chain_transactions (
  coin text not null references chains,
  tx_hash text not null,
  wallet text not null references chain_wallets,
  nonce bigint not null,
  bytes bytea not null,
  -- what it pays; null for coins that go from a deposit address into the venue's own account
  withdrawal_id uuid unique references withdrawals,
  -- the number of that deposit address
  address_number bigint,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  -- deep enough on its chain, or failed there
  is_done boolean not null default false,
  primary key (coin, tx_hash),
  unique (wallet, nonce),
  constraint pays_or_sweeps check ((withdrawal_id is null) <> (address_number is null))
);
create index unfinished_transactions on chain_transactions (coin) where not is_done;
