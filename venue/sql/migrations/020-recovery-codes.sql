-- Codes that stand in for a lost second factor, hashed with the account's number and removed when used. Each has 60 random
-- bits, too many to try out, so that a plain SHA-256 does what a slow hash does for passwords. The secret of the second
-- factor lies here as it is anyway (004).
create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
