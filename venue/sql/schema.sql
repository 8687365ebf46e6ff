-- All tables of the venue, what the database itself refuses, the functions that move balances, and the coins and pairs
-- that a new venue starts with. It reads from top to bottom:
--
--   1. the market: coins, pairs, candles
--   2. accounts, and what signs them in
--   3. trading: balances, orders, trades
--   4. the journal: entries and postings, their seals, the proof of solvency
--   5. coins in and out: addresses, deposits, withdrawals, and what is known of the chains
--   6. support, and the operators of the venue
--   7. functions: settlement, transfers, seals, guards
--   8. triggers
--   9. rows that a new venue starts with
--
-- Amounts, prices and quantities are whole units of 0.00000001 in int8, for every coin. A coin with more decimals on
-- its own chain (XMR 12, WOW 11, GRIN 9, AVAX 18) is cut to 8 where it enters or leaves the venue.
--
-- No right is granted here: where the venue's role owns no tables, `grants.ts` gives it what it needs (LEDGER-06).

-- 1. The market -------------------------------------------------------------------------------------------------------

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
  -- blocks until a deposit counts, as users are told (HISTORY-13); null where no number is promised
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
  -- how far from its reference price the pair may trade, in millionths: 100000 is 10 percent (LEDGER-03)
  price_deviation_ppm integer not null default 100000 check (price_deviation_ppm between 1 and 1000000),
  -- the reference before the first trade, as operators have named it (OPERATOR-09)
  named_price bigint check (named_price > 0),
  -- Rises whenever a venue reads this pair's book from the table. A settlement names the epoch of the book that it
  -- was matched on, so one that was matched on an older book (a straggler of a lost connection, a venue that another
  -- one has replaced) is refused.
  book_epoch bigint not null default 0,
  -- of several nodes one owns the pair: the one that holds the lock with this number
  slot integer generated always as identity (start 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- price times quantity is then always a whole number of units: no trade is ever rounded
  constraint exact_values check (price_precision + quantity_precision <= 8),
  constraint tick_fits_precision check (min_price_increment % (10 ^ (8 - price_precision))::bigint = 0),
  constraint increment_fits_precision check (min_quantity_increment % (10 ^ (8 - quantity_precision))::bigint = 0),
  constraint size_fits_increment check (min_order_size > 0 and min_order_size % min_quantity_increment = 0),
  constraint pairs_slot_unique unique (slot),
  constraint pairs_slot_range check (slot between 1 and 1023)
);

-- Closed bars, written once. The bar that is still open is in memory, made of the trades table, and so are the bars of
-- the last day. Times without a trade have no row and are drawn from the close before.
create table candles (
  pair text not null references pairs,
  frame text not null check (frame in ('minute', 'hour', 'day')),
  -- epoch seconds at which the bar opens, UTC
  time bigint not null,
  open bigint not null check (open > 0),
  high bigint not null,
  low bigint not null check (low > 0),
  close bigint not null check (close > 0),
  volume bigint not null check (volume >= 0),
  quote_volume bigint not null check (quote_volume >= 0),
  primary key (pair, frame, time),
  constraint high_is_highest check (high >= open and high >= close),
  constraint low_is_lowest check (low <= open and low <= close)
);

-- 2. Accounts ---------------------------------------------------------------------------------------------------------
--
-- What is kept is what signing in needs and nothing else (PRIVACY-06): no address of the network, no kind of device, no
-- list of sign-ins.

-- What balances and orders refer to. One without a user belongs to the house.
create table accounts (
  id uuid primary key,
  created_at timestamptz not null default now(),
  -- deleted: its number stays for the sake of the ledger, and nothing that leads to a person (PRIVACY-03)
  is_erased boolean not null default false
);

create table users (
  account_id uuid primary key references accounts,
  -- null: signs in with the username, which is plain then, and so is nobody's email (LOGIN-27)
  email text,
  username text not null,
  password_hash text not null,
  role text not null default 'user',
  -- only the latest one: the dashboard shows it
  last_login timestamptz,
  -- until when withdrawals are blocked after a change of what protects the account, and why
  security_cooldown_until timestamptz,
  security_cooldown_reason text,
  -- of time-based one-time passwords (RFC 6238), encrypted (SECRET-01): a code is computed from it at every sign-in, so
  -- that a hash would be of no use
  two_factor_secret bytea,
  -- false while the secret was shown but no code of it was seen yet
  two_factor_on boolean not null default false,
  -- the newest time step of which a code was accepted: it and all before it are used up (RFC 6238 §5.2)
  two_factor_step bigint not null default 0,
  -- When a sign-in with the password alone takes a lost second factor off (RESET-04). The lock of this row keeps
  -- whoever stops it apart from whoever uses it.
  two_factor_reset_at timestamptz,
  -- SHA-256 of a recovery key (FORGOT-02): 256 random bits, too many to try out, and removed when it is used
  recovery_key_hash bytea check (length(recovery_key_hash) = 32),
  recovery_key_at timestamptz,
  constraint users_login check (email is not null or username ~ '^[A-Za-z0-9._-]+$'),
  constraint users_recovery_key check ((recovery_key_hash is null) = (recovery_key_at is null)),
  constraint users_two_factor_secret check (not two_factor_on or two_factor_secret is not null)
);
create unique index users_login on users (lower(coalesce(email, username)));
create unique index users_username on users (lower(username));
create index users_two_factor_reset on users (two_factor_reset_at) where two_factor_reset_at is not null;

-- Names under which somebody wanted to register with an e-mail that has an account: taken from then on, like that of an
-- account that was made, so that asking for it again tells nothing (LOGIN-18). Hashes, as nobody ever shows them.
create table taken_usernames (name_hash bytea primary key check (length(name_hash) = 32));

-- The token is known to the browser only; here lies its SHA-256.
create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  -- stands for the session in the account's list (SESSION-15), where nobody needs to read its token; a new token keeps
  -- it, the beginning and the name
  id uuid not null default gen_random_uuid(),
  begun_at timestamptz not null,
  -- as its user typed it
  name text constraint sessions_name check (char_length(name) between 1 and 40),
  expires_at timestamptz not null,
  -- when it ends unless it is used
  idle_at timestamptz not null,
  -- A token that was replaced (SESSION-12) is known for a moment longer, with the call that replaced it, so that
  -- requests that were under way can be told from those of a stranger.
  replaced_at timestamptz,
  replaced_by text,
  constraint sessions_replaced check ((replaced_at is null) = (replaced_by is null))
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_idle on sessions (idle_at);

-- Browsers that signed in before, so that strangers who try passwords do not lock their owners out (LOGIN-16). The
-- token is random and known to the browser only; its hash is made with the account's number, so that no two accounts
-- can be linked.
create table known_devices (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  used_at timestamptz not null
);
create index known_devices_account on known_devices (account_id);
create index known_devices_used on known_devices (used_at);

-- Wrong two-factor codes by who tried them, a session or a sign-in, so that nobody locks the owner out elsewhere
-- (SESSION-14).
create table wrong_codes (
  account_id uuid not null references accounts,
  tried_by text not null,
  wrong integer not null,
  since timestamptz not null,
  primary key (account_id, tried_by)
);
create index wrong_codes_since on wrong_codes (since);

