-- Why withdrawals that leave by themselves have not: too little is in the wallet that pays, or the fee is above the most
-- that the venue pays. Null while nothing is in their way.
alter table chains add column waits_for text check (waits_for in ('funds', 'fee'));
