-- Support tickets and what was said in them. They hold what a user chose to tell, and nothing about where from.
create table tickets (
  -- in the order of their making
  number bigint generated always as identity primary key,
  id uuid not null unique,
  account_id uuid not null references accounts,
  subject text not null,
  category text not null,
  description text not null,
  -- open: the support's turn; pending: the user's turn; closed: nothing more can be said (spec 2 §4)
  status text not null default 'open' check (status in ('open', 'pending', 'closed')),
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create index tickets_of_account on tickets (account_id, number);

create table ticket_comments (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  ticket bigint not null references tickets,
  -- who wrote it: the support, or else the ticket's owner
  is_staff boolean not null,
  content text not null,
  created_at timestamptz not null
);
create index comments_of_ticket on ticket_comments (ticket, number);
