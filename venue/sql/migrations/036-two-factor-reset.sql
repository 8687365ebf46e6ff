-- A lost second factor is reset by waiting (RESET-01): from then on a sign-in with the password alone takes it off. The
-- lock of the user's row keeps whoever stops it apart from whoever uses it.
alter table users add column two_factor_reset_at timestamptz;
create index users_two_factor_reset on users (two_factor_reset_at) where two_factor_reset_at is not null;
