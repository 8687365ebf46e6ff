-- Slates that the venue takes part in. Each belongs to a deposit or a withdrawal of 007-transfers.sql.

create table grin_deposits (
  slate_id uuid primary key,
  deposit_id uuid not null unique references deposits,
  -- of the user's first message: the same one gets the same answer, another one under the same id gets none
  s1_hash bytea not null,
  s2 text not null,
  -- of the kernel, by which the chain will show the payment
  excess text not null unique
);

create table grin_withdrawals (
  slate_id uuid primary key,
  withdrawal_id uuid not null unique references withdrawals,
  -- the venue's message: a lost page can show it again. Dropped when the payment is made.
  s1 bytea,
  -- of the reply that the payment was made with
  s2_hash bytea,
  constraint waits_or_is_made check ((s1 is null) = (s2_hash is not null))
);

-- Payments that the wallet of the sandbox's users has begun.
create table grin_wallet_payments (
  slate_id uuid primary key,
  s1 bytea not null,
  -- once it is on the chain
  excess text unique
);
