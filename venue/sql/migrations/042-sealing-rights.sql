-- It works with the rights of its owner, so that nobody else has to be able to write seals.
alter function seal_entries(integer) security definer set search_path = public, pg_temp;
