-- Several nodes: each pair has one owner at a time, known by a lock with this number.
alter table pairs add column slot integer generated always as identity (start 1);
alter table pairs add constraint pairs_slot_unique unique (slot);
alter table pairs add constraint pairs_slot_range check (slot between 1 and 1023);

-- What keeps all nodes from letting coins leave: 'journal', or the pair whose book differs. Whoever looks after the
-- subject writes and removes it, and every node reads it with each look at the balances.
create table ledger_stops (
  subject text primary key,
  at timestamptz not null
);
