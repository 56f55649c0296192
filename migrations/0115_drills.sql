-- Unannounced drills: an exercise that the program starts at a random moment. The plan is encrypted, so that reading the database
-- shows neither the moment nor the kind of event.
create table drills (
  id uuid primary key default gen_random_uuid(),
  author_id int references users (id) on delete set null,
  plan bytea not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'dropped')),
  reason text,
  event_id int references events (id) on delete set null,
  report_id int references reports (id) on delete set null,
  planned_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz
);
create index drills_author_id_idx on drills (author_id);
create index drills_event_id_idx on drills (event_id);
create index drills_report_id_idx on drills (report_id);
create index drills_open_idx on drills (state) where state in ('planned', 'running');
comment on column drills.id is 'random, because numbers would show how many were planned';
comment on column drills.author_id is 'the only user who sees the drill before it runs';
comment on column drills.plan is 'event type, lists, window and the chosen moment: AES-256-GCM over a JSON object, bound to the row';
comment on column drills.reason is 'why it was dropped or ended early, as a key';
comment on column drills.ends_at is 'when the program finishes the event';
