-- Which key an installation was made with, so that a start with another one is noticed.
create table installation (
  is_only boolean primary key default true check (is_only),
  key_fingerprint bytea not null
);
comment on table installation is 'what holds for this installation as a whole; one row, made by its first start';
comment on column installation.key_fingerprint is 'derived from SECRET_KEY; opens nothing';

-- Failed sign-ins of an account are forgotten together, whatever network they came from.
alter table attempts add column account bytea;
comment on column attempts.account is 'SHA-256 of whose sign-ins failed; null for whatever else is counted';
create index attempts_account_idx on attempts (account) where account is not null;
