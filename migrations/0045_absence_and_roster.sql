-- Who cannot be reached for a while.
create table absences (
  id int generated always as identity primary key,
  person_id int not null references people on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz,
  remark text,
  inserted_at timestamptz not null default now(),
  check (until_at > from_at)
);
create index on absences (person_id, from_at);
comment on table absences is 'times in which a person cannot be reached; no alarm asks them then, unless they are called with priority';
comment on column absences.until_at is 'null until further notice';

-- Who is on duty for a group.
create table rosters (
  group_id int primary key references groups on delete cascade,
  always_needed boolean not null default false,
  link_hash bytea unique,
  linked_at timestamptz
);
comment on table rosters is 'what holds for the roster of a group as a whole; one without a row has shifts and nothing else';
comment on column rosters.always_needed is 'somebody has to be on duty at every moment, not only when a shift stands there';
comment on column rosters.link_hash is 'SHA-256 of the secret in the address at which its calendar is offered; null while it is not';

create table shifts (
  id int generated always as identity primary key,
  group_id int not null references groups on delete cascade,
  person_id int not null references people on delete cascade,
  starts_at timestamp not null,
  ends_at timestamp not null,
  every_weeks int check (every_weeks between 1 and 52),
  repeats_until date,
  uid text,
  inserted_at timestamptz not null default now(),
  check (ends_at > starts_at and ends_at <= starts_at + interval '31 days'),
  check (ends_at <= starts_at + make_interval(weeks => every_weeks)),
  check (repeats_until is null or every_weeks is not null)
);
create index on shifts (group_id, starts_at);
create index on shifts (person_id);
comment on table shifts is 'who is on duty for a group and when; times are what the clock on the wall shows, so that 18:00 stays 18:00 when the clock is changed';
comment on column shifts.every_weeks is 'it comes again after so many weeks; null when it comes once';
comment on column shifts.repeats_until is 'the last day on which it begins';
comment on column shifts.uid is 'what the calendar calls it that it was imported from; null when it was entered here';

create table shift_changes (
  shift_id int not null references shifts on delete cascade,
  turn int not null check (turn >= 0),
  substitute_id int references people on delete cascade,
  primary key (shift_id, turn)
);
create index on shift_changes (substitute_id);
comment on table shift_changes is 'what is different in one turn of a shift, counted from 0';
comment on column shift_changes.substitute_id is 'who takes the turn instead; null when it does not take place';

-- Which turns of shifts touch a span of time, with who is on duty then. A change of the clock neither leaves a gap between
-- shifts that meet nor lets them overlap: both ends are the same moment.
create function turns_between(group_ids int[], since timestamptz, before timestamptz)
returns table (shift_id int, turn int, group_id int, person_id int, planned_id int, from_at timestamptz, until_at timestamptz)
language sql stable as $$
  select s.id, n.turn, s.group_id, coalesce(c.substitute_id, s.person_id), s.person_id, t.from_at, t.until_at
  from (select coalesce((select nullif(value_str, '') from system_settings where value_key = 'time_zone'), 'Europe/Berlin')
      as name) zone
  cross join shifts s
  cross join lateral generate_series(
    case when s.every_weeks is null then 0 else greatest(0,
      floor(extract(epoch from (since at time zone zone.name) - interval '1 day' - s.ends_at) / (604800 * s.every_weeks))) end::int,
    case when s.every_weeks is null then 0 else
      floor(extract(epoch from (before at time zone zone.name) + interval '1 day' - s.starts_at) / (604800 * s.every_weeks)) end::int)
    as n (turn)
  cross join lateral (select make_interval(weeks => coalesce(s.every_weeks, 0) * n.turn) as later) l
  cross join lateral (select (s.starts_at + l.later) at time zone zone.name, (s.ends_at + l.later) at time zone zone.name)
    as t (from_at, until_at)
  left join shift_changes c on c.shift_id = s.id and c.turn = n.turn
  where s.group_id = any(group_ids) and t.from_at < before and t.until_at > since
    and (s.repeats_until is null or (s.starts_at + l.later)::date <= s.repeats_until)
    and (c.shift_id is null or c.substitute_id is not null)
$$;

alter table list_groups add column on_duty boolean not null default false;
comment on column list_groups.on_duty is 'of the group and those below only who is on duty at the moment';
