-- Reporting deadlines: an event type defines them, an event has them. A report to an authority proves when it left.
create table deadline_rules (
  id int generated always as identity primary key,
  event_type_id int not null references event_types on delete cascade,
  name text not null,
  name_en text,
  hours int,
  months int,
  after_id int references deadline_rules on delete set null,
  accepts_progress boolean not null default false,
  questions text,
  questions_en text,
  sort_order int not null default 0
);
create index deadline_rules_event_type_id_idx on deadline_rules (event_type_id);
create index deadline_rules_after_id_idx on deadline_rules (after_id) where after_id is not null;
comment on column deadline_rules.after_id is 'counted from the dispatch of that report; null: from knowledge of the event';
comment on column deadline_rules.accepts_progress is 'while the event runs, a progress report meets it, and the final report is due after the end';
comment on column deadline_rules.questions is 'what the report answers, one line each';

alter table events add column known_at timestamptz;
comment on column events.known_at is 'knowledge of the event, from which deadlines are counted; null without deadlines';

create table deadlines (
  id int generated always as identity primary key,
  event_id int not null references events on delete cascade,
  rule_id int references deadline_rules on delete set null,
  name text not null,
  name_en text,
  counts_from text not null,
  after_id int references deadlines on delete cascade,
  fixed_at timestamptz,
  hours int,
  months int,
  accepts_progress boolean not null default false,
  questions text,
  questions_en text,
  draft text,
  version int not null default 1,
  reminded_for timestamptz,
  reported_at timestamptz,
  reported_by int references users on delete set null,
  recorded_at timestamptz,
  way text,
  reference text,
  report text,
  is_progress boolean not null default false,
  waived_at timestamptz,
  waived_by int references users on delete set null,
  waived_reason text,
  constraint deadlines_counts_from_check check (counts_from in ('KNOWLEDGE', 'DISPATCH', 'END', 'FIXED')),
  constraint deadlines_way_check check (way in ('PORTAL', 'EMAIL', 'PHONE', 'OTHER')),
  constraint deadlines_reported_check check ((reported_at is null) = (way is null)),
  constraint deadlines_waived_check check (waived_at is null or reported_at is null),
  constraint deadlines_rule_key unique (event_id, rule_id)
);
create index deadlines_rule_id_idx on deadlines (rule_id) where rule_id is not null;
create index deadlines_after_id_idx on deadlines (after_id) where after_id is not null;
create index deadlines_reported_by_idx on deadlines (reported_by) where reported_by is not null;
create index deadlines_waived_by_idx on deadlines (waived_by) where waived_by is not null;
create index deadlines_open_idx on deadlines (event_id) where reported_at is null and waived_at is null;
comment on column deadlines.counts_from is 'KNOWLEDGE of the event, DISPATCH of after_id, END of the event, or FIXED: fixed_at is the deadline';
comment on column deadlines.reminded_for is 'the deadline that people were reminded of; another one is reminded of again';
comment on column deadlines.reported_at is 'when the report left, as entered; recorded_at is when that was entered';
comment on column deadlines.is_progress is 'the event still ran, so this was a progress report; the final report is a deadline of its own';

create table deadline_additions (
  id int generated always as identity primary key,
  deadline_id int not null references deadlines on delete cascade,
  at timestamptz not null default clock_timestamp(),
  by_user_id int references users on delete set null,
  text text not null
);
create index deadline_additions_deadline_id_idx on deadline_additions (deadline_id, id);
create index deadline_additions_by_user_id_idx on deadline_additions (by_user_id) where by_user_id is not null;

create function keep_dispatch() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  if (new.reported_at, new.recorded_at, new.way, new.reference, new.report, new.is_progress)
    is distinct from (old.reported_at, old.recorded_at, old.way, old.reference, old.report, old.is_progress) then
    raise exception 'a proof of dispatch never changes' using errcode = 'raise_exception';
  end if;
  return new;
end $$;
create trigger deadlines_dispatch_kept before update on deadlines for each row
  when (old.reported_at is not null) execute function keep_dispatch();

alter table tasks add column owner_told_at timestamptz;
comment on column tasks.owner_told_at is 'when its owner was told that it is overdue, or that moment passed without need';
-- owners are not told of tasks that were overdue before this release
update tasks set owner_told_at = due_at where done_at is null and due_at < now();
-- squawk-ignore require-concurrent-index-creation
create index tasks_overdue_idx on tasks (due_at) where done_at is null and owner_told_at is null and due_at is not null;
