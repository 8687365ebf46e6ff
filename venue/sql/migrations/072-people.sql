-- Operators prove who they are with a signature; the venue knows public keys alone (OPERATOR-01). The secrets of before
-- cannot become such keys, so the operators are added again, under their own names if they like.
delete from operators;
alter table operators
  drop column key_hash,
  add column public_key bytea not null unique check (length(public_key) = 32),
  -- who asked for it; null for the first one
  add column added_by text,
  -- since when another one has confirmed it
  add column confirmed_at timestamptz;

-- What one operator has begun and another one has to approve (OPERATOR-10).
create table operator_approvals (
  action text not null,
  subject text not null,
  operator text not null,
  at timestamptz not null,
  primary key (action, subject, operator)
);

-- A key that was made below a second factor withdraws, and trades far from the market, once it is confirmed with one
-- (APIKEY-12). Nothing tells of the keys of before with what they were made.
alter table api_keys
  add column must_confirm boolean not null default false,
  -- far from the pair's median, where else a code is asked for (LEDGER-08)
  add column can_trade_at_any_price boolean not null default false,
  drop constraint key_may_something,
  add constraint key_may_something check (can_read or can_trade or can_withdraw or can_trade_at_any_price);
update api_keys set must_confirm = true
where can_withdraw and account_id in (
  select account_id from users where two_factor_on union select account_id from passkeys);

-- A pair trades within a tenth of its reference price unless an operator says otherwise (LEDGER-03). Before its first
-- trade that is the price that an operator names (OPERATOR-09).
alter table pairs
  alter column price_deviation_ppm set default 100000,
  add column named_price bigint check (named_price > 0);
update pairs set price_deviation_ppm = 100000 where price_deviation_ppm = 250000;

-- Names under which somebody wanted to register with an e-mail that has an account: taken from then on, like that of an
-- account that was made, so that asking for it again tells nothing (LOGIN-18). Hashes, as nobody ever shows them.
create table taken_usernames (name_hash bytea primary key check (length(name_hash) = 32));
