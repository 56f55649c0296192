-- Items from programs outside that wait for a person: CAP alerts and alerts of a monitoring.
create table incoming_sources (
  id int generated always as identity primary key,
  name text not null,
  kind text not null,
  event_type_id int references event_types on delete set null,
  group_id int references groups on delete set null,
  is_active boolean not null,
  address_hash bytea unique,
  address_set_at timestamptz,
  received_at timestamptz,
  refused_at timestamptz,
  refusal text,
  constraint incoming_sources_kind_check check (kind in ('cap', 'alertmanager'))
);
create index incoming_sources_event_type_id_idx on incoming_sources (event_type_id) where event_type_id is not null;
create index incoming_sources_group_id_idx on incoming_sources (group_id) where group_id is not null;
comment on column incoming_sources.event_type_id is 'the scenario that is suggested for its items';
comment on column incoming_sources.group_id is 'people on duty in this group are notified, one after another, of items that nobody takes';
comment on column incoming_sources.address_hash is 'SHA-256 of the secret in its address; the secret itself is shown once';
comment on column incoming_sources.refusal is 'why its newest refused message could not be read, as a key';

create table incoming_items (
  id int generated always as identity primary key,
  source_id int not null references incoming_sources,
  title text not null,
  text text not null default '',
  severity text,
  lacks_reference boolean not null default false,
  message_at timestamptz,
  alerts int not null default 0,
  open_alerts int not null default 0,
  first_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  grown_at timestamptz not null default clock_timestamp(),
  round int not null default 1,
  next_notice_at timestamptz,
  nobody_left_at timestamptz,
  taken_by int references users on delete set null,
  taken_at timestamptz,
  closed_by int references users on delete set null,
  closed_at timestamptz,
  report_id int references reports on delete set null,
  version int not null default 1
);
create index incoming_items_open_idx on incoming_items (source_id, id) where closed_at is null;
create index incoming_items_open_newest_idx on incoming_items (id) where closed_at is null;
create index incoming_items_source_id_idx on incoming_items (source_id);
create index incoming_items_next_notice_at_idx on incoming_items (next_notice_at) where next_notice_at is not null;
create index incoming_items_closed_at_idx on incoming_items (closed_at) where closed_at is not null;
create index incoming_items_taken_by_idx on incoming_items (taken_by) where taken_by is not null;
create index incoming_items_closed_by_idx on incoming_items (closed_by) where closed_by is not null;
create index incoming_items_report_id_idx on incoming_items (report_id) where report_id is not null;
comment on column incoming_items.lacks_reference is 'it refers to an alert that never came';
comment on column incoming_items.message_at is 'when the CAP message whose words it shows was sent';
comment on column incoming_items.grown_at is 'when an alert was last added';
comment on column incoming_items.round is 'counts up when it waits again; each round notifies people anew';
comment on column incoming_items.next_notice_at is 'when the next person on duty is notified; null if taken, closed or nobody is left';
comment on column incoming_items.closed_by is 'null if the source closed it';

create table incoming_alerts (
  id int generated always as identity primary key,
  item_id int not null references incoming_items on delete cascade,
  source_id int not null references incoming_sources,
  key bytea not null,
  group_key bytea,
  name text not null,
  text text not null default '',
  state text not null,
  starts_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  constraint incoming_alerts_state_check check (state in ('open', 'closed', 'missing')),
  constraint incoming_alerts_key unique (source_id, key)
);
create index incoming_alerts_item_id_idx on incoming_alerts (item_id, id);
create index incoming_alerts_group_key_idx on incoming_alerts (source_id, group_key, id) where group_key is not null;
comment on column incoming_alerts.key is 'SHA-256 of what identifies it: sender and identifier of a CAP message, or fingerprint and start of an alert';
comment on column incoming_alerts.group_key is 'SHA-256 of the group that Alertmanager put it into';
comment on column incoming_alerts.state is 'missing: a CAP message referred to it, but it never came';

create table incoming_notices (
  item_id int not null references incoming_items on delete cascade,
  round int not null,
  person_id int not null references people on delete cascade,
  at timestamptz not null default clock_timestamp(),
  has_address boolean not null,
  primary key (item_id, round, person_id)
);
create index incoming_notices_person_id_idx on incoming_notices (person_id);
comment on column incoming_notices.has_address is 'false: the person on duty was passed over, because no channel reaches them';
