-- An open order can be amended (AMEND-01 to AMEND-05): it keeps its ID, and its place where only the quantity falls.

-- The place in the book, where it is no longer the order of acceptance. Null: the number.
alter table orders add column priority bigint;
create index order_priorities on orders (priority) where priority is not null;

-- What an order was before. `number` is drawn from the numbers of trades: the order's trades with a lower one were made
-- at this price.
create table amendments (
  number bigint primary key,
  order_id uuid not null references orders,
  price bigint not null,
  quantity bigint not null,
  at timestamptz not null
);
create index amendments_of_order on amendments (order_id, number);
create trigger append_only before update or delete or truncate on amendments
  for each statement execute function refuse_rewriting();

alter table entries drop constraint entries_kind_check;
alter table entries add constraint entries_kind_check
  check (kind in ('order', 'amend', 'fill', 'cancel', 'fund', 'deposit', 'withdrawal'));

-- As in 019, and an amendment takes from the free balance what it needs in addition.
create or replace function write_journal(batch jsonb, done integer) returns void language plpgsql as $$
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
  select entry_id into unbalanced from written group by entry_id, currency having sum(available + in_orders) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'entry % does not balance', unbalanced using errcode = 'QB003';
  end if;
end $$;

-- As in 039, and type 'amend'. What is reserved says `need`.
create or replace function settle_batch(batch jsonb) returns jsonb language plpgsql
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
      pay text, need bigint, rest bigint, lines jsonb, makers jsonb,
      unsettled_quantity bigint, unsettled_value bigint, ends_as text, time_in_force text, post_only boolean,
      quantity_before bigint, amendment bigint)
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

    if op.need is not null then
      if not reserve(op.account, op.pay, op.need, op.rest) then
        select available into free from balances where account_id = op.account and currency = op.pay;
        stop := jsonb_build_object('why', 'short', 'available', free::text);
        if op.intent is not null then
          update intents set outcome = jsonb_build_object('short',
              jsonb_build_object('type', op.type, 'currency', op.pay, 'needed', op.need::text, 'available', free::text))
            where account_id = op.account and key = op.intent;
        end if;
        exit;
      end if;
    end if;

    if op.type = 'order' then
      insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, cost, value,
          time_in_force, post_only, state, created_at, updated_at, executed_at)
        values (op.id, op.number, op.account, batch ->> 'pair', op.side, op.kind, op.price, op.quantity,
          op.quantity_left, op.cost, op.value, op.time_in_force, op.post_only, op.state, op.at, op.at, op.executed_at);
    elsif op.type = 'amend' then
      insert into amendments (number, order_id, price, quantity, at)
        select op.amendment, id, price, quantity, op.at from orders
        where id = op.id and quantity_left = op.quantity_before and state not in ('FILLED', 'CANCELED');
      if not found then
        raise exception 'order % differs from the book', op.id using errcode = 'QB002';
      end if;
      update orders set price = op.price, quantity = op.quantity, quantity_left = op.quantity_left,
          value = value + op.value, priority = coalesce(op.number, priority), state = op.state, updated_at = op.at,
          executed_at = coalesce(op.executed_at, executed_at)
        where id = op.id;
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

    if op.type in ('order', 'amend') and op.unsettled_quantity is not null then
      insert into unsettled_orders (order_id, quantity, value, ends_as)
        values (op.id, op.unsettled_quantity, op.unsettled_value, op.ends_as);
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