-- Codes that stand in for a lost second factor, hashed with the account's number and removed when used. Each has 60
-- random bits, too many to try out, so that a plain SHA-256 does what a slow hash does for passwords.
create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- Passkeys (WebAuthn). Only public keys lie here: whoever reads this table can sign in nowhere with it. What the device
-- or its maker is, nobody asks.
create table passkeys (
  id bytea primary key,
  account_id uuid not null references accounts,
  public_key bytea not null,
  -- what the authenticator counted last; some always say 0
  sign_count bigint not null,
  -- as its user typed it
  name text not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- What an authenticator is asked to sign. A challenge is used once, whatever comes of it; one for a sign-in knows no
-- account yet.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  account_id uuid references accounts,
  session_hash text,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Keys for programs (APIKEY-01). The secret signs requests, so that a hash of it would not do: it is encrypted
-- (SECRET-01).
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  label text not null,
  secret bytea not null,
  can_read boolean not null,
  can_trade boolean not null,
  can_withdraw boolean not null,
  -- far from the pair's median, where else a code is asked for (LEDGER-08)
  can_trade_at_any_price boolean not null default false,
  -- made before the account had a second factor: it withdraws, and trades far from the market, once it is confirmed
  -- with one (APIKEY-12)
  must_confirm boolean not null default false,
  -- networks that the user typed; with none, requests may come from anywhere
  addresses text[] not null,
  made_at timestamptz not null,
  used_on date,
  constraint key_may_something check (can_read or can_trade or can_withdraw or can_trade_at_any_price)
);
create index api_keys_account on api_keys (account_id);

-- What was signed once is not taken again (APIKEY-03).
create table api_nonces (
  key_id uuid not null references api_keys on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);
create index api_nonces_expiry on api_nonces (expires_at);

-- 3. Trading ----------------------------------------------------------------------------------------------------------

create table balances (
  account_id uuid not null references accounts,
  currency text not null references coins,
  available bigint not null default 0 constraint available_not_negative check (available >= 0),
  in_orders bigint not null default 0 constraint in_orders_not_negative check (in_orders >= 0),
  primary key (account_id, currency)
) with (fillfactor = 70);

-- The venue's own accounts:
--   mint          below zero by what a sandbox has given out
--   fees:<pair>   kept by pair, so that pairs with the same quote coin do not wait for one row
--   chain         below zero by what came in from outside, above by what went out
--   withdrawals   locked for withdrawals that have not left
--   deposit-fees
--   paid-out      below zero by what operators have paid out of the fees (OPERATOR-19)
--   losses        what the venue covers: deposits that were spent and then undone by their chain
--   unreturned    came in, is not credited, and has not been returned (REFUND-07)
create table house_balances (
  name text not null,
  currency text not null references coins,
  amount bigint not null default 0,
  primary key (name, currency)
);

