-- Passkeys (WebAuthn). Only public keys lie here: whoever reads this table can sign in nowhere with it. The name is the
-- user's own; what the device or its maker is, nobody asks.
create table passkeys (
  id bytea primary key,
  account_id uuid not null references accounts,
  public_key bytea not null,
  -- what the authenticator counted last; some always say 0
  sign_count bigint not null,
  name text not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- What an authenticator is asked to sign. A challenge is used once, whatever comes of it; one for a sign-in knows no
-- account yet.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  account_id uuid references accounts,
  session_hash text,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
