-- What is to be done whenever an event of a type begins, and what is to be done in an event.
create table checklist_items (
  id int generated always as identity primary key,
  event_type_id int not null references event_types on delete cascade,
  name text not null,
  group_id int references groups on delete set null,
  person_id int references people on delete set null,
  due_minutes int,
  sort_order int not null,
  check (group_id is null or person_id is null)
);
create index on checklist_items (event_type_id);
create index on checklist_items (group_id) where group_id is not null;
create index on checklist_items (person_id) where person_id is not null;
comment on table checklist_items is 'an event that begins gets a task of each; what changes here later changes no event';
comment on column checklist_items.due_minutes is 'so long after the event began, or became one of this type';

create table tasks (
  id int generated always as identity primary key,
  event_id int not null references events on delete cascade,
  checklist_item_id int references checklist_items on delete set null,
  text text not null check (length(text) between 1 and 500),
  group_id int references groups on delete set null,
  person_id int references people on delete set null,
  due_at timestamptz,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default clock_timestamp(),
  done_by int references users on delete set null,
  done_at timestamptz,
  check (group_id is null or person_id is null)
);
create unique index on tasks (event_id, checklist_item_id);
create index on tasks (checklist_item_id) where checklist_item_id is not null;
create index on tasks (group_id) where group_id is not null;
create index on tasks (person_id) where person_id is not null;
comment on column tasks.inserted_by is 'empty where it came from the checklist';

-- Links to the monitor of an event, which take no account. The token itself is known only to whoever was shown it.
create table monitor_links (
  id int generated always as identity primary key,
  event_id int not null references events on delete cascade,
  token_hash bytea not null unique,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  revoked_at timestamptz
);
create index on monitor_links (event_id);
