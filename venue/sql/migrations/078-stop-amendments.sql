-- A stop order that waits can be amended (STOP-07). What it was before has a stop price, too; one that is to trade at
-- any price has no other.
alter table amendments add column stop_price bigint;
alter table amendments alter column price drop not null;

-- As in 076, and an amendment may have a stop price. A stop order is amended while it waits, and only then stays so.
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
      pay text, need bigint, rest bigint, lines jsonb, makers jsonb,
      unsettled_quantity bigint, unsettled_value bigint, ends_as text, time_in_force text, post_only boolean,
      quantity_before bigint, amendment bigint, stop_price bigint, triggers jsonb, reached jsonb, are_last boolean,
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

    if op.far is not null then
      update price_losses set since = losses.since, lost_ppm = losses.lost_ppm, largest = losses.largest
        where account_id = op.account;
    end if;

    if op.type = 'order' then
      insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, cost, value,
          time_in_force, post_only, stop_price, state, created_at, updated_at, executed_at)
        values (op.id, op.number, op.account, batch ->> 'pair', op.side, op.kind, op.price, op.quantity,
          op.quantity_left, op.cost, op.value, op.time_in_force, op.post_only, op.stop_price, op.state, op.at, op.at,
          op.executed_at);
    elsif op.type = 'amend' then
      insert into amendments (number, order_id, price, quantity, stop_price, at)
        select op.amendment, id, price, quantity, stop_price, op.at from orders
        where id = op.id and quantity_left = op.quantity_before and state not in ('FILLED', 'CANCELED')
          and (state = 'WAITING') = (op.state = 'WAITING');
      if not found then
        raise exception 'order % differs from the book', op.id using errcode = 'QB002';
      end if;
      update orders set price = op.price, stop_price = coalesce(op.stop_price, stop_price), quantity = op.quantity,
          quantity_left = op.quantity_left, value = value + op.value, priority = coalesce(op.number, priority),
          state = op.state, updated_at = op.at, executed_at = coalesce(op.executed_at, executed_at)
        where id = op.id;
    elsif op.type = 'trigger' then
      update orders set priority = op.number, quantity = op.quantity, quantity_left = op.quantity_left, value = op.value,
          state = op.state, updated_at = op.at, executed_at = op.executed_at
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
      insert into unsettled_orders (order_id, quantity, value, ends_as)
        values (op.id, op.unsettled_quantity, op.unsettled_value, op.ends_as);
    end if;

    if op.triggers is not null then
      -- WAITING is said as none of the other states, for the same reason as 'not closed' above.
      update orders o set state = 'TRIGGERED', updated_at = op.at
        from jsonb_array_elements_text(op.triggers) t(id)
        where o.id = t.id::uuid and o.state not in ('OPENED', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'TRIGGERED');
      get diagnostics changed = row_count;
      if changed <> jsonb_array_length(op.triggers) then
        raise exception 'a stop order that % reaches does not wait', op.id using errcode = 'QB002';
      end if;
    end if;
    if op.reached is not null then
      insert into reached_stops (pair, number, lowest, highest) values (batch ->> 'pair', op.number,
        (op.reached ->> 'lowest')::bigint, (op.reached ->> 'highest')::bigint);
    end if;
    if op.are_last then
      delete from reached_stops where pair = batch ->> 'pair';
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
