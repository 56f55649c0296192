-- Channels, messages, recipients (the recipient row is the job), cascades and answers.
create table channel_types (
  id int generated always as identity primary key,
  name text not null,
  identifier text not null unique,
  description text,
  icon_id int references files,
  secondary_icon_id int references files,
  color text,
  allow_more_message boolean not null default false,
  requires_release boolean not null default false,
  is_active boolean not null default true
);

create table channels (
  id int generated always as identity primary key,
  name text not null,
  description text,
  identifier text not null unique,
  channel_type_id int not null references channel_types,
  settings jsonb not null default '{}',
  secrets bytea,
  requires_release boolean not null default false,
  is_active boolean not null default true,
  trouble text,
  trouble_at timestamptz
);
comment on column channels.secrets is 'AES-256-GCM over a JSON object, bound to the row; never leaves the server';
comment on column channels.trouble is 'why the channel as a whole cannot send at the moment, as a reason key; delivery sets and clears it';

create table messages (
  id int generated always as identity primary key,
  report_id int not null references reports,
  channel_id int not null references channels,
  title text not null,
  content text not null default '',
  status text not null default 'draft' check (status in ('draft', 'pending_approval', 'rejected', 'scheduled', 'queued',
    'sending', 'sent', 'sent_with_errors', 'failed', 'cancelled')),
  request_answer boolean not null default false,
  feed_values jsonb,
  lane text not null default 'normal' check (lane in ('alarm', 'normal', 'bulk')),
  recipient_count int not null default 0,
  cost numeric(12, 4),
  currency text not null default 'EUR',
  posts jsonb,
  error text,
  send_at timestamptz,
  release_at timestamptz,
  valid_until timestamptz,
  launched_by int references users on delete set null,
  launched_at timestamptz,
  released_by int references users on delete set null,
  released_at timestamptz,
  reject_reason text,
  sent_at timestamptz,
  finished_at timestamptz,
  is_active boolean not null default true,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now()
);
create index on messages (report_id, id desc);
create index on messages (status) where status in ('scheduled', 'queued', 'sending');
comment on column messages.release_at is 'end of the undo window: nothing leaves before';
comment on column messages.released_by is 'who released it, where a release is required; never the author';

-- What the author chose; frozen into message_recipients when the message is launched.
create table message_lists (
  message_id int not null references messages on delete cascade,
  mailing_list_id int not null references mailing_lists on delete cascade,
  sort_order int not null default 0,
  primary key (message_id, mailing_list_id)
);
create table message_groups (
  message_id int not null references messages on delete cascade,
  group_id int not null references groups on delete cascade,
  sort_order int not null default 0,
  primary key (message_id, group_id)
);
create table message_people (
  message_id int not null references messages on delete cascade,
  person_id int not null references people on delete cascade,
  sort_order int not null default 0,
  primary key (message_id, person_id)
);

create table launches (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  launch_key text not null,
  request_hash text not null,
  inserted_at timestamptz not null default now(),
  unique (user_id, launch_key)
);
comment on table launches is 'one row per intent to send; the same key again answers the first launch';