create table orders (
  id uuid primary key,
  -- the order of acceptance, over all pairs: the priority in the book, and 'newest first' in lists
  number bigint not null unique,
  -- the priority, where it is no longer the number: of an order that was amended, a stop order that was triggered, or
  -- an iceberg order that shows another part
  priority bigint,
  account_id uuid not null references accounts,
  pair text not null references pairs,
  side text not null check (side in ('buy', 'sell')),
  kind text not null check (kind in ('limit', 'market')),
  -- whether its rest stays (GTC) or not (IOC, FOK: TYPE-01 to TYPE-03)
  time_in_force text not null default 'GTC' check (time_in_force in ('GTC', 'IOC', 'FOK')),
  -- whether it only adds to the book (TYPE-04)
  post_only boolean not null default false,
  -- WAITING until a trade of the pair reaches it (STOP-01)
  stop_price bigint check (stop_price > 0),
  -- tenths of a percent by which the stop trails the best last price; its stop_price is set once it is triggered (TRAIL-02)
  trail smallint check (trail between 1 and 500),
  -- of an iceberg order: what the book shows of it at most (TYPE-11)
  display_quantity bigint check (display_quantity > 0),
  -- the part of quantity_left that the book does not show
  hidden_quantity bigint not null default 0,
  -- of a one-cancels-other order: a trade at that price or beyond takes it out of the book, to be matched up to that
  -- limit, or at any price (OCO-01). Its stop_price is set once that is done.
  oco_stop bigint check (oco_stop > 0),
  oco_limit bigint check (oco_limit > 0),
  -- of a market order: the worst that it may trade at (TYPE-05)
  price bigint check (price > 0),
  -- base coin; of a market order by cost: what it bought
  quantity bigint not null check (quantity >= 0),
  quantity_left bigint not null check (quantity_left between 0 and quantity),
  -- quote coin that a market order by cost may spend
  cost bigint check (cost > 0),
  -- quote coin traded so far
  value bigint not null default 0 check (value >= 0),
  -- paid so far, in the coin that it gets (COST-01); the trades add to it by themselves
  fee bigint not null default 0 check (fee >= 0),
  -- WAITING, TRIGGERED: a stop order that has not been matched yet
  state text not null
    check (state in ('OPENED', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'WAITING', 'TRIGGERED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- of its latest trade
  executed_at timestamptz,
  constraint limit_has_price check (kind = 'market' or price is not null),
  constraint market_never_rests check (kind = 'limit' or time_in_force = 'IOC'),
  -- one that never rests is partially filled until its last fill is settled
  constraint only_gtc_rests check (time_in_force = 'GTC' or state <> 'OPENED'),
  constraint post_only_rests check (not post_only or (kind = 'limit' and time_in_force = 'GTC')),
  constraint only_icebergs_hide check (hidden_quantity = 0
    or (display_quantity is not null and hidden_quantity > 0 and hidden_quantity < quantity_left)),
  constraint icebergs_rest check (display_quantity is null
    or (kind = 'limit' and time_in_force = 'GTC' and stop_price is null)),
  constraint oco_rests check (oco_stop is null or (display_quantity is null and not post_only)),
  constraint oco_limit_has_stop check (oco_limit is null or oco_stop is not null),
  constraint waits_for_a_price check (state not in ('WAITING', 'TRIGGERED') or (stop_price is not null and value = 0)
    or (state = 'TRIGGERED' and oco_stop is not null and stop_price is null)
    or (state = 'WAITING' and trail is not null and stop_price is null and value = 0)),
  constraint only_market_orders_trail check (trail is null or (kind = 'market' and oco_stop is null)),
  constraint filled_has_nothing_left check ((state = 'FILLED') <= (quantity_left = 0)),
  constraint open_has_something_left check (state not in ('OPENED', 'PARTIALLY_FILLED') or quantity_left > 0)
) with (fillfactor = 80);
-- Lists read as fast however many orders there are of other pairs and states (LOAD-15).
create index orders_of_account on orders (account_id, number);
create index orders_of_account_in_pair on orders (account_id, pair, number);
create index orders_of_account_by_state on orders (account_id, state, number);
create index open_orders_of_account on orders (account_id, number)
  where state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED');
create index order_priorities on orders (priority) where priority is not null;
-- What the removal of the house's own cancelled orders reads, oldest first (`ledger/prune.ts`).
create index unfilled_orders_of_account on orders (account_id, updated_at)
  where state = 'CANCELED' and executed_at is null;

-- What an order was before it was amended (AMEND-01). `number` is drawn from the numbers of trades: the order's trades
-- with a lower one were made at this price.
create table amendments (
  number bigint primary key,
  order_id uuid not null references orders,
  -- Null for a stop order that is to trade at any price.
  price bigint,
  quantity bigint not null,
  -- Of a stop order that waited then.
  stop_price bigint,
  at timestamptz not null
);
create index amendments_of_order on amendments (order_id, number);

-- An order that fills many others is matched at once and settled in several transactions (LOAD-09). What is matched and
-- not settled yet stands here: the oldest orders of the other side, in price-time priority.
create table unsettled_orders (
  order_id uuid primary key references orders,
  -- its priority when it was matched
  number bigint not null,
  -- base coin
  quantity bigint not null check (quantity > 0),
  -- quote coin
  value bigint not null check (value > 0),
  -- of one that never rests: its state after the last fill
  ends_as text check (ends_as in ('FILLED', 'CANCELED'))
);

-- A trade may reach more stop orders than one transaction should change (LOAD-16). The first are TRIGGERED with it; the
-- others follow, a part at a time. Meanwhile the number of the order that traded and its farthest prices stand here: a
-- stop order that is still WAITING, came before that order and is reached by these prices is triggered.
create table reached_stops (
  pair text not null references pairs,
  number bigint not null,
  lowest bigint not null,
  highest bigint not null,
  -- the trail_marks of that time, of the sides on which trailing orders were triggered
  marks jsonb not null,
  primary key (pair, number)
);

-- The best last price that trailing orders have seen, the highest for sells and the lowest for buys: the price of the
-- row with the highest `since` up to the order's number (TRAIL-02). A row is written where an order is the first to
-- trail from a price, and where a trade is better than rows, which it replaces (TRAIL-04). So a trade writes one at
-- most for each side, however many orders trail, and a start reads no trades. A row that no order uses any more goes
-- with the next better price.
create table trail_marks (
  pair text not null references pairs,
  side text not null check (side in ('buy', 'sell')),
  since bigint not null,
  price bigint not null check (price > 0),
  primary key (pair, since)
);

-- The price at which a waiting trailing order would be triggered now: `trailStop` of matching/trails.ts in SQL.
create function trail_stop(o orders) returns bigint language sql stable as $$
  select (case o.side
      when 'sell' then div(m.price::numeric * (1000 - o.trail), 1000 * p.min_price_increment::numeric)
      else div(m.price::numeric * (1000 + o.trail) + 1000 * p.min_price_increment - 1, 1000 * p.min_price_increment::numeric)
    end * p.min_price_increment)::bigint
  from trail_marks m join pairs p on p.symbol = m.pair
  where m.pair = o.pair and m.side = o.side and m.since <= o.number
  order by m.since desc limit 1
$$;

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
  -- whether it counts into volumes (LEDGER-05)
  is_counted boolean not null default true,
  at timestamptz not null
);
create index trades_of_pair on trades (pair, number);
create index trades_of_taker on trades (taker_account, number);
create index trades_of_maker on trades (maker_account, number);
create index trades_of_taker_in_pair on trades (taker_account, pair, number);
create index trades_of_maker_in_pair on trades (maker_account, pair, number);
-- What a start reads of a pair without fees.
create index uncharged_trades on trades (pair, at) where taker_fee = 0 and maker_fee = 0;

-- What an account has traded away to the medians of its pairs within a day, before its second factor is asked for
-- (LEDGER-08). Here, so that it is one sum for all nodes, and stays over a restart.
create table price_losses (
  account_id uuid primary key references accounts,
  since timestamptz not null,
  -- millionths of the largest order, over all pairs
  lost_ppm bigint not null default 0,
  -- by pair: the value of the largest order, in units of its quote coin
  largest jsonb not null default '{}'
);

-- What the first order, withdrawal or refusal under an Idempotency-Key came to.
create table intents (
  account_id uuid not null references accounts,
  key text not null check (length(key) between 1 and 255),
  -- of what was asked for: the same key with something else is refused
  fingerprint text not null,
  outcome jsonb not null,
  at timestamptz not null,
  primary key (account_id, key)
);
-- Refusals are deleted after a day (LOAD-08), all else is kept for good.
create index intents_refused on intents (at) where outcome ? 'refusal' or outcome ? 'short';

-- 4. The journal ------------------------------------------------------------------------------------------------------

-- One entry for each event; a posting changes what one holder has of one coin, the free part and the part held for
-- orders beside each other. The postings of an entry sum to 0 for every coin.
create table entries (
  id uuid primary key,
  kind text not null
    check (kind in ('order', 'amend', 'trigger', 'fill', 'cancel', 'fund', 'deposit', 'withdrawal', 'payout')),
  order_id uuid,
  -- the deposit or the withdrawal
  transfer_id uuid,
  reason text,
  at timestamptz not null,
  constraint transfers_are_named check ((kind in ('deposit', 'withdrawal')) = (transfer_id is not null))
);
create index entries_of_order on entries (order_id);
create index entries_of_transfer on entries (transfer_id) where transfer_id is not null;

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

-- The seals of the journal: a chain of SHA-256 over every entry and the one before, so that nobody, the venue's own
-- people included, rewrites what was sealed unseen (LEDGER-04). docs/architecture.md has the exact form.
create table seals (
  number bigint primary key check (number > 0),
  -- of an entry, a pruning or an operation
  entry_id uuid not null unique,
  digest bytea not null check (length(digest) = 32),
  hash bytea not null check (length(hash) = 32)
);

-- What waits for its seal: written in the transaction of the entry, so that none is missed.
create table unsealed (entry_id uuid primary key);

-- Entries of orders that were removed together (`ledger/prune.ts`). Their seals stay.
create table prunings (
  id uuid primary key,
  entries uuid[] not null,
  at timestamptz not null
);

-- The newest seal, every ten minutes: what was published is kept by others, too.
create table ledger_heads (
  number bigint primary key,
  hash bytea not null,
  at timestamptz not null
);

-- What keeps all nodes from letting coins leave: 'journal', or the pair whose book differs. Whoever looks after the
-- subject writes and removes it, and every node reads it with each look at the balances.
create table ledger_stops (
  subject text primary key,
  at timestamptz not null
);

-- Where this database lies: a copy that was restored lies elsewhere, and is found by that (OPERATOR-18).
create table database_place (
  is_here boolean primary key default true check (is_here),
  place text not null
);

-- Coins of a restored copy that were not compared with their chains: nothing leaves until none is left (OPERATOR-18).
create table uncompared_coins (
  coin text primary key references coins,
  -- the newest block that the copy knew: what was paid after it may not be in the copy
  height bigint not null
);

-- The proof of solvency: every hour a tree of all that is owed. docs/solvency.md has the exact form. What was published
-- is kept for good (SOLVENCY-04). `text` is what is sealed: each statement follows from the one before.
create table solvency_statements (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  text text not null,
  hash bytea not null unique check (length(hash) = 32)
);

-- The salts of a tree come from its secret. Both go after seven days, and the leaves with them (SOLVENCY-05).
create table solvency_secrets (
  tree bigint primary key check (tree > 0),
  secret bytea not null check (length(secret) = 32)
);

-- Leaves in the order of their salts, 256 a row: the account (16 bytes) and the amount (8 bytes) of each.
create table solvency_leaves (
  tree bigint not null references solvency_secrets on delete cascade,
  coin text not null references coins,
  chunk integer not null check (chunk >= 0),
  -- the smallest salt
  first bytea not null,
  leaves bytea not null,
  primary key (tree, coin, chunk)
);

-- The root of each row of leaves: its hash (32 bytes) and its sum (16 bytes), in the same order.
create table solvency_nodes (
  tree bigint not null references solvency_secrets on delete cascade,
  coin text not null references coins,
  nodes bytea not null,
  primary key (tree, coin)
);

-- 5. Coins in and out -------------------------------------------------------------------------------------------------

-- The seed of the wallets, encrypted (SECRET-01), and what binds a database to its mode (`mode.ts`).
create table secrets (
  name text primary key,
  value bytea not null
);

create table chains (
  coin text primary key references coins,
  -- of its newest block
  height bigint not null check (height >= 0),
  -- blocks that a payment needs before it counts
  confirmations integer not null check (confirmations > 0),
  -- Why deposits and withdrawals of the coin are closed by themselves (CHAIN-06); null while its node can be relied on.
  -- wrong-key: its stored deposit addresses are not of the key that is configured (CHAIN-17)
  closed text check (closed in ('down', 'syncing', 'wrong-network', 'wrong-key')),
  -- Why withdrawals that leave by themselves have not: too little is in the wallet that pays, or the fee is above the
  -- most that the venue pays. Null while nothing is in their way.
  waits_for text check (waits_for in ('funds', 'fee')),
  -- whether what lies on deposit addresses is moved into one account (CHAIN-07)
  is_swept boolean not null default false
);

-- The newest blocks that were read: another hash at a height is a reorganisation (CHAIN-03).
create table chain_blocks (
  coin text not null references chains,
  height bigint not null,
  hash text not null,
  primary key (coin, height)
);

-- Where a simulated chain has forked: every block above such a height has another hash than before.
create table simulated_forks (
  number bigint primary key generated always as identity,
  coin text not null references chains,
  height bigint not null
);
create index forks_of_chain on simulated_forks (coin, height);

-- The addresses that an account pays a coin to. All of them stay valid, and the newest is shown (PRIVACY-01). The key
-- of each is the one with its number.
create table deposit_addresses (
  coin text not null references coins,
  number bigint not null generated always as identity,
  account_id uuid not null references accounts,
  address text not null,
  created_at timestamptz not null,
  primary key (coin, number),
  unique (coin, address)
);
create index addresses_of_account on deposit_addresses (account_id, coin, number);

-- Where coins go back to when they cannot be credited (REFUND-07).
create table refund_addresses (
  account_id uuid not null references accounts,
  coin text not null references coins,
  id uuid not null unique default gen_random_uuid(),
  address text not null,
  set_at timestamptz not null,
  primary key (account_id, coin)
);

-- Whether an account withdraws to addresses of its book alone, and these (HELD-01 to HELD-04).
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

-- A payment that the chain has heard of: one output of a transaction, which may pay two users, or one address twice
-- (CHAIN-02).
create table payments (
  coin text not null references chains,
  -- GRIN has no hash: the kernel's excess
  tx_hash text not null,
  output integer not null default 0 check (output >= 0),
  -- null where the chain has no addresses (GRIN)
  address text,
  amount bigint not null check (amount > 0),
  -- null while it waits for a block
  height bigint check (height > 0),
  -- another payment took its coins: it never comes back
  is_dropped boolean not null default false,
  -- of Monero and its kin: of several outputs with one key a wallet can spend one only, so that a second one is no
  -- payment
  one_time_key text,
  -- an output of the venue that was spent by what a restored copy does not know (OPERATOR-18)
  is_spent boolean not null default false,
  primary key (coin, tx_hash, output),
  constraint dropped_is_in_no_block check (not is_dropped or height is null)
);
create index waiting_payments on payments (coin) where height is null and not is_dropped;
create index payments_by_height on payments (coin, height);
create unique index payments_one_time_key on payments (coin, one_time_key) where one_time_key is not null;

create table deposits (
  id uuid primary key,
  number bigint not null unique generated always as identity,
  account_id uuid not null references accounts,
  coin text not null references coins,
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
  address text,
  tx_hash text,
  output integer not null default 0,
  -- GRIN: the id of the slate
  extra_id text,
  -- expected: answered, and not on the chain yet (GRIN) · seen: waits for a block · confirming: in a block · credited ·
  -- small: below the least that is taken, never credited · refused: came while deposits were off, or to a closed
  -- account (REFUND-09) · undone: the chain has dropped it · expired: expected for too long
  stage text not null
    check (stage in ('expected', 'seen', 'confirming', 'credited', 'small', 'refused', 'undone', 'expired')),
  -- until when it is expected
  expires_at timestamptz,
  -- what the venue itself has lost on it: it was credited, spent, and undone by its chain
  covered bigint not null default 0 check (covered >= 0 and covered <= amount - fee),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when it was credited last
  confirmed_at timestamptz,
  -- since when what is not credited is kept apart, in the house account 'unreturned' (REFUND-07)
  kept_at timestamptz,
  -- new: not looked at yet · waiting: to be returned · too_small: for the fee of the network, it stays · returned: a
  -- return is on its way, or done
  kept_as text check (kept_as in ('new', 'waiting', 'too_small', 'returned')),
  constraint paid_has_hash check (tx_hash is not null or stage in ('expected', 'expired')),
  constraint expected_expires check (stage <> 'expected' or expires_at is not null),
  constraint credited_is_whole check (stage <> 'credited' or (covered = 0 and confirmed_at is not null)),
  constraint kept_is_not_credited check (kept_at is null or stage in ('small', 'refused')),
  constraint kept_as_something check ((kept_at is null) = (kept_as is null)),
  foreign key (coin, tx_hash, output) references payments on update cascade
);
create unique index deposits_by_payment on deposits (coin, tx_hash, output);
create index deposits_of_account on deposits (account_id, number);
create index moving_deposits on deposits (coin) where stage in ('expected', 'seen', 'confirming');
-- Who has spent a deposit that its chain has undone owes it to the venue, and places no order until it is paid back
-- (LEDGER-02): the coins would be gone to the account that it trades with.
create index deposits_owed on deposits (account_id) where covered > 0;
create index unkept_deposits on deposits (coin) where stage in ('small', 'refused') and kept_at is null;
create index unreturned_deposits on deposits (coin, number) where kept_as <> 'returned';

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
  output integer not null default 0,
  -- GRIN: the id of the slate
  extra_id text,
  -- held: locked, until operators release it · created: coins are locked · awaiting: locked, until the user's wallet
  -- has signed (GRIN) · sent · completed: confirmed by the chain · failed, cancelled: the user has the coins back
  stage text not null
    check (stage in ('held', 'created', 'awaiting', 'sent', 'completed', 'failed', 'cancelled')),
  -- whose daily ceiling it is above (HELD-05, HELD-07); kept after the release
  held_for text check (held_for in ('account', 'venue')),
  released_at timestamptz,
  -- what the user is told where the operator has refused it
  refused_reason text,
  -- until when the user may sign
  expires_at timestamptz,
  -- the deposit that goes back to its sender: built, stored and sent like any other, and no withdrawal of the user
  -- (REFUND-07)
  returns uuid references deposits,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  constraint held_has_ceiling check (stage <> 'held' or held_for is not null),
  constraint awaiting_expires check (stage <> 'awaiting' or (expires_at is not null and extra_id is not null)),
  constraint sent_has_hash check (stage not in ('sent', 'completed') or tx_hash is not null),
  constraint completed_is_confirmed check ((stage = 'completed') = (confirmed_at is not null)),
  foreign key (coin, tx_hash, output) references payments on update cascade
);
create unique index withdrawals_by_payment on withdrawals (coin, tx_hash, output);
create index withdrawals_of_account on withdrawals (account_id, number);
create index moving_withdrawals on withdrawals (coin) where stage in ('created', 'awaiting', 'sent');
create index held_withdrawals on withdrawals (number) where stage = 'held';
-- What was let through, by the time that counts for a ceiling.
create index let_through on withdrawals (coin, coalesce(released_at, created_at))
  where stage in ('created', 'awaiting', 'sent', 'completed');
