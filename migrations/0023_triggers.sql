-- Prepared alarms that start without the screen: by SMS, mail, call, or a POST of another program.
create table triggers (
  id int generated always as identity primary key,
  name text not null,
  identifier text not null constraint triggers_identifier_key unique, -- the word it is started with, in small letters
  event_type_id int not null references event_types,
  ways text[] not null,
  sms_pin boolean not null,
  senders text,
  is_active boolean not null,
  pin_hash bytea -- HMAC under SECRET_KEY: a PIN is short
);
create index triggers_event_type_id_idx on triggers (event_type_id);

-- wrong PINs in a row, per trigger and way
create table trigger_locks (
  trigger_id int not null references triggers on delete cascade,
  way text not null,
  tries int not null, -- counted before the PIN is looked at
  locked_at timestamptz,
  primary key (trigger_id, way)
);

-- whoever tried to start something; caller_key: what the caller's side calls the request, so that the same again is the same
create table trigger_calls (
  id int generated always as identity primary key,
  trigger_id int not null references triggers on delete cascade,
  way text not null,
  caller_key text not null,
  caller text, -- number or address, as far as known
  user_id int references users on delete set null,
  channel_id int references channels on delete cascade,
  outcome text not null,
  reason text,
  started_by int references trigger_calls on delete cascade, -- the one that had started it already
  exercise boolean not null,
  event_id int references events on delete cascade,
  report_id int references reports on delete cascade,
  people int,
  undo_until timestamptz,
  cancelled_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  constraint trigger_calls_key unique (trigger_id, way, caller_key)
);
create index trigger_calls_trigger_id_idx on trigger_calls (trigger_id, id);
create index trigger_calls_started_by_idx on trigger_calls (started_by);
create index trigger_calls_event_id_idx on trigger_calls (event_id);
create index trigger_calls_report_id_idx on trigger_calls (report_id);
create index trigger_calls_undo_idx on trigger_calls (undo_until) where outcome = 'started' and cancelled_at is null;

-- a reply that may be meant to start or stop an alarm: looked at before it is sorted as an answer
alter table replies add column command text;
create index replies_command_idx on replies (id) where command is not null;
