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
