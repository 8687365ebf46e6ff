-- Coins on their way in and out: the chains, deposits, withdrawals, and the addresses of both. Amounts are whole units of
-- 0.00000001, like everywhere in this database.

-- What the venue derives its own keys from. It lies beside what it protects, as the coins of a sandbox are worth
-- nothing; a venue with real coins keeps its keys elsewhere.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Where coins go back to when they cannot be kept (spec 2 §3, "Refund address record").
create table refund_addresses (
  account_id uuid not null references accounts,
  coin text not null references coins,
  id uuid not null unique default gen_random_uuid(),
  address text not null,
  set_at timestamptz not null,
  primary key (account_id, coin)
);

-- The address that an account pays a coin to: one for each, for good. Its key is the one with this number.
create table deposit_addresses (
  coin text not null references coins,
  number bigint not null generated always as identity,
  account_id uuid not null references accounts,
  address text not null,
  created_at timestamptz not null,
  primary key (account_id, coin),
  unique (coin, address)
);

-- A chain: how many blocks it has, and how many of them a payment needs on it before it counts.
create table chains (
  coin text primary key references coins,
  height bigint not null check (height >= 0),
  confirmations integer not null check (confirmations > 0)
);

-- A payment that the chain has heard of.
create table payments (
  coin text not null references chains,
  -- GRIN has no hash: the kernel's excess
  tx_hash text not null,
  -- null where the chain has no addresses (GRIN)
  address text,
  amount bigint not null check (amount > 0),
  -- null while it waits for a block
  height bigint check (height > 0),
  -- another payment took its coins: it never comes back
  is_dropped boolean not null default false,
  primary key (coin, tx_hash),
  constraint dropped_is_in_no_block check (not is_dropped or height is null)
);
create index waiting_payments on payments (coin) where height is null and not is_dropped;
create index payments_by_height on payments (coin, height);

create table deposits (
  id uuid primary key,
  number bigint not null unique generated always as identity,
  account_id uuid not null references accounts,
  coin text not null references coins,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
  address text,
  tx_hash text,
  -- GRIN: the id of the slate
  extra_id text,
  -- expected: answered, and not on the chain yet (GRIN) · seen: waits for a block · confirming: in a block ·
  -- credited · small: below the least that is taken, never credited · undone: the chain has dropped it ·
  -- expired: expected for too long
  stage text not null check (stage in ('expected', 'seen', 'confirming', 'credited', 'small', 'undone', 'expired')),
  -- until when it is expected
  expires_at timestamptz,
  -- what the venue itself has lost on it: it was credited, spent, and undone by its chain
  covered bigint not null default 0 check (covered >= 0 and covered <= amount - fee),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when it was credited last
  confirmed_at timestamptz,
  constraint paid_has_hash check (tx_hash is not null or stage in ('expected', 'expired')),
  constraint expected_expires check (stage <> 'expected' or expires_at is not null),
  constraint credited_is_whole check (stage <> 'credited' or (covered = 0 and confirmed_at is not null)),
  foreign key (coin, tx_hash) references payments
);
create unique index deposits_by_payment on deposits (coin, tx_hash);
create index deposits_of_account on deposits (account_id, number);
create index moving_deposits on deposits (coin) where stage in ('expected', 'seen', 'confirming');

create table withdrawals (
  id uuid primary key,
  number bigint not null unique generated always as identity,
  account_id uuid not null references accounts,
  coin text not null references coins,
  amount bigint not null check (amount > 0),
  -- on top of the amount: what the network takes
  fee bigint not null check (fee >= 0),
  -- null where the coin is not sent to an address (GRIN)
  address text,
  tx_hash text,
  -- GRIN: the id of the slate
  extra_id text,
  -- created: coins are locked · awaiting: locked, until the user's wallet has signed (GRIN) · sent · completed:
  -- confirmed by the chain · failed, cancelled: the user has the coins back
  stage text not null check (stage in ('created', 'awaiting', 'sent', 'completed', 'failed', 'cancelled')),
  -- until when the user may sign
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  constraint awaiting_expires check (stage <> 'awaiting' or (expires_at is not null and extra_id is not null)),
  constraint sent_has_hash check (stage not in ('sent', 'completed') or tx_hash is not null),
  constraint completed_is_confirmed check ((stage = 'completed') = (confirmed_at is not null)),
  foreign key (coin, tx_hash) references payments
);
create unique index withdrawals_by_payment on withdrawals (coin, tx_hash);
create index withdrawals_of_account on withdrawals (account_id, number);
create index moving_withdrawals on withdrawals (coin) where stage in ('created', 'awaiting', 'sent');

-- Journal entries of transfers name their deposit or withdrawal. House accounts beside those of 001: 'chain' (below
-- zero by what came in from outside, above by what went out), 'withdrawals' (locked for withdrawals that have not left),
-- 'deposit-fees', and 'losses' (what the venue covers).
alter table entries
  drop constraint entries_kind_check,
  add constraint entries_kind_check check (kind in ('order', 'cancel', 'fund', 'deposit', 'withdrawal')),
  add column transfer_id uuid,
  add constraint transfers_are_named check ((kind in ('deposit', 'withdrawal')) = (transfer_id is not null));
create index entries_of_transfer on entries (transfer_id) where transfer_id is not null;

-- Writes one balanced entry and moves the balances that it names, in the caller's transaction.
-- lines: [{account, house, currency, available}], one for each holder and coin. Raises QB003 when they do not sum to 0;
-- a balance that would go below zero is refused by the table.
create function post_transfer(entry uuid, kind text, transfer uuid, reason text, at timestamptz, lines jsonb)
  returns void language plpgsql as $$
declare
  unbalanced text;
begin
  perform lock_balances(coalesce(
    (select jsonb_agg(l) from jsonb_array_elements(lines) l where l ->> 'account' is not null), '[]'));
  update balances b set available = b.available + l.available
    from jsonb_to_recordset(lines) l(account uuid, currency text, available bigint)
    where b.account_id = l.account and b.currency = l.currency;
  insert into entries (id, kind, transfer_id, reason, at) values (entry, kind, transfer, reason, at);
  insert into postings (entry_id, account_id, house, currency, available, in_orders)
    select entry, l.account, l.house, l.currency, l.available, 0
    from jsonb_to_recordset(lines) l(account uuid, house text, currency text, available bigint);
  insert into house_balances (name, currency, amount)
    select l.house, l.currency, l.available
    from jsonb_to_recordset(lines) l(house text, currency text, available bigint)
    where l.house is not null order by 1, 2
    on conflict (name, currency) do update set amount = house_balances.amount + excluded.amount;
  select l.currency into unbalanced from jsonb_to_recordset(lines) l(currency text, available bigint)
    group by l.currency having sum(l.available) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'the % of entry % do not balance', unbalanced, entry using errcode = 'QB003';
  end if;
end $$;

-- A requirement that the specification does not name is the venue's own (KAS).
insert into chains (coin, height, confirmations)
  select ticker, start, coalesce(c.confirmations, 10)
  from coins c join (values
    ('AVAX', 71000000), ('BTC', 921000), ('GRIN', 3700000), ('KAS', 301000000), ('USDT', 23700000), ('WOW', 781000),
    ('XMR', 3540000)) s(ticker, start) using (ticker);
