-- A session ends when it has not been used for a while, too. A token that was replaced is known for a moment longer, with
-- the call that replaced it, so that requests that were under way can be told from those of a stranger.
alter table sessions add column idle_at timestamptz;
update sessions set idle_at = expires_at;
alter table sessions alter column idle_at set not null;
alter table sessions add column replaced_at timestamptz, add column replaced_by text;
alter table sessions add constraint sessions_replaced check ((replaced_at is null) = (replaced_by is null));
create index sessions_idle on sessions (idle_at);

-- Wrong two-factor codes by who tried them, a session or a sign-in, so that nobody locks the owner out elsewhere.
create table wrong_codes (
  account_id uuid not null references accounts,
  tried_by text not null,
  wrong integer not null,
  since timestamptz not null,
  primary key (account_id, tried_by)
);
create index wrong_codes_since on wrong_codes (since);
alter table users drop column two_factor_wrong, drop column two_factor_wrong_since;
