-- The seals of the journal: a chain of SHA-256 over every entry and the one before, so that nobody, the venue's own
-- people included, rewrites what was sealed unseen (LEDGER-04). docs/architecture.md has the exact form.

-- Entries of orders that were removed together (ledger/prune.ts). Their seals stay.
create table prunings (
  id uuid primary key,
  entries uuid[] not null,
  at timestamptz not null
);

-- What waits for its seal: written in the transaction of the entry, so that none is missed.
create table unsealed (entry_id uuid primary key);
insert into unsealed select id from entries order by at, id;

create table seals (
  number bigint primary key check (number > 0),
  -- of an entry or a pruning
  entry_id uuid not null unique,
  digest bytea not null check (length(digest) = 32),
  hash bytea not null check (length(hash) = 32)
);

-- The newest seal, every ten minutes: what was published is kept by others, too.
create table ledger_heads (
  number bigint primary key,
  hash bytea not null,
  at timestamptz not null
);

create function queue_seals() returns trigger language plpgsql as $$
begin
  insert into unsealed select id from added on conflict do nothing;
  return null;
end $$;
create trigger queue_seals after insert on entries referencing new table as added
  for each statement execute function queue_seals();
create trigger queue_seals after insert on prunings referencing new table as added
  for each statement execute function queue_seals();

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  -- Only orders that cancel out are removed, all of their entries together.
  if tg_op = 'DELETE' and tg_table_name in ('entries', 'postings')
      and current_setting('quietbook.pruning', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'QB004';
end $$;
create trigger append_only before update or delete or truncate on seals
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on ledger_heads
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on prunings
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on trades
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on entries
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on postings
  for each statement execute function refuse_rewriting();

create function entry_line(e entries) returns text language sql immutable as $$
  select e.id || ' ' || e.kind || ' ' || coalesce(e.order_id::text, '-') || ' ' || coalesce(e.transfer_id::text, '-')
    || ' ' || (extract(epoch from e.at) * 1000000)::bigint || ' ' || coalesce(e.reason, '') || E'\n'
$$;
create function posting_line(p postings) returns text language sql immutable as $$
  select coalesce(p.account_id::text, 'house:' || p.house) || ' ' || p.currency || ' ' || p.available || ' '
    || p.in_orders || E'\n'
$$;
create function pruning_text(p prunings) returns text language sql immutable as $$
  select p.id || ' prune ' || (extract(epoch from p.at) * 1000000)::bigint || ' ' || array_to_string(p.entries, ' ')
    || E'\n'
$$;

-- Seals at most so many of what waits. Returns how many were.
create function seal_entries(most integer) returns integer language plpgsql as $$
declare
  place bigint;
  head bytea;
  one record;
  sealed integer := 0;
begin
  -- One at a time; the chain is read by others meanwhile.
  lock table seals in share row exclusive mode;
  select number, hash into place, head from seals order by number desc limit 1;
  place := coalesce(place, 0);
  head := coalesce(head, decode(repeat('00', 32), 'hex'));
  for one in
    with taken as (
      delete from unsealed where entry_id in (select entry_id from unsealed limit most) returning entry_id
    ), texts as (
      select e.id, e.at, entry_line(e) || coalesce((
          select string_agg(posting_line(p), '' order by posting_line(p) collate "C")
          from postings p where p.entry_id = e.id), '') as text
        from taken t join entries e on e.id = t.entry_id
      union all
      select p.id, p.at, pruning_text(p) from taken t join prunings p on p.id = t.entry_id
    )
    select id, sha256(convert_to(text, 'UTF8')) as digest from texts t
      where not exists (select from seals s where s.entry_id = t.id) order by at, id
  loop
    place := place + 1;
    head := sha256(head || one.digest);
    insert into seals (number, entry_id, digest, hash) values (place, one.id, one.digest, head);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
