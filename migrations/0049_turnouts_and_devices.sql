-- How many came when they were asked, counted once when an alarm is over, so that nobody has to count again before the next.
-- It names nobody and stays when the event is forgotten and the group deleted: that is why it refers to neither.
create table turnouts (
  id int primary key generated always as identity,
  report_id int not null,
  group_id int,
  at timestamptz not null,
  asked int not null,
  came int not null,
  check (came between 0 and asked and asked > 0)
);
create unique index turnouts_once on turnouts (report_id, group_id) nulls not distinct;
create index on turnouts (at);
comment on table turnouts is 'of an alarm that is over: how many people were asked and how many of them said in time that they come';
comment on column turnouts.report_id is 'the alarm; its row may be gone';
comment on column turnouts.group_id is 'the group of the stop limit they were asked for; empty for all without one';
comment on column turnouts.at is 'when the alarm was launched';

alter table messages add column counted_at timestamptz;
comment on column messages.counted_at is 'when it was counted how many of those whom the alarm asked come';
create index messages_uncounted on messages (report_id)
  where request_answer and counted_at is null and finished_at is not null;

-- Browsers that keep a key of their own, with which their user signs in again without a password.
create table trusted_devices (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references users on delete cascade,
  public_key bytea not null,
  user_agent text,
  network text,
  challenge bytea,
  challenged_at timestamptz,
  inserted_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on trusted_devices (user_id);
comment on column trusted_devices.public_key is 'of P-256; the other half never leaves the browser';
comment on column trusted_devices.challenge is 'what the key has to sign next; it holds once and for two minutes';

alter table sessions add column network text;
alter table sessions add column trusted_device_id uuid references trusted_devices on delete set null;
create index on sessions (trusted_device_id);
comment on column sessions.network is 'the network its last request came from';
comment on column sessions.trusted_device_id is 'the browser it belongs to, where that is trusted';

create table known_browsers (
  user_id int not null references users on delete cascade,
  browser_hash bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, browser_hash)
);
comment on table known_browsers is 'from which browsers a user signed in before, so that a new one can be told';
