-- Browsers that signed in before, so that strangers who try passwords do not lock their owners out. The token is random
-- and known to the browser only; its hash is made with the account's number, so that no two accounts can be linked.
create table known_devices (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  used_at timestamptz not null
);
create index known_devices_account on known_devices (account_id);
create index known_devices_used on known_devices (used_at);