create table message_recipients (
  id int generated always as identity primary key,
  message_id int not null references messages,
  report_id int not null references reports,
  channel_id int not null references channels,
  person_id int references people on delete set null,
  target_address text not null,
  address_norm text not null,
  is_private boolean not null default false,
  via text[] not null default '{}',
  lane text not null,
  status text not null check (status in ('pending', 'queued', 'sending', 'sent', 'delivered', 'read', 'retrying', 'failed',
    'expired', 'suppressed', 'skipped', 'cancelled')),
  status_reason text,
  try_at timestamptz,
  valid_until timestamptz,
  attempts int not null default 0,
  owner text,
  epoch int not null default 0,
  claimed_at timestamptz,
  crash_count int not null default 0,
  maybe_duplicate boolean not null default false,
  external_id text,
  nonce bytea not null,
  token_hash bytea,
  generation int not null default 1,
  superseded boolean not null default false,
  cost numeric(12, 4),
  sent_at timestamptz,
  delivered_at timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
comment on column message_recipients.address_norm is 'E.164 or lower-case e-mail; empty in the one row, without a person, of a channel that publishes instead of addressing people';
comment on column message_recipients.is_private is 'the address comes from a private data type and is shown only to those who may edit contacts';
comment on column message_recipients.nonce is 'the answer link''s token is an HMAC over it; only token_hash is looked up';
comment on column message_recipients.superseded is 'a later generation of the same recipient replaces this row in lists and counts';

-- One address gets a message once; rows without an address or that are duplicates are kept as suppressed.
create unique index message_recipients_once on message_recipients (message_id, address_norm, generation) where status <> 'suppressed';
create index message_recipients_message on message_recipients (message_id, id);
create index message_recipients_due on message_recipients (message_id, channel_id, try_at, id) where status in ('queued', 'retrying');
create index message_recipients_deadline on message_recipients (valid_until) where status in ('queued', 'retrying');
create index message_recipients_sending on message_recipients (owner) where status = 'sending';
create index message_recipients_open on message_recipients (message_id) where status in ('pending', 'queued', 'sending', 'retrying');
create index message_recipients_person on message_recipients (report_id, person_id);
create index message_recipients_history on message_recipients (person_id, id);
create unique index message_recipients_token on message_recipients (token_hash);
create index message_recipients_external on message_recipients (channel_id, external_id) where external_id is not null;

create function check_recipient_status() returns trigger language plpgsql as $$
begin
  -- a stopped message gets no further attempt, whatever was under way when it was stopped
  if old.status = 'sending' and new.status in ('queued', 'retrying')
    and exists (select 1 from messages where id = new.message_id and status = 'cancelled') then
    new.status := 'cancelled';
    new.status_reason := 'stopped';
    new.try_at := null;
  end if;
  if (old.status, new.status) in (
    ('pending', 'queued'), ('pending', 'skipped'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('queued', 'sending'), ('queued', 'skipped'), ('queued', 'cancelled'), ('queued', 'expired'),
    ('sending', 'sent'), ('sending', 'delivered'), ('sending', 'read'), ('sending', 'failed'), ('sending', 'retrying'),
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('delivered', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;
create trigger message_recipients_status before update of status on message_recipients
  for each row when (old.status is distinct from new.status) execute function check_recipient_status();

create table cascades (
  id int generated always as identity primary key,
  report_id int not null references reports,
  event_id int not null references events,
  group_id int not null references groups on delete cascade,
  list_name text not null,
  needed int not null check (needed > 0),
  wait_minutes int not null check (wait_minutes > 0),
  status text not null default 'running' check (status in ('running', 'reached', 'exhausted', 'stopped')),
  due_at timestamptz,
  inserted_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (report_id, group_id)
);
create index on cascades (due_at) where status = 'running';
comment on column cascades.due_at is 'when the worker looks at the cascade again; null while nothing can time out';

create table cascade_members (
  cascade_id int not null references cascades on delete cascade,
  person_id int not null references people on delete cascade,
  position int not null,
  priority boolean not null default false,
  always boolean not null default false,
  asked_at timestamptz,
  due_at timestamptz,
  primary key (cascade_id, person_id)
);
create index on cascade_members (person_id);
comment on column cascade_members.always is 'asked whatever the limit says and never skipped: priority, or brought in by a path without a limit as well';

create table cascade_messages (
  cascade_id int not null references cascades on delete cascade,
  message_id int not null references messages on delete cascade,
  primary key (cascade_id, message_id)
);
create index on cascade_messages (message_id);

create table cascade_wakes (
  id int generated always as identity primary key,
  cascade_id int not null references cascades on delete cascade
);
comment on table cascade_wakes is 'a cascade has to look again; rows instead of an update of the cascade, so that whoever records a result never waits for its lock';

create table answers (
  id int generated always as identity primary key,
  report_id int not null references reports,
  person_id int references people on delete set null,
  recipient_id int references message_recipients,
  option_id int references answer_options,
  minutes int check (minutes between 0 and 100000),
  text text,
  source text not null check (source in ('link', 'exercise', 'operator', 'sms', 'email')),
  by_user_id int references users on delete set null,
  late boolean not null default false,
  request_hash bytea,
  at timestamptz not null default clock_timestamp()
);
create index on answers (report_id, person_id, id desc);
create index on answers (recipient_id);
create unique index answers_once on answers (recipient_id, request_hash);
comment on column answers.request_hash is 'of a form and what was entered in it: the same form sent again is one answer';
comment on table answers is 'append-only; the newest of a person holds';
create trigger answers_append_only before delete on answers for each row execute function refuse_change();

create table exercise_messages (
  id int generated always as identity primary key,
  recipient_id int unique references message_recipients on delete cascade,
  person_id int references people on delete cascade,
  user_id int references users on delete cascade,
  kind text not null check (kind in ('mail', 'phone')),
  address text not null,
  subject text not null default '',
  text text not null,
  html text,
  read_at timestamptz,
  inserted_at timestamptz not null default now()
);
create index on exercise_messages (person_id, id desc);
create index on exercise_messages (id desc) where user_id is not null;
comment on table exercise_messages is 'what the exercise channel kept instead of sending; user_id marks a system mail';
