-- Keys other programs sign in with, and the addresses that are told what happens.
create table api_keys (
  id int generated always as identity primary key,
  name text not null,
  prefix text not null unique,
  key_hash bytea not null unique,
  scopes text[] not null,
  version int not null default 1,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  inserted_by int not null references users,
  inserted_at timestamptz not null default now()
);
create index on api_keys (inserted_by);
comment on column api_keys.key_hash is 'SHA-256 of the whole key, which nobody can read again';
comment on column api_keys.scopes is 'features; what counts are those its maker still has';
comment on column api_keys.last_used_at is 'to within five minutes';

create table webhooks (
  id int generated always as identity primary key,
  name text not null,
  url text not null,
  event_types text[] not null,
  is_active boolean not null default true,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  failing_since timestamptz,
  version int not null default 1,
  inserted_by int not null references users,
  inserted_at timestamptz not null default now()
);
comment on column webhooks.secret is 'sealed with SECRET_KEY';
comment on column webhooks.previous_until is 'until then what is sent is signed with both secrets';
comment on column webhooks.disabled_reason is 'why the program switched it off by itself';

create table webhook_deliveries (
  id int generated always as identity primary key,
  webhook_id int not null references webhooks on delete cascade,
  key uuid not null default gen_random_uuid(),
  type text not null,
  data jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  try_at timestamptz default clock_timestamp(),
  response_status int,
  error text,
  response text,
  delivered_at timestamptz,
  inserted_at timestamptz not null default clock_timestamp()
);
create index on webhook_deliveries (webhook_id, id);
create index on webhook_deliveries (webhook_id, try_at) where status = 'pending';
create index on webhook_deliveries (inserted_at);
comment on table webhook_deliveries is 'written in the transaction that changes the state, so that none is lost; the row is the job';
comment on column webhook_deliveries.key is 'what the receiver knows it by, the same at every attempt';
comment on column webhook_deliveries.try_at is 'when it is tried next; while it is being tried, when it counts as lost';
