-- Withdrawals above a daily ceiling wait for the operator's release (HELD-05 to HELD-08). Their coins are locked like
-- those of any other.
alter table withdrawals
  drop constraint withdrawals_stage_check,
  add constraint withdrawals_stage_check
    check (stage in ('held', 'created', 'awaiting', 'sent', 'completed', 'failed', 'cancelled')),
  -- whose ceiling it is above; kept after the release
  add column held_for text check (held_for in ('account', 'venue')),
  add column released_at timestamptz,
  -- what the user is told where the operator has refused it
  add column refused_reason text,
  add constraint held_has_ceiling check (stage <> 'held' or held_for is not null);
create index held_withdrawals on withdrawals (number) where stage = 'held';
-- What was let through, by the time that counts.
create index let_through on withdrawals (coin, coalesce(released_at, created_at))
  where stage in ('created', 'awaiting', 'sent', 'completed');

-- Two different operators release one (OPERATOR-03).
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  operator text not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator)
);
