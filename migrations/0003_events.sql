-- Events, reports, their log, and the text building blocks.
create table event_statuses (
  id int generated always as identity primary key,
  name text not null,
  name_en text,
  identifier text not null unique
);

create table event_types (
  id int generated always as identity primary key,
  name text not null,
  identifier text not null unique,
  description text,
  icon_id int references files,
  location_id int references locations,
  situation_report_template jsonb,
  is_active boolean not null default true
);

create table event_type_mailing_lists (
  event_type_id int not null references event_types on delete cascade,
  mailing_list_id int not null references mailing_lists on delete cascade,
  sort_order int not null default 0,
  primary key (event_type_id, mailing_list_id)
);
create index on event_type_mailing_lists (mailing_list_id);

create table events (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  description text,
  event_date timestamptz not null default now(),
  is_running boolean not null default false,
  is_active boolean not null default true,
  mode text not null default 'LIVE' check (mode in ('LIVE', 'EXERCISE', 'TEST')),
  event_status_id int not null references event_statuses,
  location_id int references locations,
  event_type_id int references event_types,
  activation_event_type_id int references event_types,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now(),
  finished_at timestamptz,
  search text generated always as (search_text(name || ' ' || coalesce(description, ''))) stored
);
create index events_search on events using gin (search gin_trgm_ops);
create index on events (is_running, id desc) where is_active;
create index on events (event_status_id, id desc) where is_active;

create table log_entries (
  id int generated always as identity primary key,
  event_id int not null references events,
  at timestamptz not null,
  by_user_id int references users,
  kind text not null,
  text text not null,
  data jsonb,
  previous_hash text not null,
  hash text not null
);
create index on log_entries (event_id, id);
comment on table log_entries is 'append-only; hash = SHA-256 over the previous entry''s hash and this entry''s own content';

create function log_hash(previous text, event_id int, at timestamptz, by_user_id int, kind text, text text, data jsonb)
returns text language sql immutable as $$
  select encode(sha256(convert_to(previous || json_build_array(event_id, extract(epoch from at)::text, by_user_id, kind, text, data)::text, 'UTF8')), 'hex')
$$;

create function append_log(p_event_id int, p_by int, p_kind text, p_text text, p_data jsonb)
returns log_entries language plpgsql as $$
declare
  previous text;
  entry log_entries;
  moment timestamptz;
begin
  -- one writer per event at a time, without locking the event's row
  perform pg_advisory_xact_lock(4201, p_event_id);
  moment := clock_timestamp();
  select hash into previous from log_entries where event_id = p_event_id order by id desc limit 1;
  previous := coalesce(previous, '');
  insert into log_entries (event_id, at, by_user_id, kind, text, data, previous_hash, hash)
  values (p_event_id, moment, p_by, p_kind, p_text, p_data, previous,
    log_hash(previous, p_event_id, moment, p_by, p_kind, p_text, p_data))
  returning * into entry;
  return entry;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'raise_exception';
end $$;
create trigger log_entries_append_only before update or delete on log_entries
  for each row execute function refuse_change();

create table report_types (
  id int generated always as identity primary key,
  name text not null,
  identifier text not null unique,
  description text,
  icon_id int references files,
  white_icon_id int references files,
  requires_release boolean not null default false,
  is_active boolean not null default true
);

create table reports (
  id int generated always as identity primary key,
  event_id int not null references events,
  report_type_id int not null references report_types,
  title text not null,
  content text not null default '',
  answer_until timestamptz,
  is_active boolean not null default true,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now()
);
create index on reports (event_id, id desc);

create table answer_options (
  id int generated always as identity primary key,
  report_id int not null references reports on delete cascade,
  code text not null,
  label text not null,
  kind text not null check (kind in ('POSITIVE', 'NEGATIVE', 'NEUTRAL')),
  ask_minutes boolean not null default false,
  sort_order int not null default 0,
  unique (report_id, code)
);

create table snippet_types (
  id int generated always as identity primary key,
  name text not null,
  identifier text not null unique,
  description text,
  icon_id int references files,
  is_active boolean not null default true
);

create table snippets (
  id int generated always as identity primary key,
  name text not null,
  content text not null,
  read_only boolean not null default false,
  snippet_type_id int references snippet_types,
  is_active boolean not null default true
);
create index on snippets (name, id);

create table report_event_snippets (
  id int generated always as identity primary key,
  name text not null,
  snippet_id int not null references snippets,
  event_type_id int references event_types,
  report_type_id int not null references report_types
);

create table situation_reports (
  id int generated always as identity primary key,
  event_id int not null references events,
  number int not null,
  status text not null default 'draft' check (status in ('draft', 'in_review', 'approved', 'rejected', 'distributed')),
  data jsonb not null default '{}',
  template jsonb not null default '{}',
  approved_by int references users on delete set null,
  mail_sent_at timestamptz,
  inserted_by int references users on delete set null,
  created_at timestamptz not null default now(),
  unique (event_id, number)
);
