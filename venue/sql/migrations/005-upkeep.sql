-- What the removal of the house's own cancelled orders reads (`ledger/prune.ts`): the entries of an order, and the
-- orders of an account that were cancelled without a fill, oldest first.
create index entries_of_order on entries (order_id);
create index unfilled_orders_of_account on orders (account_id, updated_at)
  where state = 'CANCELED' and executed_at is null;
