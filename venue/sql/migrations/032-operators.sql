-- Who runs the venue, and what they did (OPERATOR-01, OPERATOR-02). Keys are random, so a plain hash of them is enough.
create table operators (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  key_hash bytea not null unique check (length(key_hash) = 32),
  added_at timestamptz not null,
  removed_at timestamptz
);

-- Append-only, and sealed with the journal (LEDGER-04).
create table operations (
  id uuid primary key,
  number bigint not null unique generated always as identity,
  at timestamptz not null,
  operator text not null check (operator !~ '\s'),
  action text not null check (action !~ '\s'),
  -- what it was done to: an account's number, the ID of a withdrawal or a ticket, an operator
  subject text not null check (subject !~ '\s'),
  reason text not null check (reason !~ '[\n\r]')
);
create index operations_by_subject on operations (subject, number);
create trigger append_only before update or delete or truncate on operations
  for each statement execute function refuse_rewriting();
create trigger queue_seals after insert on operations referencing new table as added
  for each statement execute function queue_seals();

create function operation_text(o operations) returns text language sql immutable as $$
  select o.id || ' operation ' || (extract(epoch from o.at) * 1000000)::bigint || ' ' || o.operator || ' ' || o.action
    || ' ' || o.subject || ' ' || o.reason || E'\n'
$$;

-- As in 018-seals.sql, and operations as well.
create or replace function seal_entries(most integer) returns integer language plpgsql as $$
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
      union all
      select o.id, o.at, operation_text(o) from taken t join operations o on o.id = t.entry_id
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
