-- A deleted account keeps its number, for the sake of the ledger, and nothing that leads to a person (PRIVACY-03).
alter table accounts add column is_erased boolean not null default false;

-- What was under way when the account was deleted must not write something of the person anew. The lock waits for the
-- deletion, whose lock of the account excludes it.
create function refuse_erased() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id and not is_erased for key share;
  if not found then
    raise exception 'the account was deleted' using errcode = 'QB005';
  end if;
  return new;
end $$;
create trigger refuse_erased before insert on sessions for each row execute function refuse_erased();
create trigger refuse_erased before insert on known_devices for each row execute function refuse_erased();
create trigger refuse_erased before insert on wrong_codes for each row execute function refuse_erased();
create trigger refuse_erased before insert on tickets for each row execute function refuse_erased();
create trigger refuse_erased before insert on refund_addresses for each row execute function refuse_erased();
create trigger refuse_erased before insert on withdrawals for each row execute function refuse_erased();
