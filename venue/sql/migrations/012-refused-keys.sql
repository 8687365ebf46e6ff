-- Refusals under an Idempotency-Key are deleted after a day; this finds them among what is kept.
create index intents_refused on intents (at) where outcome ? 'refusal' or outcome ? 'short';