create index returns_of_deposit on withdrawals (returns) where returns is not null;
create unique index returned_once on withdrawals (returns)
  where returns is not null and stage not in ('failed', 'cancelled');

-- Two different operators release one that is held (OPERATOR-03).
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  operator text not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator)
);

-- The next nonce of each account that sends. It is reserved in the transaction that stores what uses it.
create table chain_wallets (
  wallet text primary key,
  next_nonce bigint not null check (next_nonce >= 0)
);

-- What the venue sends: signed and stored before it is sent, and then sent until it is on its chain (CHAIN-04).
create table chain_transactions (
  coin text not null references chains,
  tx_hash text not null,
  wallet text not null references chain_wallets,
  nonce bigint not null,
  bytes bytea not null,
  amount bigint not null check (amount > 0 or returns is not null),
  -- what it is for, one of three: a withdrawal that it pays,
  withdrawal_id uuid unique references withdrawals,
  -- the number of a deposit address, from which coins go into the venue's own account,
  address_number bigint,
  -- or one that was given up, whose coins it pays back to the venue; it has its nonce and spends the same
  returns text,
  -- what a later sweep costs, on its way from the account that pays withdrawals to the deposit address (CHAIN-26)
  is_gas boolean not null default false,
  -- a sweep takes what was on the address at this height; -1 once it has failed; null for all else
  swept_height bigint,
  created_at timestamptz not null,
  -- deep enough on its chain, or failed there
  is_done boolean not null default false,
  -- since when it is neither on its chain nor with its node; null while it is. Nothing else is built for the same
  -- wallet meanwhile (CHAIN-13).
  unsent_since timestamptz,
  -- when its fee was last raised, or could not be; null for a new one
  priced_at timestamptz,
  -- the operators who have approved that it is given up (CHAIN-19)
  given_up_by text[] not null default '{}',
  -- since when it is not sent any more; its withdrawal ends once something else has spent the same
  given_up_at timestamptz,
  primary key (coin, tx_hash),
  constraint pays_sweeps_or_returns check (num_nonnulls(withdrawal_id, address_number, returns) = 1),
  constraint gas_is_for_an_address check (not is_gas or address_number is not null),
  foreign key (coin, returns) references chain_transactions on update cascade
);
create unique index transaction_nonces on chain_transactions (wallet, nonce) where returns is null;
create index unfinished_transactions on chain_transactions (coin) where not is_done;
create index unsent_transactions on chain_transactions (coin) where unsent_since is not null;
create index transactions_of_address on chain_transactions (coin, address_number) where address_number is not null;
create index returning_transactions on chain_transactions (coin, returns) where returns is not null;
create index given_up_transactions on chain_transactions (coin) where given_up_at is not null;

