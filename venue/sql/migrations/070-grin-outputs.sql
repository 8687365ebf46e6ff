-- Coins of GRIN that the venue has on its chain, or that a payment under way may bring. Amounts are whole nanogrin.
create table grin_outputs (
  -- 66 hex digits, by which the chain knows it
  commitment text primary key,
  -- purpose of the secret that blinds it; the secret comes from the wallet's seed
  key_id text not null unique,
  amount bigint not null check (amount > 0),
  -- that brings it; null for what is left of a withdrawal
  deposit_id uuid unique references deposits,
  -- of its block; null while it is in none
  height bigint check (height > 0),
  -- of the block that spends it
  spent_height bigint,
  -- that it pays; free again when that was given back
  withdrawal_id uuid references withdrawals,
  -- since when the node does not have it, although its block is there
  missing_since timestamptz,
  created_at timestamptz not null,
  constraint spent_after_made check (spent_height is null or height is not null)
);
create index grin_outputs_by_withdrawal on grin_outputs (withdrawal_id) where withdrawal_id is not null;
create index unspent_grin_outputs on grin_outputs (amount) where spent_height is null;
create index grin_outputs_by_height on grin_outputs (height);
create index grin_outputs_by_spent_height on grin_outputs (spent_height) where spent_height is not null;
