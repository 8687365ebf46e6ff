-- What the list of an account's own sessions tells (SESSION-15): when each began, and a name that its user typed. The number
-- stands for the session in the list, because nobody needs to read its token; a renewed token keeps all three.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column begun_at timestamptz,
  add column name text constraint sessions_name check (char_length(name) between 1 and 40);
update sessions set begun_at = expires_at - interval '24 hours';
alter table sessions alter column begun_at set not null;
