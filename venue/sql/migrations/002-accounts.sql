-- Who signs in, and sessions. What is kept is what signing in needs and nothing else: no address of the network,
-- no device, no list of sign-ins (spec 1 §1, "zero logging"). An account without a user is one of the house.
create table users (
  account_id uuid primary key references accounts,
  email text not null,
  username text not null,
  password_hash text not null,
  role text not null default 'user',
  -- only the latest one: the dashboard shows it (spec 2 §2.6)
  last_login timestamptz,
  -- until when withdrawals are blocked, and why (spec 2 §4, "Security cooldown")
  security_cooldown_until timestamptz,
  security_cooldown_reason text
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));

-- The token itself is known to the browser only; here lies its SHA-256.
create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
