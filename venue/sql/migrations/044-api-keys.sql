-- Keys for programs (APIKEY-01). The secret signs requests, so a hash of it would not do: it lies here sealed (SECRET-01).
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  label text not null,
  secret bytea not null,
  can_read boolean not null,
  can_trade boolean not null,
  can_withdraw boolean not null,
  -- networks that the user typed; with none, requests may come from anywhere
  addresses text[] not null,
  made_at timestamptz not null,
  used_on date,
  constraint key_may_something check (can_read or can_trade or can_withdraw)
);
create index api_keys_account on api_keys (account_id);

-- What was signed once is not taken again (APIKEY-03).
create table api_nonces (
  key_id uuid not null references api_keys on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);
create index api_nonces_expiry on api_nonces (expires_at);
-- See 035.
create trigger refuse_erased before insert on api_keys for each row execute function refuse_erased();
