-- Addresses that an account may withdraw to (HELD-01 to HELD-04).
create table address_books (
  account_id uuid primary key references accounts,
  is_on boolean not null,
  -- switched off, and on until then
  off_at timestamptz,
  constraint off_ends_on check (off_at is null or is_on)
);

create table book_addresses (
  id uuid primary key,
  account_id uuid not null references accounts,
  coin text not null references coins,
  address text not null,
  label text not null,
  added_at timestamptz not null,
  unique (account_id, coin, address)
);
