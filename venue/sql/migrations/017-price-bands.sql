-- How far from its reference price a pair may trade, in millionths: 250000 is 25 percent (LEDGER-03).
alter table pairs add column price_deviation_ppm integer not null default 250000
  check (price_deviation_ppm between 1 and 1000000);
