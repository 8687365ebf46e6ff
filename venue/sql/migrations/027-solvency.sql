-- The proof of solvency: a tree of all that is owed, every hour. docs/solvency.md has the exact form.

-- What was published, kept for good (SOLVENCY-04). `text` is what is sealed: each statement follows from the one before.
create table solvency_statements (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  text text not null,
  hash bytea not null unique check (length(hash) = 32)
);
create trigger append_only before update or delete or truncate on solvency_statements
  for each statement execute function refuse_rewriting();

-- The salts of a tree come from its secret. Both go after seven days, and the leaves with them (SOLVENCY-05).
create table solvency_secrets (
  tree bigint primary key check (tree > 0),
  secret bytea not null check (length(secret) = 32)
);

-- Leaves in the order of their salts, 256 a row: the account (16 bytes) and the amount (8 bytes) of each.
create table solvency_leaves (
  tree bigint not null references solvency_secrets on delete cascade,
  coin text not null references coins,
  chunk integer not null check (chunk >= 0),
  -- the smallest salt
  first bytea not null,
  leaves bytea not null,
  primary key (tree, coin, chunk)
);

-- The root of each row of leaves: its hash (32 bytes) and its sum (16 bytes), in the same order.
create table solvency_nodes (
  tree bigint not null references solvency_secrets on delete cascade,
  coin text not null references coins,
  nodes bytea not null,
  primary key (tree, coin)
);
