-- Synthetic alarms: one row for every five minutes in which one was tried. The alarm itself is never committed.
create table path_tests (
  slot timestamptz primary key,
  started_at timestamptz not null default clock_timestamp(),
  runs int not null default 1,
  ended_at timestamptz,
  milliseconds int,
  failure text,
  mailed_at timestamptz
);
comment on column path_tests.slot is 'the beginning of the five minutes';
comment on column path_tests.runs is 'above 1: the process that began it did not end it, so another one took over';
comment on column path_tests.milliseconds is 'from the launch to the recorded answer';
comment on column path_tests.failure is 'the step that did not succeed; null after a success, and while it runs';
comment on column path_tests.mailed_at is 'when administrators were notified of the outage that this test belongs to';
