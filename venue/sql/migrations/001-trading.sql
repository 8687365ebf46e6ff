-- The trading core: coins, pairs, balances, orders, trades, the journal, and the one function that changes them.
--
-- Amounts, prices and quantities are whole units of 0.00000001 in int8, for every coin. A coin with more decimals
-- on its own chain (XMR 12, WOW 11, GRIN 9, AVAX 18) is cut to 8 where it enters or leaves the venue.

-- The account itself belongs to 002; here it is what balances and orders refer to.
create table accounts (
  id uuid primary key,
  created_at timestamptz not null default now()
);

create table coins (
  ticker text primary key check (ticker ~ '^[A-Z0-9]{1,12}$'),
  id uuid not null unique default gen_random_uuid(),
  name text not null,
  network text not null,
  -- of the coin on its own chain
  decimal_places smallint not null check (decimal_places between 0 and 18),
  is_deposit_enabled boolean not null default true,
  is_withdrawal_enabled boolean not null default true,
  is_trading_enabled boolean not null default true,
  refund_address_required boolean not null,
  min_deposit_amount bigint not null check (min_deposit_amount > 0),
  min_withdrawal_amount bigint not null check (min_withdrawal_amount > 0),
  deposit_fee bigint not null default 0 check (deposit_fee >= 0),
  -- blocks until a deposit counts (spec 2 §9); null where the specification names none
  confirmations smallint check (confirmations > 0),
  address_format text not null,
  -- null where no address is typed
  address_example text,
  explorer_url text
);

