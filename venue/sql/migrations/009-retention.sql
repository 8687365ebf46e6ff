-- Slatepacks are kept while they are under way (the data policy, locales/en/logs.json): then `retention.ts` drops them.

alter table grin_deposits alter column s2 drop not null;
alter table grin_withdrawals drop constraint waits_or_is_made;
alter table grin_withdrawals add constraint waits_or_is_made check (s1 is null or s2_hash is null);
