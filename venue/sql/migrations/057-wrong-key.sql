-- A coin whose stored deposit addresses are not of the key that is configured stays closed.
alter table chains
  drop constraint chains_closed_check,
  add constraint chains_closed_check check (closed in ('down', 'syncing', 'wrong-network', 'wrong-key'));