create table pairs (
  symbol text primary key check (symbol = base || '-' || quote),
  id uuid not null unique default gen_random_uuid(),
  base text not null references coins,
  quote text not null references coins check (quote <> base),
  is_enabled boolean not null default true,
  price_precision smallint not null check (price_precision >= 0),
  quantity_precision smallint not null check (quantity_precision >= 0),
  min_price_increment bigint not null check (min_price_increment > 0),
  min_quantity_increment bigint not null check (min_quantity_increment > 0),
  min_order_size bigint not null,
  -- millionths of what is received: 3000 is 0.3 percent
  maker_fee_ppm integer not null check (maker_fee_ppm between 0 and 999999),
  taker_fee_ppm integer not null check (taker_fee_ppm between 0 and 999999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Rises whenever a venue reads this pair's book from the table. A settlement names the epoch of the book that it
  -- was matched on, so one that was matched on an older book (a straggler of a lost connection, a venue that another
  -- one has replaced) is refused.
  book_epoch bigint not null default 0,
  -- price times quantity is then always a whole number of units: no trade is ever rounded
  constraint exact_values check (price_precision + quantity_precision <= 8),
  constraint tick_fits_precision check (min_price_increment % (10 ^ (8 - price_precision))::bigint = 0),
  constraint increment_fits_precision check (min_quantity_increment % (10 ^ (8 - quantity_precision))::bigint = 0),
  constraint size_fits_increment check (min_order_size > 0 and min_order_size % min_quantity_increment = 0)
);

create table balances (
  account_id uuid not null references accounts,
  currency text not null references coins,
  available bigint not null default 0 constraint available_not_negative check (available >= 0),
  in_orders bigint not null default 0 constraint in_orders_not_negative check (in_orders >= 0),
  primary key (account_id, currency)
) with (fillfactor = 70);

-- The venue's own accounts: 'mint' (below zero by what the sandbox has given out) and 'fees:<pair>'. Fees are kept
-- by pair so that pairs with the same quote coin do not wait for one row.
create table house_balances (
  name text not null,
  currency text not null references coins,
  amount bigint not null default 0,
  primary key (name, currency)
);

create table orders (
  id uuid primary key,
  -- the order of acceptance, over all pairs: it is the priority in the book, and 'newest first' in lists
  number bigint not null unique,
  account_id uuid not null references accounts,
  pair text not null references pairs,
  side text not null check (side in ('buy', 'sell')),
  kind text not null check (kind in ('limit', 'market')),
  price bigint check (price > 0),
  -- base coin; of a market order by cost: what it bought
  quantity bigint not null check (quantity >= 0),
  quantity_left bigint not null check (quantity_left between 0 and quantity),
  -- quote coin that a market order by cost may spend
  cost bigint check (cost > 0),
  -- quote coin traded so far
  value bigint not null default 0 check (value >= 0),
  state text not null check (state in ('OPENED', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  executed_at timestamptz,
  constraint limit_has_price check ((kind = 'limit') = (price is not null)),
  constraint market_never_rests check (kind = 'limit' or state in ('FILLED', 'CANCELED')),
  constraint filled_has_nothing_left check ((state = 'FILLED') <= (quantity_left = 0)),
  constraint open_has_something_left check (state not in ('OPENED', 'PARTIALLY_FILLED') or quantity_left > 0)
) with (fillfactor = 80);
create index orders_of_account on orders (account_id, number);
create index open_orders_of_account on orders (account_id, number) where state in ('OPENED', 'PARTIALLY_FILLED');

-- Both sides of a fill in one row. Orders are not referenced by a constraint: a trade is only ever written by
-- settle_batch beside its orders, and the audit compares them.
create table trades (
  number bigint primary key,
  id uuid not null,
  pair text not null,
  price bigint not null check (price > 0),
  quantity bigint not null check (quantity > 0),
  value bigint not null check (value > 0),
  taker_side text not null check (taker_side in ('buy', 'sell')),
  taker_kind text not null check (taker_kind in ('limit', 'market')),
  taker_account uuid not null,
  taker_order uuid not null,
  taker_fee bigint not null check (taker_fee >= 0),
  taker_fee_ppm integer not null,
  maker_account uuid not null check (maker_account <> taker_account),
  maker_order uuid not null,
  maker_fee bigint not null check (maker_fee >= 0),
  maker_fee_ppm integer not null,
  at timestamptz not null
);
create index trades_of_pair on trades (pair, number);
create index trades_of_taker on trades (taker_account, number);
create index trades_of_maker on trades (maker_account, number);

-- The journal. One entry per event; a posting changes what one holder has of one coin, the free part and the part
-- held for orders beside each other. The postings of an entry sum to 0 for every coin.
create table entries (
  id uuid primary key,
  kind text not null check (kind in ('order', 'cancel', 'fund')),
  order_id uuid,
  reason text,
  at timestamptz not null
);
create table postings (
  entry_id uuid not null,
  account_id uuid,
  house text,
  currency text not null,
  available bigint not null,
  in_orders bigint not null,
  constraint one_holder check (num_nonnulls(account_id, house) = 1),
  constraint house_has_no_orders check (house is null or in_orders = 0)
);
create index postings_of_entry on postings (entry_id);

-- What the first order or refusal under an Idempotency-Key came to. Kept for good.
create table intents (
  account_id uuid not null references accounts,
  key text not null check (length(key) between 1 and 255),
  -- of the order: the same key with another order is refused
  fingerprint text not null,
  outcome jsonb not null,
  at timestamptz not null,
  primary key (account_id, key)
);

-- Locks what a batch touches, always in the same order: two pairs that share a quote coin then never deadlock.
-- touched: [{account, currency}], each once.
create function lock_balances(touched jsonb) returns void language plpgsql as $$
declare
  locked integer;
begin
  perform 1 from balances b join jsonb_to_recordset(touched) t(account uuid, currency text)
    on b.account_id = t.account and b.currency = t.currency
    order by b.account_id, b.currency for update of b;
  get diagnostics locked = row_count;
  if locked < jsonb_array_length(touched) then
    insert into balances (account_id, currency)
      select t.account, t.currency from jsonb_to_recordset(touched) t(account uuid, currency text) order by 1, 2
      on conflict do nothing;
    perform 1 from balances b join jsonb_to_recordset(touched) t(account uuid, currency text)
      on b.account_id = t.account and b.currency = t.currency
      order by b.account_id, b.currency for update of b;
  end if;
end $$;

-- Takes `need` out of what is free, and holds `rest` of it for the order; changes nothing when there is less.
create function reserve(account uuid, coin text, need bigint, rest bigint) returns boolean language plpgsql as $$
begin
  update balances set available = available - need, in_orders = in_orders + rest
    where account_id = account and currency = coin and available >= need;
  return found;
end $$;

-- Settles operations that were matched, one after the other, on one pair's book. The caller's transaction holds all
-- of it or nothing. Returns {done, stop}: how many operations were settled, and why the next one was not:
--   {why: 'repeated', fingerprint, outcome}  its Idempotency-Key has acted before
--   {why: 'short', available}                its balance does not cover it (the refusal is stored under its key)
-- What follows a stopped operation was matched on a book that never came to be and must be matched again.
-- Raises QB001 when the book is of an older epoch, QB002 when it differs from the table, QB003 when an entry does
-- not balance.
create function settle_batch(batch jsonb) returns jsonb language plpgsql
  -- Every row is found by its key. The plans are kept for a session, and one that was made while the tables were still
  -- empty would read them from end to end for as long as the session lives.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_material = off set jit = off
as $$
declare
  op record;
  first record;
  done integer := 0;
  stop jsonb;
  changed integer;
  free bigint;
begin
  if batch ->> 'pair' is not null then
    perform 1 from pairs where symbol = batch ->> 'pair' and book_epoch = (batch ->> 'epoch')::bigint for share;
    if not found then
      raise exception 'the book of % is of an older epoch', batch ->> 'pair' using errcode = 'QB001';
    end if;
  end if;
  perform lock_balances(batch -> 'touched');

  for op in
    select * from jsonb_to_recordset(batch -> 'operations') o(
      type text, at timestamptz, account uuid, intent text, fingerprint text, outcome jsonb,
      id uuid, number bigint, side text, kind text, price bigint, quantity bigint, quantity_left bigint, cost bigint,
      value bigint, state text, executed_at timestamptz,
      pay text, need bigint, rest bigint, lines jsonb, makers jsonb)
  loop
    if op.intent is not null then
      insert into intents (account_id, key, fingerprint, outcome, at)
        values (op.account, op.intent, op.fingerprint, op.outcome, op.at) on conflict (account_id, key) do nothing;
      if not found then
        select i.fingerprint, i.outcome into first from intents i where account_id = op.account and key = op.intent;
        stop := jsonb_build_object('why', 'repeated', 'fingerprint', first.fingerprint, 'outcome', first.outcome);
        exit;
      end if;
    end if;

    if op.type = 'order' then
      if not reserve(op.account, op.pay, op.need, op.rest) then
        select available into free from balances where account_id = op.account and currency = op.pay;
        stop := jsonb_build_object('why', 'short', 'available', free::text);
        if op.intent is not null then
          update intents set outcome = jsonb_build_object('short',
              jsonb_build_object('currency', op.pay, 'needed', op.need::text, 'available', free::text))
            where account_id = op.account and key = op.intent;
        end if;
        exit;
      end if;
      insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, cost, value, state,
          created_at, updated_at, executed_at)
        values (op.id, op.number, op.account, batch ->> 'pair', op.side, op.kind, op.price, op.quantity,
          op.quantity_left, op.cost, op.value, op.state, op.at, op.at, op.executed_at);
    elsif op.type = 'cancel' then
      -- Open is said as 'not closed' here and below: said as in the index of open orders, that index would be walked.
      update orders set state = 'CANCELED', updated_at = op.at
        where id = op.id and quantity_left = op.quantity_left and state not in ('FILLED', 'CANCELED');
      if not found then
        raise exception 'order % differs from the book', op.id using errcode = 'QB002';
      end if;
    end if;

    if op.makers is not null then
      update orders o
        set quantity_left = m.quantity_left, value = o.value + m.value, state = m.state,
          updated_at = op.at, executed_at = op.at
        from jsonb_to_recordset(op.makers) m(id uuid, quantity_before bigint, quantity_left bigint, value bigint, state text)
        where o.id = m.id and o.quantity_left = m.quantity_before and o.state not in ('FILLED', 'CANCELED');
      get diagnostics changed = row_count;
      if changed <> jsonb_array_length(op.makers) then
        raise exception 'an order that % trades with differs from the book', op.id using errcode = 'QB002';
      end if;
    end if;

    if op.lines is not null then
      update balances b set available = b.available + l.available, in_orders = b.in_orders + l.in_orders
        from jsonb_to_recordset(op.lines) l(account uuid, currency text, available bigint, in_orders bigint)
        where b.account_id = l.account and b.currency = l.currency;
      get diagnostics changed = row_count;
      if changed <> (select count(*) from jsonb_to_recordset(op.lines) l(account uuid) where l.account is not null) then
        raise exception 'a balance of entry % is missing', op.id using errcode = 'QB003';
      end if;
    end if;
    done := done + 1;
  end loop;

  if done > 0 then
    perform write_journal(batch, done);
  end if;
  return jsonb_build_object('done', done, 'stop', stop);
end $$;

-- The append-only part of the first `done` operations, in one statement per table.
create function write_journal(batch jsonb, done integer) returns void language plpgsql as $$
declare
  unbalanced uuid;
begin
  insert into trades (number, id, pair, price, quantity, value, taker_side, taker_kind, taker_account, taker_order,
      taker_fee, taker_fee_ppm, maker_account, maker_order, maker_fee, maker_fee_ppm, at)
    select t.number, t.id, batch ->> 'pair', t.price, t.quantity, t.value, o.side, o.kind, o.account, o.id,
      t.taker_fee, t.taker_fee_ppm, t.maker_account, t.maker_order, t.maker_fee, t.maker_fee_ppm, o.at
    from jsonb_to_recordset(batch -> 'operations') o(
        i integer, id uuid, account uuid, side text, kind text, at timestamptz, trades jsonb),
      jsonb_to_recordset(o.trades) t(number bigint, id uuid, price bigint, quantity bigint, value bigint,
        taker_fee bigint, taker_fee_ppm integer, maker_account uuid, maker_order uuid, maker_fee bigint,
        maker_fee_ppm integer)
    where o.i < done;

  insert into entries (id, kind, order_id, reason, at)
    select o.entry, o.type, o.id, o.reason, o.at
    from jsonb_to_recordset(batch -> 'operations') o(
      i integer, entry uuid, type text, id uuid, reason text, at timestamptz)
    where o.i < done and o.entry is not null;

  with written as (
    insert into postings (entry_id, account_id, house, currency, available, in_orders)
      select o.entry, o.account, null, o.pay, -o.need, o.rest
        from jsonb_to_recordset(batch -> 'operations') o(
          i integer, type text, entry uuid, account uuid, pay text, need bigint, rest bigint)
        where o.i < done and o.type = 'order' and o.need > 0
      union all
      select o.entry, l.account, l.house, l.currency, l.available, l.in_orders
        from jsonb_to_recordset(batch -> 'operations') o(i integer, entry uuid, lines jsonb),
          jsonb_to_recordset(o.lines) l(account uuid, house text, currency text, available bigint, in_orders bigint)
        where o.i < done
      returning entry_id, house, currency, available, in_orders
  ), housed as (
    insert into house_balances (name, currency, amount)
      select house, currency, sum(available) from written where house is not null group by house, currency
      on conflict (name, currency) do update set amount = house_balances.amount + excluded.amount
  )
  select entry_id into unbalanced from written group by entry_id, currency having sum(available + in_orders) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'entry % does not balance', unbalanced using errcode = 'QB003';
  end if;
end $$;

insert into coins (ticker, name, network, decimal_places, refund_address_required, min_deposit_amount,
    min_withdrawal_amount, confirmations, address_format, address_example, explorer_url) values
  -- A refund address is asked for where the chain does not show who paid, so that nothing could be sent back.
  ('AVAX', 'Avalanche', 'Avalanche C-Chain', 18, false, 1000000, 10000000, 20, 'EVM (C-Chain)',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'https://snowtrace.io'),
  ('BTC', 'Bitcoin', 'Bitcoin', 8, false, 10000, 50000, 6, 'SegWit (Bech32)',
    'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', 'https://mempool.space'),
  ('GRIN', 'Grin', 'Grin', 9, true, 100000000, 100000000, 30, 'Slatepack',
    'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w', 'https://grincoin.org'),
  ('KAS', 'Kaspa', 'Kaspa', 8, false, 100000000, 500000000, null, 'Standard',
    'kaspa:qp0l70zd5x85ttwd6jv7g3s3a8llzj96d8dncn4zmhv4tlzx5k2jyqh70xmfj', 'https://explorer.kaspa.org'),
  ('USDT', 'Tether', 'Ethereum (ERC-20)', 6, false, 100000000, 1000000000, 6, 'EVM (ERC-20)',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'https://etherscan.io'),
  ('WOW', 'Wownero', 'Wownero', 11, true, 100000000, 1000000000, 10, 'Standard',
    'Wo3MWeKwtA918DU4c69hVSNgejdWFCRCuWjShRY66mJkU2Hv58eygJWDJS1MNa2Ge5M1WjUkGHuLqHkweDxwZZU42d16v94mP',
    'https://explore.wownero.com'),
  ('XMR', 'Monero', 'Monero', 12, true, 1000000, 1000000, 30, 'Standard',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    'https://xmrchain.net');

insert into pairs (symbol, base, quote, price_precision, quantity_precision, min_price_increment,
    min_quantity_increment, min_order_size, maker_fee_ppm, taker_fee_ppm) values
  ('XMR-BTC',   'XMR',  'BTC',  6, 2,     100,   1000000,   1000000, 1000, 3000),
  ('GRIN-BTC',  'GRIN', 'BTC',  8, 0,       1, 100000000, 100000000,    0,    0),
  ('WOW-BTC',   'WOW',  'BTC',  8, 0,       1, 100000000, 100000000, 1000, 3000),
  ('XMR-USDT',  'XMR',  'USDT', 2, 4, 1000000,     10000,    100000, 1000, 2000),
  ('BTC-USDT',  'BTC',  'USDT', 2, 6, 1000000,       100,      1000, 1000, 2000),
  ('KAS-USDT',  'KAS',  'USDT', 5, 1,    1000,  10000000, 100000000, 1000, 2000),
  ('AVAX-USDT', 'AVAX', 'USDT', 3, 2,  100000,   1000000,   1000000, 1000, 2000);
