-- Works-council mode: every change of it, and the time up to which an event's answers by person stay closed.
create table works_council_changes (
  id int generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  by_user_id int references users on delete set null,
  is_on boolean not null,
  reason text not null
);
create index works_council_changes_by_user_id_idx on works_council_changes (by_user_id);
comment on table works_council_changes is 'the newest row holds; without one, the mode is on';
comment on column works_council_changes.reason is 'why, as the system owner wrote it; every user sees it';

alter table events add column by_person_closed_at timestamptz;
comment on column events.by_person_closed_at is 'when an event was continued after its answers by person were closed: those until then stay closed';
