-- What was sent under an Idempotency-Key acts once; null where none was sent.
alter table tickets add column idempotency_key text check (length(idempotency_key) between 1 and 255);
alter table tickets add constraint tickets_key_unique unique (account_id, idempotency_key);
alter table ticket_comments add column idempotency_key text check (length(idempotency_key) between 1 and 255);
alter table ticket_comments add constraint ticket_comments_key_unique unique (ticket, idempotency_key);
