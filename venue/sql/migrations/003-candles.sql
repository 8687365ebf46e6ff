-- Closed bars, written once. The bar that is still open is in memory, made of the trades table, and so are the
-- bars of the last day; times without a trade have no row and are drawn from the close before (spec 1 §9).
-- Prices and volumes are whole units of 0.00000001, like everywhere in this database.
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