-- What the stored transactions spend on chains without nonces. Another one that spends the same cannot be stored
-- (CHAIN-11). It follows the transaction that is stored.
create table chain_inputs (
  coin text not null,
  input text not null,
  tx_hash text not null,
  primary key (coin, input),
  foreign key (coin, tx_hash) references chain_transactions on update cascade on delete cascade
);

-- A stored transaction whose fee has become too low is replaced by a dearer one that spends the same (CHAIN-27). Either
-- of them may be the one that gets into a block: the stored one is the newest, or the one that was found in a block.
create table chain_replaced (
  coin text not null,
  tx_hash text not null,
  -- the stored one that spends the same
  stored_hash text not null,
  bytes bytea not null,
  primary key (coin, tx_hash),
  foreign key (coin, stored_hash) references chain_transactions (coin, tx_hash) on update cascade on delete cascade
);
create index replaced_by_stored on chain_replaced (coin, stored_hash);

-- GRIN: sender and recipient make a payment together, by messages (slatepacks) about one slate. They are kept while
-- they are under way; then `retention.ts` drops them.
create table grin_deposits (
  slate_id uuid primary key,
  deposit_id uuid not null unique references deposits,
  -- of the user's first message: the same one gets the same answer, another one under the same id gets none
  s1_hash bytea not null,
  s2 text,
  -- of the kernel, by which the chain will show the payment
  excess text not null unique
);
create table grin_withdrawals (
  slate_id uuid primary key,
  withdrawal_id uuid not null unique references withdrawals,
  -- the venue's message: a lost page can show it again. Dropped when the payment is made.
  s1 bytea,
  -- of the reply that the payment was made with
  s2_hash bytea,
  constraint waits_or_is_made check (s1 is null or s2_hash is null)
);

-- Coins of GRIN that the venue has on its chain, or that a payment under way may bring. Amounts are whole nanogrin.
create table grin_outputs (
  -- 66 hex digits, by which the chain knows it
  commitment text primary key,
  -- purpose of the secret that blinds it; the secret comes from the wallet's seed
  key_id text not null unique,
  amount bigint not null check (amount > 0),
  -- that brings it; null for what is left of a withdrawal
  deposit_id uuid unique references deposits,
  -- of its block; null while it is in none
  height bigint check (height > 0),
  -- of the block that spends it
  spent_height bigint,
  -- that it pays; free again when that was given back
  withdrawal_id uuid references withdrawals,
  -- since when the node does not have it, although its block is there
  missing_since timestamptz,
  created_at timestamptz not null,
  constraint spent_after_made check (spent_height is null or height is not null)
);
create index grin_outputs_by_withdrawal on grin_outputs (withdrawal_id) where withdrawal_id is not null;
create index unspent_grin_outputs on grin_outputs (amount) where spent_height is null;
create index grin_outputs_by_height on grin_outputs (height);
create index grin_outputs_by_spent_height on grin_outputs (spent_height) where spent_height is not null;

