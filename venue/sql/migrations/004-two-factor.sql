-- Time-based one-time passwords (RFC 6238). The secret lies here as it is: the venue computes the code from it at
-- every sign-in, so a hash would be of no use, and a key to encrypt it with would have to lie beside the database.
-- Who can read this table can read codes; they are a second factor against a stolen password, not against a stolen
-- database.
alter table users
  add column two_factor_secret bytea,
  -- false while the secret was shown but no code of it was seen yet
  add column two_factor_on boolean not null default false,
  -- the newest time step of which a code was accepted: it and all before it are used up (RFC 6238 §5.2)
  add column two_factor_step bigint not null default 0,
  -- wrong codes since `two_factor_wrong_since`, to stop guessing for a while
  add column two_factor_wrong integer not null default 0,
  add column two_factor_wrong_since timestamptz,
  add constraint users_two_factor_secret check (not two_factor_on or two_factor_secret is not null);
