-- What people are reached on besides the addresses in their contact data: browsers that show notifications.

create table devices (
  id int generated always as identity primary key,
  person_id int references people on delete cascade,
  user_id int references users on delete cascade,
  kind text not null,
  address text not null,
  keys bytea not null,
  name text not null,
  inserted_at timestamptz not null default now(),
  last_used_at timestamptz,
  ended_at timestamptz,
  unique (kind, address),
  check (person_id is not null or user_id is not null)
);
create index on devices (person_id) where ended_at is null;
create index on devices (user_id) where ended_at is null;
comment on column devices.person_id is 'whom messages to it are for; empty for a user who is in no contact data';
comment on column devices.user_id is 'who switched it on in the own profile, if it was there';
comment on column devices.kind is 'a kind of address, as channels name those they send to';
comment on column devices.keys is 'what else the channel needs to send there; sealed with SECRET_KEY';
comment on column devices.last_used_at is 'when it last showed something';
comment on column devices.ended_at is 'switched off, or gone as the push service says';

create table push_keys (
  id int primary key default 1 check (id = 1),
  public_key text not null,
  private_key bytea not null
);
comment on table push_keys is 'what this installation signs push messages with (VAPID); devices are bound to it';
comment on column push_keys.private_key is 'sealed with SECRET_KEY';