-- Payments that the wallet of a sandbox's users has begun.
create table grin_wallet_payments (
  slate_id uuid primary key,
  s1 bytea not null,
  -- once it is on the chain
  excess text unique
);

-- 6. Support and operators --------------------------------------------------------------------------------------------

-- Tickets and what was said in them. They hold what a user chose to tell, and nothing about where from.
create table tickets (
  -- in the order of their making
  number bigint generated always as identity primary key,
  id uuid not null unique,
  account_id uuid not null references accounts,
  subject text not null,
  category text not null,
  description text not null,
  -- open: the support's turn; pending: the user's turn; closed: nothing more can be said (SUPPORT-04)
  status text not null default 'open' check (status in ('open', 'pending', 'closed')),
  -- what was sent under a key acts once; null where none was sent
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint tickets_key_unique unique (account_id, idempotency_key)
);
create index tickets_of_account on tickets (account_id, number);

create table ticket_comments (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  ticket bigint not null references tickets,
  -- who wrote it: the support, or else the ticket's owner
  is_staff boolean not null,
  content text not null,
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  created_at timestamptz not null,
  constraint ticket_comments_key_unique unique (ticket, idempotency_key)
);
create index comments_of_ticket on ticket_comments (ticket, number);

-- Who runs the venue. They prove who they are with a signature: the venue knows public keys alone (OPERATOR-01).
create table operators (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key bytea not null unique check (length(public_key) = 32),
  -- who asked for it; null for the first one
  added_by text,
  added_at timestamptz not null,
  -- since when another one has confirmed it
  confirmed_at timestamptz,
  removed_at timestamptz
);

-- What one operator has begun and another one has to approve (OPERATOR-10).
create table operator_approvals (
  action text not null,
  subject text not null,
  operator text not null,
  at timestamptz not null,
  primary key (action, subject, operator)
);

-- A row while the venue takes no order and no withdrawal (OPERATOR-16).
create table maintenance (
  is_on boolean primary key default true check (is_on),
  -- as users read it
  reason text not null,
  since timestamptz not null
);

-- What operators did (OPERATOR-02): append-only, and sealed with the journal (LEDGER-04).
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

-- 7. Functions --------------------------------------------------------------------------------------------------------
--
-- What they raise: QB001 a book of an older epoch · QB002 a book that differs from the tables · QB003 an entry that
-- does not balance · QB004 a change of what is append-only · QB005 a deleted account.

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

-- Takes `need` out of what is free, and holds `rest` of it for the order; changes nothing when there is less. An
-- account that owes a deposit gets nothing (LEDGER-02): settle_batch then names a free balance that is enough.
create function reserve(account uuid, coin text, need bigint, rest bigint) returns boolean language plpgsql as $$
begin
  update balances set available = available - need, in_orders = in_orders + rest
    where account_id = account and currency = coin and available >= need
      and not exists (select from deposits d where d.account_id = account and d.covered > 0);
  return found;
end $$;

-- What an account has lost (price_losses) with one more order: `far` has its value and what of it is lost, in units, or
-- says that its owner has confirmed it. Null where it would be too much. It is not stored yet, as the order may be
-- refused for something else.
create function losses_with(account uuid, pair text, far jsonb, at timestamptz) returns price_losses language plpgsql
as $$
declare
  now_is price_losses;
  biggest numeric;
begin
  insert into price_losses (account_id, since) values (account, at) on conflict (account_id) do nothing;
  select * into now_is from price_losses where account_id = account for update;
  if now_is.since + interval '1 day' <= at or far ? 'confirmed' then
    now_is.since := at;
    now_is.lost_ppm := 0;
    now_is.largest := '{}';
  end if;
  if far ? 'confirmed' then
    return now_is;
  end if;
  biggest := greatest(coalesce((now_is.largest ->> pair)::numeric, 0), (far ->> 'value')::numeric);
  if biggest > 0 then
    now_is.lost_ppm := now_is.lost_ppm + ceil((far ->> 'lost')::numeric * 1000000 / biggest);
  end if;
  if now_is.lost_ppm > 50000 then
    return null;
  end if;
  now_is.largest := jsonb_set(now_is.largest, array[pair], to_jsonb(biggest::text));
  return now_is;
end $$;

-- Settles operations that were matched, one after the other, on one pair's book. The caller's transaction holds all of
-- it or nothing. By type:
--   order    a new order
--   amend    an open order with another price or quantity: what it was goes to `amendments`
--   trigger  a stop order that was triggered is matched
--   reach    the next stop orders that an earlier trade has reached
--   fill     the next fills of an unsettled order; `makers` then names the order itself, too
--   cancel   an open order ends
--   refusal  nothing but what is kept under its Idempotency-Key
--   fund     coins that a sandbox gives away
-- Of an operation, `need` is what it takes from the free balance, `makers` are the orders that it trades with, `lines`
-- what its trades move between balances, `triggers` the stop orders that they reach, and `far` is what losses_with
-- counts.
--
-- Returns {done, stop}: how many operations were settled, and why the next one was not:
--   {why: 'repeated', fingerprint, outcome}  its Idempotency-Key has acted before
--   {why: 'short', needed, named, available} its balance does not cover it (the refusal is stored under its key)
--   {why: 'far'}                             its account would lose too much before it has confirmed
-- What follows a stopped operation was matched on a book that never came to be and must be matched again.
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
  is_unpaid boolean;
  losses price_losses;
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
      pay text, need bigint, rest bigint, named bigint, lines jsonb, makers jsonb,
      unsettled_quantity bigint, unsettled_value bigint, ends_as text, time_in_force text, post_only boolean,
      quantity_before bigint, amendment bigint, stop_price bigint, display bigint, hidden bigint,
      trail smallint, marks jsonb, oco_stop bigint, oco_limit bigint, triggers jsonb, reached jsonb, are_last boolean,
      far jsonb)
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

    if op.far is not null then
      losses := losses_with(op.account, batch ->> 'pair', op.far, op.at);
      if losses is null then
        -- Not kept under its key: confirmed, it is placed.
        delete from intents where account_id = op.account and key = op.intent;
        stop := jsonb_build_object('why', 'far');
        exit;
      end if;
    end if;

    if op.need is not null then
      -- Who could not pay for a FOK must not learn from its end whether hidden quantity would have filled it (TYPE-11).
      is_unpaid := op.need = 0 and op.time_in_force = 'FOK' and exists (
        select from balances where account_id = op.account and currency = op.pay and available < op.named);
      if is_unpaid or not reserve(op.account, op.pay, op.need, op.rest) then
        select available into free from balances where account_id = op.account and currency = op.pay;
        stop := jsonb_build_object('why', 'short', 'available', free::text, 'named', coalesce(op.named, op.need)::text,
          'needed', case when is_unpaid then op.named else op.need end::text);
        if op.intent is not null then
          update intents set outcome = jsonb_build_object('short',
              stop - 'why' || jsonb_build_object('type', op.type, 'currency', op.pay))
            where account_id = op.account and key = op.intent;
        end if;
        exit;
      end if;
    end if;

    if op.far is not null then
      update price_losses set since = losses.since, lost_ppm = losses.lost_ppm, largest = losses.largest
        where account_id = op.account;
    end if;

    if op.type = 'order' then
      insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, cost, value,
          time_in_force, post_only, stop_price, trail, display_quantity, hidden_quantity, oco_stop, oco_limit, state,
          created_at, updated_at, executed_at)
        values (op.id, op.number, op.account, batch ->> 'pair', op.side, op.kind, op.price, op.quantity,
          op.quantity_left, op.cost, op.value, op.time_in_force, op.post_only, op.stop_price, op.trail, op.display,
          coalesce(op.hidden, 0), op.oco_stop, op.oco_limit, op.state, op.at, op.at, op.executed_at);
    elsif op.type = 'amend' then
      insert into amendments (number, order_id, price, quantity, stop_price, at)
        select op.amendment, id, price, quantity, stop_price, op.at from orders
        where id = op.id and quantity_left = op.quantity_before and state not in ('FILLED', 'CANCELED')
          and (state = 'WAITING') = (op.state = 'WAITING');
      if not found then
        raise exception 'order % differs from the book', op.id using errcode = 'QB002';
      end if;
      update orders set price = op.price, stop_price = coalesce(op.stop_price, stop_price), quantity = op.quantity,
          quantity_left = op.quantity_left, hidden_quantity = coalesce(op.hidden, 0), value = value + op.value, priority = coalesce(op.number, priority),
          state = op.state, updated_at = op.at, executed_at = coalesce(op.executed_at, executed_at)
        where id = op.id;
    elsif op.type = 'trigger' then
      insert into amendments (number, order_id, price, quantity, stop_price, at)
        select op.amendment, id, price, quantity, stop_price, op.at from orders
        where id = op.id and op.amendment is not null;
      update orders set priority = op.number, kind = op.kind, time_in_force = op.time_in_force, price = op.price,
          stop_price = coalesce(stop_price, oco_stop), quantity = op.quantity, quantity_left = op.quantity_left,
          value = value + op.value, state = op.state, updated_at = op.at,
          executed_at = coalesce(op.executed_at, executed_at)
        where id = op.id and quantity_left = op.quantity_before and state = 'TRIGGERED';
      if not found then
        raise exception 'stop order % differs from the one in memory', op.id using errcode = 'QB002';
      end if;
    elsif op.type = 'fill' then
      if op.unsettled_quantity is null then
        delete from unsettled_orders where order_id = op.id;
      else
        update unsettled_orders set quantity = op.unsettled_quantity, value = op.unsettled_value where order_id = op.id;
      end if;
      if not found then
        raise exception 'order % has nothing to settle', op.id using errcode = 'QB002';
      end if;
    elsif op.type = 'cancel' then
      -- Open is said as 'not closed' here and below: said as in the index of open orders, that index would be walked.
      update orders set state = 'CANCELED', updated_at = op.at
        where id = op.id and quantity_left = op.quantity_left and state not in ('FILLED', 'CANCELED');
      if not found then
        raise exception 'order % differs from the book', op.id using errcode = 'QB002';
      end if;
    end if;

    if op.type in ('order', 'amend', 'trigger') and op.unsettled_quantity is not null then
      insert into unsettled_orders (order_id, number, quantity, value, ends_as)
        values (op.id, op.number, op.unsettled_quantity, op.unsettled_value, op.ends_as);
    end if;

    if op.makers is not null then
      update orders o
        set quantity_left = m.quantity_left, value = o.value + m.value, state = m.state,
          hidden_quantity = coalesce(m.hidden, o.hidden_quantity), priority = coalesce(m.number, o.priority),
          updated_at = op.at, executed_at = op.at
        from jsonb_to_recordset(op.makers) m(id uuid, quantity_before bigint, quantity_left bigint, value bigint,
          state text, hidden bigint, number bigint)
        where o.id = m.id and o.quantity_left = m.quantity_before and o.state not in ('FILLED', 'CANCELED');
      get diagnostics changed = row_count;
      if changed <> jsonb_array_length(op.makers) then
        raise exception 'an order that % trades with differs from the book', op.id using errcode = 'QB002';
      end if;
    end if;

    if op.triggers is not null then
      -- After the trades, which may have filled a part of one whose other leg they reach. WAITING is said as none of the
      -- other states, for the same reason as 'not closed' above.
      update orders o set state = 'TRIGGERED', stop_price = coalesce(t.stop, o.stop_price), updated_at = op.at
        from jsonb_to_recordset(op.triggers) t(id uuid, stop bigint)
        where o.id = t.id and o.state not in ('FILLED', 'CANCELED', 'TRIGGERED')
          and (o.state not in ('OPENED', 'PARTIALLY_FILLED') or (o.oco_stop is not null and o.stop_price is null));
      get diagnostics changed = row_count;
      if changed <> jsonb_array_length(op.triggers) then
        raise exception 'a stop order that % reaches does not wait', op.id using errcode = 'QB002';
      end if;
    end if;
    if op.reached is not null then
      insert into reached_stops (pair, number, lowest, highest, marks) values (batch ->> 'pair', op.number,
        (op.reached ->> 'lowest')::bigint, (op.reached ->> 'highest')::bigint, op.reached -> 'marks');
    end if;
    if op.marks is not null then
      delete from trail_marks t using jsonb_to_recordset(op.marks) m(side text, since bigint)
        where t.pair = batch ->> 'pair' and t.side = m.side and t.since >= m.since;
      insert into trail_marks (pair, side, since, price)
        select batch ->> 'pair', side, since, price from jsonb_to_recordset(op.marks) m(side text, since bigint, price bigint);
    end if;
    if op.are_last then
      delete from reached_stops where pair = batch ->> 'pair';
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

-- The append-only part of the first `done` operations, in one statement for each table.
create function write_journal(batch jsonb, done integer) returns void language plpgsql as $$
declare
  unbalanced uuid;
begin
  insert into trades (number, id, pair, price, quantity, value, taker_side, taker_kind, taker_account, taker_order,
      taker_fee, taker_fee_ppm, maker_account, maker_order, maker_fee, maker_fee_ppm, is_counted, at)
    select t.number, t.id, batch ->> 'pair', t.price, t.quantity, t.value, o.side, o.kind, o.account, o.id,
      t.taker_fee, t.taker_fee_ppm, t.maker_account, t.maker_order, t.maker_fee, t.maker_fee_ppm, t.is_counted, o.at
    from jsonb_to_recordset(batch -> 'operations') o(
        i integer, id uuid, account uuid, side text, kind text, at timestamptz, trades jsonb),
      jsonb_to_recordset(o.trades) t(number bigint, id uuid, price bigint, quantity bigint, value bigint,
        taker_fee bigint, taker_fee_ppm integer, maker_account uuid, maker_order uuid, maker_fee bigint,
        maker_fee_ppm integer, is_counted boolean)
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
        where o.i < done and o.need > 0
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
  select entry_id into unbalanced from written
    group by entry_id, currency having sum(available + in_orders) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'entry % does not balance', unbalanced using errcode = 'QB003';
  end if;
end $$;

-- Writes one balanced entry of a deposit, a withdrawal or a payout of fees and moves the balances that it names, in the caller's
-- transaction. lines: [{account, house, currency, available}], one for each holder and coin, which sum to 0; a balance
-- that would go below zero is refused by the table.
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

-- What an order has paid in fees, whoever writes its trades (COST-01).
create function add_order_fees() returns trigger language plpgsql
  -- As in settle_batch: every order is found by its key.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update orders o set fee = o.fee + f.fee from (
      select id, sum(fee) as fee from (
        select taker_order as id, taker_fee as fee from written
        union all select maker_order, maker_fee from written) sides
      group by id) f
    where o.id = f.id and f.fee > 0;
  return null;
end $$;

-- Whatever is to be sealed waits for it from the statement on that writes it.
create function queue_seals() returns trigger language plpgsql as $$
begin
  insert into unsealed select id from added on conflict do nothing;
  return null;
end $$;

-- What is sealed of an entry and each of its postings, of a pruning, and of an operation.
create function entry_line(e entries) returns text language sql immutable as $$
  select e.id || ' ' || e.kind || ' ' || coalesce(e.order_id::text, '-') || ' ' || coalesce(e.transfer_id::text, '-')
    || ' ' || (extract(epoch from e.at) * 1000000)::bigint || ' ' || coalesce(e.reason, '') || E'\n'
$$;
create function posting_line(p postings) returns text language sql immutable as $$
  select coalesce(p.account_id::text, 'house:' || p.house) || ' ' || p.currency || ' ' || p.available || ' '
    || p.in_orders || E'\n'
$$;
create function pruning_text(p prunings) returns text language sql immutable as $$
  select p.id || ' prune ' || (extract(epoch from p.at) * 1000000)::bigint || ' ' || array_to_string(p.entries, ' ')
    || E'\n'
$$;
create function operation_text(o operations) returns text language sql immutable as $$
  select o.id || ' operation ' || (extract(epoch from o.at) * 1000000)::bigint || ' ' || o.operator || ' ' || o.action
    || ' ' || o.subject || ' ' || o.reason || E'\n'
$$;

-- Seals at most so many of what waits. Returns how many were. It works with the rights of its owner, so that nobody
-- else has to be able to write seals (LEDGER-06).
create function seal_entries(most integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp
as $$
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

-- No row of an append-only table is changed or removed (LEDGER-04).
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  -- Only orders that cancel out are removed, all of their entries together.
  if tg_op = 'DELETE' and tg_table_name in ('entries', 'postings')
      and current_setting('quietbook.pruning', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'QB004';
end $$;

-- What was under way when an account was deleted must not write something of the person anew (PRIVACY-03). The lock
-- waits for the deletion, whose lock of the account excludes it.
create function refuse_erased() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id and not is_erased for key share;
  if not found then
    raise exception 'the account was deleted' using errcode = 'QB005';
  end if;
  return new;
end $$;

-- 8. Triggers ---------------------------------------------------------------------------------------------------------

create trigger order_fees after insert on trades referencing new table as written
  for each statement execute function add_order_fees();

create trigger queue_seals after insert on entries referencing new table as added
  for each statement execute function queue_seals();
create trigger queue_seals after insert on prunings referencing new table as added
  for each statement execute function queue_seals();
create trigger queue_seals after insert on operations referencing new table as added
  for each statement execute function queue_seals();

-- The rights of the venue's role follow this name, too (`grants.ts`).
create trigger append_only before update or delete or truncate on trades
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on amendments
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on entries
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on postings
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on prunings
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on seals
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on ledger_heads
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on solvency_statements
  for each statement execute function refuse_rewriting();
create trigger append_only before update or delete or truncate on operations
  for each statement execute function refuse_rewriting();

create trigger refuse_erased before insert on sessions for each row execute function refuse_erased();
create trigger refuse_erased before insert on known_devices for each row execute function refuse_erased();
create trigger refuse_erased before insert on wrong_codes for each row execute function refuse_erased();
create trigger refuse_erased before insert on api_keys for each row execute function refuse_erased();
create trigger refuse_erased before insert on refund_addresses for each row execute function refuse_erased();
create trigger refuse_erased before insert on tickets for each row execute function refuse_erased();
-- What came in goes back to its sender, also when the account was closed meanwhile (REFUND-07).
create trigger refuse_erased before insert on withdrawals for each row when (new.returns is null)
  execute function refuse_erased();

-- 9. Rows that a new venue starts with --------------------------------------------------------------------------------

-- A refund address is asked for where the chain does not show who paid, so that nothing could be sent back otherwise.
-- GRIN has no return at all (REFUND-12).
insert into coins (ticker, name, network, decimal_places, refund_address_required, min_deposit_amount,
    min_withdrawal_amount, confirmations, address_format, address_example, explorer_url) values
  ('AVAX', 'Avalanche', 'Avalanche C-Chain', 18, false, 1000000, 10000000, 20, 'EVM (C-Chain)',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'https://snowtrace.io'),
  ('BTC', 'Bitcoin', 'Bitcoin', 8, false, 10000, 50000, 6, 'SegWit (Bech32)',
    'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', 'https://mempool.space'),
  ('GRIN', 'Grin', 'Grin', 9, false, 100000000, 100000000, 30, 'Slatepack',
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

-- Near the real heights of these chains, so that a sandbox looks like them; a node tells the real one.
insert into chains (coin, height, confirmations) values
  ('AVAX', 71000000,  20),
  ('BTC',    921000,   6),
  ('GRIN',  3700000,  30),
  ('KAS', 301000000,  10),
  ('USDT', 23700000,   6),
  ('WOW',    781000,  10),
  ('XMR',   3540000,  30);

insert into pairs (symbol, base, quote, price_precision, quantity_precision, min_price_increment,
    min_quantity_increment, min_order_size, maker_fee_ppm, taker_fee_ppm) values
  ('XMR-BTC',   'XMR',  'BTC',  6, 2,     100,   1000000,   1000000, 1000, 3000),
  ('GRIN-BTC',  'GRIN', 'BTC',  8, 0,       1, 100000000, 100000000,    0,    0),
  ('WOW-BTC',   'WOW',  'BTC',  8, 0,       1, 100000000, 100000000, 1000, 3000),
  ('XMR-USDT',  'XMR',  'USDT', 2, 4, 1000000,     10000,    100000, 1000, 2000),
  ('BTC-USDT',  'BTC',  'USDT', 2, 6, 1000000,       100,      1000, 1000, 2000),
  ('KAS-USDT',  'KAS',  'USDT', 5, 1,    1000,  10000000, 100000000, 1000, 2000),
  ('AVAX-USDT', 'AVAX', 'USDT', 3, 2,  100000,   1000000,   1000000, 1000, 2000);
