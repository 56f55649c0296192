-- The tables as the migrations leave them, for reading; the database itself is made by migrations/.
-- Written by "npm run generate".

create extension pg_trgm;
-- times in which a person cannot be reached; no alarm asks them then, unless they are called with priority
create table absences (
  id integer not null generated always as identity,
  person_id integer not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone, -- null until further notice
  remark text,
  inserted_at timestamp with time zone not null default now(),
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint absences_check CHECK ((until_at > from_at))
);
CREATE INDEX absences_person_id_from_at_idx ON public.absences USING btree (person_id, from_at);

create table answer_options (
  id integer not null generated always as identity,
  report_id integer not null,
  code text not null,
  label text not null,
  kind text not null,
  ask_minutes boolean not null default false,
  sort_order integer not null default 0,
  label_en text,
  safety text, -- the meaning in a roll call, where all options have one; null in a question who comes
  constraint answer_options_pkey PRIMARY KEY (id),
  constraint answer_options_report_id_code_key UNIQUE (report_id, code),
  constraint answer_options_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint answer_options_kind_check CHECK ((kind = ANY (ARRAY['POSITIVE'::text, 'NEGATIVE'::text, 'NEUTRAL'::text]))),
  constraint answer_options_safety_check CHECK (((safety IS NULL) OR ((safety = ANY (ARRAY['SAFE'::text, 'NEEDS_HELP'::text])) AND (kind = 'NEUTRAL'::text) AND (NOT ask_minutes))))
);
CREATE TRIGGER answer_options_changed AFTER UPDATE ON public.answer_options REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_answers();

-- what statements changed of the answers to a report; the sum only grows, so that the same sum means that nothing changed
create table answer_tallies (
  report_id integer not null,
  moves integer not null,
  id bigint not null generated always as identity,
  constraint answer_tallies_pkey PRIMARY KEY (id)
);
CREATE INDEX answer_tallies_report ON public.answer_tallies USING btree (report_id);

-- append-only; the newest of a person holds
create table answers (
  id integer not null generated always as identity,
  report_id integer not null,
  person_id integer,
  recipient_id integer,
  option_id integer,
  minutes integer,
  text text,
  source text not null,
  by_user_id integer,
  late boolean not null default false,
  request_hash bytea, -- of a form and what was entered in it: the same form sent again is one answer
  at timestamp with time zone not null default clock_timestamp(),
  overdue_at timestamp with time zone, -- when somebody who said in how many minutes they come counts as overdue
  withdrawn_at timestamp with time zone,
  constraint answers_pkey PRIMARY KEY (id),
  constraint answers_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint answers_option_id_fkey FOREIGN KEY (option_id) REFERENCES answer_options(id),
  constraint answers_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint answers_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES message_recipients(id),
  constraint answers_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint answers_minutes_check CHECK (((minutes >= 0) AND (minutes <= 100000)))
);
CREATE UNIQUE INDEX answers_once ON public.answers USING btree (recipient_id, request_hash);
CREATE INDEX answers_person_id_idx ON public.answers USING btree (person_id);
CREATE INDEX answers_recipient_id_idx ON public.answers USING btree (recipient_id);
CREATE INDEX answers_report_id_person_id_id_idx ON public.answers USING btree (report_id, person_id, id DESC);
CREATE TRIGGER answers_append_only BEFORE DELETE ON public.answers FOR EACH ROW EXECUTE FUNCTION refuse_change_unless_forgotten();
CREATE TRIGGER answers_changed AFTER UPDATE ON public.answers REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_answers();
CREATE TRIGGER answers_gone AFTER DELETE ON public.answers REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_answers();
CREATE TRIGGER answers_new AFTER INSERT ON public.answers REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tally_answers();
CREATE TRIGGER answers_not_emptied BEFORE TRUNCATE ON public.answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table api_keys (
  id integer not null generated always as identity,
  name text not null,
  prefix text not null,
  key_hash bytea not null, -- SHA-256 of the whole key, which nobody can read again
  scopes text[] not null, -- features; what counts are those its maker still has
  version integer not null default 1,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone, -- to within five minutes
  revoked_at timestamp with time zone,
  inserted_by integer not null,
  inserted_at timestamp with time zone not null default now(),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_prefix_key UNIQUE (prefix),
  constraint api_keys_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id)
);
CREATE INDEX api_keys_inserted_by_idx ON public.api_keys USING btree (inserted_by);

create table arrivals (
  report_id integer not null,
  person_id integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  source text not null,
  by_user_id integer,
  constraint arrivals_pkey PRIMARY KEY (report_id, person_id),
  constraint arrivals_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint arrivals_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint arrivals_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE
);
CREATE INDEX arrivals_person_id_idx ON public.arrivals USING btree (person_id);

-- what throttles sign-in and mails: failures per account and per network, and networks an account is known from; the key is a hash
create table attempts (
  key bytea not null,
  count integer not null default 1,
  last_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  account bytea, -- SHA-256 of whose sign-ins failed; null for whatever else is counted
  constraint attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_account_idx ON public.attempts USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX attempts_expires_at_idx ON public.attempts USING btree (expires_at);

-- append-only; hash = SHA-256 over the previous entry's hash and this entry's own content
create table audit_entries (
  id integer not null generated always as identity,
  at timestamp with time zone not null,
  by_user_id integer,
  action text not null,
  type text not null,
  row_id integer,
  label text not null, -- the name of the row at that moment, so that the entry reads by itself
  before jsonb, -- only what changed; secrets are never in it
  after jsonb,
  previous_hash text not null,
  hash text not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id),
  constraint audit_entries_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'switch_off'::text, 'remove'::text])))
);
CREATE INDEX audit_entries_type_row_id_id_idx ON public.audit_entries USING btree (type, row_id, id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table backup_settings (
  id integer not null default 1,
  is_active boolean not null default false,
  active_since timestamp with time zone, -- when the schedule was last switched on
  folder text not null default ''::text,
  start_at text not null default '02:30'::text, -- the time of day in the time zone of the installation
  keep_daily integer not null default 7,
  keep_weekly integer not null default 4,
  keep_monthly integer not null default 6,
  recipient text, -- a public key of age; null if the passphrase encrypts
  passphrase bytea, -- sealed with SECRET_KEY
  version integer not null default 1,
  constraint backup_settings_pkey PRIMARY KEY (id),
  constraint backup_settings_id_check CHECK ((id = 1))
);

create table backups (
  id integer not null generated always as identity,
  kind text not null,
  status text not null default 'waiting'::text,
  due_at timestamp with time zone, -- the time of the schedule that it belongs to; null for one on request
  requested_by integer,
  attempts integer not null default 0,
  node text, -- the process that works on it
  alive_at timestamp with time zone, -- the last sign of life of that process
  progress integer not null default 0, -- percent of the running step
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  folder text,
  file text,
  size_bytes bigint,
  table_count integer,
  row_count bigint,
  encryption text,
  error text,
  error_detail text,
  proof text, -- whether it was restored into a throw-away database and compared
  proved_at timestamp with time zone,
  proof_error text,
  proof_detail text,
  deleted_at timestamp with time zone, -- when its file was deleted or found missing
  inserted_at timestamp with time zone not null default now(),
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_due_at_key UNIQUE (due_at),
  constraint backups_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint backups_encryption_check CHECK ((encryption = ANY (ARRAY['passphrase'::text, 'recipient'::text]))),
  constraint backups_kind_check CHECK ((kind = ANY (ARRAY['scheduled'::text, 'manual'::text]))),
  constraint backups_proof_check CHECK ((proof = ANY (ARRAY['waiting'::text, 'running'::text, 'proved'::text, 'failed'::text]))),
  constraint backups_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX backups_requested_by_idx ON public.backups USING btree (requested_by);
CREATE UNIQUE INDEX backups_running_idx ON public.backups USING btree ((true)) WHERE ((status = 'running'::text) OR (proof = 'running'::text));
CREATE UNIQUE INDEX backups_waiting_idx ON public.backups USING btree ((true)) WHERE (status = 'waiting'::text);

create table budget_warnings (
  month date not null,
  budget numeric(12,4) not null,
  state text not null,
  told_at timestamp with time zone not null default clock_timestamp(),
  constraint budget_warnings_pkey PRIMARY KEY (month, budget, state),
  constraint budget_warnings_state_check CHECK ((state = ANY (ARRAY['nearly'::text, 'passed'::text])))
);

create table cascade_members (
  cascade_id integer not null,
  person_id integer not null,
  position integer not null,
  priority boolean not null default false,
  always boolean not null default false, -- asked whatever the limit says and never skipped: priority, or brought in by a path without a limit as well
  asked_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint cascade_members_pkey PRIMARY KEY (cascade_id, person_id),
  constraint cascade_members_cascade_id_fkey FOREIGN KEY (cascade_id) REFERENCES cascades(id) ON DELETE CASCADE,
  constraint cascade_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX cascade_members_person_id_idx ON public.cascade_members USING btree (person_id);

create table cascade_messages (
  cascade_id integer not null,
  message_id integer not null,
  constraint cascade_messages_pkey PRIMARY KEY (cascade_id, message_id),
  constraint cascade_messages_cascade_id_fkey FOREIGN KEY (cascade_id) REFERENCES cascades(id) ON DELETE CASCADE,
  constraint cascade_messages_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);
CREATE INDEX cascade_messages_message_id_idx ON public.cascade_messages USING btree (message_id);

-- a cascade has to look again; rows instead of an update of the cascade, so that whoever records a result never waits for its lock
create table cascade_wakes (
  id integer not null generated always as identity,
  cascade_id integer not null,
  constraint cascade_wakes_pkey PRIMARY KEY (id),
  constraint cascade_wakes_cascade_id_fkey FOREIGN KEY (cascade_id) REFERENCES cascades(id) ON DELETE CASCADE
);

create table cascades (
  id integer not null generated always as identity,
  report_id integer not null,
  event_id integer not null,
  group_id integer not null,
  list_name text not null,
  needed integer not null,
  wait_minutes integer not null,
  status text not null default 'running'::text,
  due_at timestamp with time zone, -- when the worker looks at the cascade again; null while nothing can time out
  inserted_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  closed_after integer, -- the last recipient that its report had when asking ended: up to this one nobody is asked again, also when it is reached no more
  is_lost boolean not null default false, -- it was reached, asking ended, and it is reached no more: its messages end with errors
  constraint cascades_pkey PRIMARY KEY (id),
  constraint cascades_report_id_group_id_key UNIQUE (report_id, group_id),
  constraint cascades_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint cascades_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint cascades_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint cascades_needed_check CHECK ((needed > 0)),
  constraint cascades_status_check CHECK ((status = ANY (ARRAY['running'::text, 'reached'::text, 'exhausted'::text, 'stopped'::text]))),
  constraint cascades_wait_minutes_check CHECK ((wait_minutes > 0))
);
CREATE INDEX cascades_due_at_idx ON public.cascades USING btree (due_at) WHERE (status = ANY (ARRAY['running'::text, 'reached'::text]));

create table channel_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  secondary_icon_id integer,
  color text,
  allow_more_message boolean not null default false,
  requires_release boolean not null default false,
  is_active boolean not null default true,
  name_en text,
  description_en text,
  constraint channel_types_pkey PRIMARY KEY (id),
  constraint channel_types_identifier_key UNIQUE (identifier),
  constraint channel_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id),
  constraint channel_types_secondary_icon_id_fkey FOREIGN KEY (secondary_icon_id) REFERENCES files(id)
);

create table channels (
  id integer not null generated always as identity,
  name text not null,
  description text,
  identifier text not null,
  channel_type_id integer not null,
  settings jsonb not null default '{}'::jsonb,
  secrets bytea, -- AES-256-GCM over a JSON object, bound to the row; never leaves the server
  requires_release boolean not null default false,
  is_active boolean not null default true,
  trouble text, -- why the channel as a whole cannot send at the moment, as a reason key; delivery sets and clears it
  trouble_at timestamp with time zone,
  feed_key uuid not null default gen_random_uuid(),
  hearing_trouble text, -- why nothing that comes back over the channel is heard at the moment, as a reason key
  hearing_trouble_at timestamp with time zone,
  last_success_at timestamp with time zone, -- when its provider last took a message; written once for many
  last_failure_at timestamp with time zone,
  last_failure text, -- why its provider did not take one at last_failure_at, as a reason key
  name_en text,
  description_en text,
  callback_token text default replace((gen_random_uuid())::text, '-'::text, ''::text), -- part of the address its provider reports to; whoever knows it may report
  confirmed_server text, -- the mail server as a system owner set or confirmed it; one that differs gets no links for administrators and system owners
  trouble_detail text, -- what the provider said when the channel could not send
  hearing_trouble_detail text, -- what the provider said when nothing could be received over the channel
  last_failure_detail text, -- what the provider said when it last did not take a message
  used_at text not null default 'everywhere'::text, -- the place; a release of the standby switches channels of the other place off, and those of its own on
  constraint channels_pkey PRIMARY KEY (id),
  constraint channels_identifier_key UNIQUE (identifier),
  constraint channels_channel_type_id_fkey FOREIGN KEY (channel_type_id) REFERENCES channel_types(id),
  constraint channels_used_at_check CHECK ((used_at = ANY (ARRAY['everywhere'::text, 'first'::text, 'second'::text])))
);

-- an event that begins gets a task of each; what changes here later changes no event
create table checklist_items (
  id integer not null generated always as identity,
  event_type_id integer not null,
  name text not null,
  group_id integer,
  person_id integer,
  due_minutes integer, -- so long after the event began, or became one of this type
  sort_order integer not null,
  constraint checklist_items_pkey PRIMARY KEY (id),
  constraint checklist_items_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id) ON DELETE CASCADE,
  constraint checklist_items_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint checklist_items_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint checklist_items_check CHECK (((group_id IS NULL) OR (person_id IS NULL)))
);
CREATE INDEX checklist_items_event_type_id_idx ON public.checklist_items USING btree (event_type_id);
CREATE INDEX checklist_items_group_id_idx ON public.checklist_items USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX checklist_items_person_id_idx ON public.checklist_items USING btree (person_id) WHERE (person_id IS NOT NULL);

create table deadline_additions (
  id integer not null generated always as identity,
  deadline_id integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  by_user_id integer,
  text text not null,
  constraint deadline_additions_pkey PRIMARY KEY (id),
  constraint deadline_additions_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint deadline_additions_deadline_id_fkey FOREIGN KEY (deadline_id) REFERENCES deadlines(id) ON DELETE CASCADE
);
CREATE INDEX deadline_additions_by_user_id_idx ON public.deadline_additions USING btree (by_user_id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX deadline_additions_deadline_id_idx ON public.deadline_additions USING btree (deadline_id, id);

create table deadline_rules (
  id integer not null generated always as identity,
  event_type_id integer not null,
  name text not null,
  name_en text,
  hours integer,
  months integer,
  after_id integer, -- counted from the dispatch of that report; null: from knowledge of the event
  accepts_progress boolean not null default false, -- while the event runs, a progress report meets it, and the final report is due after the end
  questions text, -- what the report answers, one line each
  questions_en text,
  sort_order integer not null default 0,
  constraint deadline_rules_pkey PRIMARY KEY (id),
  constraint deadline_rules_after_id_fkey FOREIGN KEY (after_id) REFERENCES deadline_rules(id) ON DELETE SET NULL,
  constraint deadline_rules_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id) ON DELETE CASCADE
);
CREATE INDEX deadline_rules_after_id_idx ON public.deadline_rules USING btree (after_id) WHERE (after_id IS NOT NULL);
CREATE INDEX deadline_rules_event_type_id_idx ON public.deadline_rules USING btree (event_type_id);

create table deadlines (
  id integer not null generated always as identity,
  event_id integer not null,
  rule_id integer,
  name text not null,
  name_en text,
  counts_from text not null, -- KNOWLEDGE of the event, DISPATCH of after_id, END of the event, or FIXED: fixed_at is the deadline
  after_id integer,
  fixed_at timestamp with time zone,
  hours integer,
  months integer,
  accepts_progress boolean not null default false,
  questions text,
  questions_en text,
  draft text,
  version integer not null default 1,
  reminded_for timestamp with time zone, -- the deadline that people were reminded of; another one is reminded of again
  reported_at timestamp with time zone, -- when the report left, as entered; recorded_at is when that was entered
  reported_by integer,
  recorded_at timestamp with time zone,
  way text,
  reference text,
  report text,
  is_progress boolean not null default false, -- the event still ran, so this was a progress report; the final report is a deadline of its own
  waived_at timestamp with time zone,
  waived_by integer,
  waived_reason text,
  constraint deadlines_pkey PRIMARY KEY (id),
  constraint deadlines_rule_key UNIQUE (event_id, rule_id),
  constraint deadlines_after_id_fkey FOREIGN KEY (after_id) REFERENCES deadlines(id) ON DELETE CASCADE,
  constraint deadlines_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint deadlines_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint deadlines_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES deadline_rules(id) ON DELETE SET NULL,
  constraint deadlines_waived_by_fkey FOREIGN KEY (waived_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint deadlines_counts_from_check CHECK ((counts_from = ANY (ARRAY['KNOWLEDGE'::text, 'DISPATCH'::text, 'END'::text, 'FIXED'::text]))),
  constraint deadlines_reported_check CHECK (((reported_at IS NULL) = (way IS NULL))),
  constraint deadlines_waived_check CHECK (((waived_at IS NULL) OR (reported_at IS NULL))),
  constraint deadlines_way_check CHECK ((way = ANY (ARRAY['PORTAL'::text, 'EMAIL'::text, 'PHONE'::text, 'OTHER'::text])))
);
CREATE INDEX deadlines_after_id_idx ON public.deadlines USING btree (after_id) WHERE (after_id IS NOT NULL);
CREATE INDEX deadlines_open_idx ON public.deadlines USING btree (event_id) WHERE ((reported_at IS NULL) AND (waived_at IS NULL));
CREATE INDEX deadlines_reported_by_idx ON public.deadlines USING btree (reported_by) WHERE (reported_by IS NOT NULL);
CREATE INDEX deadlines_rule_id_idx ON public.deadlines USING btree (rule_id) WHERE (rule_id IS NOT NULL);
CREATE INDEX deadlines_waived_by_idx ON public.deadlines USING btree (waived_by) WHERE (waived_by IS NOT NULL);
CREATE TRIGGER deadlines_dispatch_kept BEFORE UPDATE ON public.deadlines FOR EACH ROW WHEN ((old.reported_at IS NOT NULL)) EXECUTE FUNCTION keep_dispatch();

create table demo_rows (
  table_name text not null,
  row_id integer not null,
  version integer not null, -- of the row when it was made, of an event its last log entry: one that has grown was changed since
  constraint demo_rows_pkey PRIMARY KEY (table_name, row_id)
);

create table devices (
  id integer not null generated always as identity,
  person_id integer, -- whom messages to it are for; empty for a user who is in no contact data
  user_id integer, -- who switched it on in the own profile, if it was there
  kind text not null, -- a kind of address, as channels name those they send to
  address text not null,
  keys bytea not null, -- what else the channel needs to send there; sealed with SECRET_KEY
  name text not null,
  inserted_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone, -- when it last showed something
  ended_at timestamp with time zone, -- switched off, or gone as the push service says
  is_gone boolean not null default false, -- ended by its push service, not by anybody: its browser may come back with another address
  refused_at timestamp with time zone, -- since when its push service takes nothing for it; its browser has to switch notifications on once more
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_kind_address_key UNIQUE (kind, address),
  constraint devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint devices_check CHECK (((person_id IS NOT NULL) OR (user_id IS NOT NULL)))
);
CREATE INDEX devices_person_id_idx ON public.devices USING btree (person_id) WHERE (ended_at IS NULL);
CREATE INDEX devices_user_id_idx ON public.devices USING btree (user_id) WHERE (ended_at IS NULL);

create table directories (
  id integer not null generated always as identity,
  label text not null,
  kind text not null,
  url text not null,
  start_tls boolean not null default false,
  bind_dn text not null default ''::text,
  bind_password bytea, -- sealed with SECRET_KEY; null for an anonymous connection
  ca text, -- certificates in PEM that the server is trusted with instead of the public ones
  own_network boolean not null default false, -- the server may be in the own network
  base_dn text not null,
  filter text not null,
  id_attribute text not null, -- the attribute that identifies an entry for good, such as entryUUID or objectGUID
  disabled_attribute text, -- the attribute that marks disabled accounts; of userAccountControl only bit 2 counts
  attributes jsonb not null default '[]'::jsonb, -- a list of {"attribute", "target"}
  group_base_dn text,
  group_rules jsonb not null default '[]'::jsonb, -- a list of {"dn", "group"}: members of the directory's group join the group
  most_off_percent integer not null default 10, -- a run that takes more of the people away waits for a person
  most_off_people integer not null default 20,
  interval_hours integer not null default 0,
  start_hour integer not null default 3,
  due_at timestamp with time zone, -- the next scheduled run; null without a schedule
  mailed_problem text, -- the problem that administrators were last mailed about; null since a run without one
  version integer not null default 1,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  read_digest bytea, -- of the file and the mapping of the last run by schedule; an equal file is not compared again
  constraint directories_pkey PRIMARY KEY (id),
  constraint directories_label_key UNIQUE (label),
  constraint directories_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint directories_hour_check CHECK (((start_hour >= 0) AND (start_hour <= 23))),
  constraint directories_interval_check CHECK ((interval_hours = ANY (ARRAY[0, 1, 6, 12, 24]))),
  constraint directories_kind_check CHECK ((kind = ANY (ARRAY['openldap'::text, 'active_directory'::text, 'scim'::text, 'csv'::text])))
);
CREATE INDEX directories_due_at_idx ON public.directories USING btree (due_at) WHERE (due_at IS NOT NULL);

create table directory_people (
  person_id integer not null,
  directory_id integer not null,
  entry_id text not null,
  given jsonb not null default '{}'::jsonb, -- the values by target and the ids of groups that the directory gave; a person's other values were entered by hand
  constraint directory_people_pkey PRIMARY KEY (person_id),
  constraint directory_people_directory_id_entry_id_key UNIQUE (directory_id, entry_id),
  constraint directory_people_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint directory_people_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);

create table drills (
  id uuid not null default gen_random_uuid(), -- random, because numbers would show how many were planned
  author_id integer, -- the only user who sees the drill before it runs
  plan bytea not null, -- event type, lists, window and the chosen moment: AES-256-GCM over a JSON object, bound to the row
  state text not null default 'planned'::text,
  reason text, -- why it was dropped or ended early, as a key
  event_id integer,
  report_id integer,
  planned_at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  ends_at timestamp with time zone, -- when the program finishes the event
  ended_at timestamp with time zone,
  constraint drills_pkey PRIMARY KEY (id),
  constraint drills_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint drills_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE SET NULL,
  constraint drills_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE SET NULL,
  constraint drills_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'running'::text, 'done'::text, 'dropped'::text])))
);
CREATE INDEX drills_author_id_idx ON public.drills USING btree (author_id);
CREATE INDEX drills_event_id_idx ON public.drills USING btree (event_id);
CREATE INDEX drills_open_idx ON public.drills USING btree (state) WHERE (state = ANY (ARRAY['planned'::text, 'running'::text]));
CREATE INDEX drills_report_id_idx ON public.drills USING btree (report_id);

create table event_statuses (
  id integer not null generated always as identity,
  name text not null,
  name_en text,
  identifier text not null,
  constraint event_statuses_pkey PRIMARY KEY (id),
  constraint event_statuses_identifier_key UNIQUE (identifier)
);

create table event_type_mailing_lists (
  event_type_id integer not null,
  mailing_list_id integer not null,
  sort_order integer not null default 0,
  constraint event_type_mailing_lists_pkey PRIMARY KEY (event_type_id, mailing_list_id),
  constraint event_type_mailing_lists_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id) ON DELETE CASCADE,
  constraint event_type_mailing_lists_mailing_list_id_fkey FOREIGN KEY (mailing_list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE
);
CREATE INDEX event_type_mailing_lists_mailing_list_id_idx ON public.event_type_mailing_lists USING btree (mailing_list_id);

create table event_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  location_id integer,
  situation_report_template jsonb,
  is_active boolean not null default true,
  alarm_steps jsonb, -- seconds after which each channel type comes, by identifier; what is left out comes at once; null: the standard
  name_en text,
  description_en text,
  responsible_id integer, -- the person who answers for the alarm plan
  deputy_id integer, -- the deputy of the responsible person
  responsible_reminded_at timestamp with time zone, -- the last reminder that both have left
  constraint event_types_pkey PRIMARY KEY (id),
  constraint event_types_identifier_key UNIQUE (identifier),
  constraint event_types_deputy_id_fkey FOREIGN KEY (deputy_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint event_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id),
  constraint event_types_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint event_types_responsible_id_fkey FOREIGN KEY (responsible_id) REFERENCES people(id) ON DELETE SET NULL
);

create table events (
  id integer not null generated always as identity,
  name text not null,
  description text,
  event_date timestamp with time zone not null default now(),
  is_running boolean not null default false,
  is_active boolean not null default true,
  mode text not null default 'LIVE'::text,
  event_status_id integer not null,
  location_id integer,
  event_type_id integer,
  activation_event_type_id integer,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  search text generated always as (search_text(((name || ' '::text) || COALESCE(description, ''::text)))) stored,
  place text, -- where, in free words, where no location fits
  is_place_suggested boolean not null default false, -- the location is only the usual one of the event type: nobody said so
  is_prepared boolean not null default false, -- made for a draft of which nothing was sent yet: only its author finds the event
  ended_after integer, -- the last recipient that there was when the event was finished last: up to this one nobody is asked again or told that they are not needed
  known_at timestamp with time zone, -- knowledge of the event, from which deadlines are counted; null without deadlines
  by_person_closed_at timestamp with time zone, -- when an event was continued after its answers by person were closed: those until then stay closed
  constraint events_pkey PRIMARY KEY (id),
  constraint events_activation_event_type_id_fkey FOREIGN KEY (activation_event_type_id) REFERENCES event_types(id),
  constraint events_event_status_id_fkey FOREIGN KEY (event_status_id) REFERENCES event_statuses(id),
  constraint events_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id),
  constraint events_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint events_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint events_mode_check CHECK ((mode = ANY (ARRAY['LIVE'::text, 'EXERCISE'::text, 'TEST'::text]))),
  constraint events_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint events_place_check CHECK (((location_id IS NULL) OR (place IS NULL)))
);
CREATE INDEX events_event_status_id_id_idx ON public.events USING btree (event_status_id, id DESC) WHERE is_active;
CREATE INDEX events_is_running_id_idx ON public.events USING btree (is_running, id DESC) WHERE is_active;
CREATE INDEX events_location_id_idx ON public.events USING btree (location_id, id DESC) WHERE (location_id IS NOT NULL);
CREATE INDEX events_search ON public.events USING gin (search gin_trgm_ops);

create table exercise_message_files (
  exercise_message_id integer not null,
  place integer not null,
  file_id integer not null,
  constraint exercise_message_files_pkey PRIMARY KEY (exercise_message_id, place),
  constraint exercise_message_files_exercise_message_id_fkey FOREIGN KEY (exercise_message_id) REFERENCES exercise_messages(id) ON DELETE CASCADE,
  constraint exercise_message_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
CREATE INDEX exercise_message_files_file_id_idx ON public.exercise_message_files USING btree (file_id);

-- what the exercise channel kept instead of sending; user_id marks a system mail
create table exercise_messages (
  id integer not null generated always as identity,
  recipient_id integer,
  person_id integer,
  user_id integer,
  kind text not null,
  address text not null,
  subject text not null default ''::text,
  text text not null,
  html text,
  read_at timestamp with time zone,
  inserted_at timestamp with time zone not null default now(),
  situation_report_mail_id integer,
  constraint exercise_messages_pkey PRIMARY KEY (id),
  constraint exercise_messages_recipient_id_key UNIQUE (recipient_id),
  constraint exercise_messages_situation_report_mail_id_key UNIQUE (situation_report_mail_id),
  constraint exercise_messages_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint exercise_messages_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES message_recipients(id) ON DELETE CASCADE,
  constraint exercise_messages_situation_report_mail_id_fkey FOREIGN KEY (situation_report_mail_id) REFERENCES situation_report_mails(id) ON DELETE CASCADE,
  constraint exercise_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exercise_messages_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'phone'::text])))
);
CREATE INDEX exercise_messages_kind_id_idx ON public.exercise_messages USING btree (kind, id DESC);
CREATE INDEX exercise_messages_of_no_event ON public.exercise_messages USING btree (id DESC) WHERE ((recipient_id IS NULL) AND (situation_report_mail_id IS NULL));
CREATE INDEX exercise_messages_person_id_id_idx ON public.exercise_messages USING btree (person_id, id DESC);
CREATE TRIGGER exercise_messages_gone AFTER DELETE ON public.exercise_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_exercise_messages();
CREATE TRIGGER exercise_messages_new AFTER INSERT ON public.exercise_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_new_exercise_messages();

-- everybody with messages in the exercise mailbox, as the messages come and go
create table exercise_people (
  person_id integer not null,
  newest integer not null,
  newest_of_event integer, -- the newest message of an event, which everybody with the mailbox may read
  constraint exercise_people_pkey PRIMARY KEY (person_id)
);
CREATE INDEX exercise_people_newest ON public.exercise_people USING btree (newest DESC);
CREATE INDEX exercise_people_newest_of_event ON public.exercise_people USING btree (newest_of_event DESC) WHERE (newest_of_event IS NOT NULL);

-- what statements added and removed; summed by kind it is how many messages there are
create table exercise_tallies (
  kind text not null,
  of_event boolean not null,
  n integer not null,
  id bigint not null generated always as identity,
  constraint exercise_tallies_pkey PRIMARY KEY (id)
);

create table files (
  id integer not null generated always as identity,
  key text not null, -- random part of the public address; files are immutable
  name text,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_key_key UNIQUE (key),
  constraint files_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL
);

-- messages of corrections and all-clears that are out, looked at again and again for who gets only now what they follow
create table follow_up_watches (
  message_id integer not null,
  due_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  without_release boolean not null default false, -- a draft that a crisis manager sent without the release it requires, together with the others
  constraint follow_up_watches_pkey PRIMARY KEY (message_id),
  constraint follow_up_watches_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

create table group_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  is_active boolean not null default true,
  name_en text,
  description_en text,
  constraint group_types_pkey PRIMARY KEY (id),
  constraint group_types_identifier_key UNIQUE (identifier),
  constraint group_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id)
);

create table groups (
  id integer not null generated always as identity,
  name text not null,
  description text,
  sort_order integer not null default 0,
  group_type_id integer,
  parent_group_id integer,
  is_active boolean not null default true,
  version integer not null default 1,
  search text generated always as (search_text(((name || ' '::text) || COALESCE(description, ''::text)))) stored,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_group_type_id_fkey FOREIGN KEY (group_type_id) REFERENCES group_types(id),
  constraint groups_parent_group_id_fkey FOREIGN KEY (parent_group_id) REFERENCES groups(id),
  constraint groups_check CHECK ((parent_group_id <> id))
);
CREATE INDEX groups_parent_group_id_sort_order_id_idx ON public.groups USING btree (parent_group_id, sort_order, id);
CREATE INDEX groups_search ON public.groups USING gin (search gin_trgm_ops);

create table incoming_alerts (
  id integer not null generated always as identity,
  item_id integer not null,
  source_id integer not null,
  key bytea not null, -- SHA-256 of what identifies it: sender and identifier of a CAP message, or fingerprint and start of an alert
  group_key bytea, -- SHA-256 of the group that Alertmanager put it into
  name text not null,
  text text not null default ''::text,
  state text not null, -- missing: a CAP message referred to it, but it never came
  starts_at timestamp with time zone,
  changed_at timestamp with time zone not null default clock_timestamp(),
  print_key bytea, -- SHA-256 of an alert's fingerprint, whenever it fires
  constraint incoming_alerts_pkey PRIMARY KEY (id),
  constraint incoming_alerts_key UNIQUE (source_id, key),
  constraint incoming_alerts_item_id_fkey FOREIGN KEY (item_id) REFERENCES incoming_items(id) ON DELETE CASCADE,
  constraint incoming_alerts_source_id_fkey FOREIGN KEY (source_id) REFERENCES incoming_sources(id),
  constraint incoming_alerts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'missing'::text])))
);
CREATE INDEX incoming_alerts_group_key_idx ON public.incoming_alerts USING btree (source_id, group_key, id) WHERE (group_key IS NOT NULL);
CREATE INDEX incoming_alerts_item_id_idx ON public.incoming_alerts USING btree (item_id, id);
CREATE INDEX incoming_alerts_print_key_idx ON public.incoming_alerts USING btree (source_id, print_key) WHERE (state = 'open'::text);

create table incoming_items (
  id integer not null generated always as identity,
  source_id integer not null,
  title text not null,
  text text not null default ''::text,
  severity text,
  lacks_reference boolean not null default false, -- it refers to an alert that never came
  message_at timestamp with time zone, -- when the CAP message whose words it shows was sent
  alerts integer not null default 0,
  open_alerts integer not null default 0,
  first_at timestamp with time zone not null default clock_timestamp(),
  changed_at timestamp with time zone not null default clock_timestamp(),
  grown_at timestamp with time zone not null default clock_timestamp(), -- when an alert was last added
  round integer not null default 1, -- counts up when it waits again; each round notifies people anew
  next_notice_at timestamp with time zone, -- when the next person on duty is looked for; null if taken, closed, or nobody was left for a day
  nobody_left_at timestamp with time zone,
  taken_by integer,
  taken_at timestamp with time zone,
  closed_by integer, -- null if the source closed it
  closed_at timestamp with time zone,
  report_id integer,
  version integer not null default 1,
  waits_since timestamp with time zone not null default clock_timestamp(), -- when its round began
  constraint incoming_items_pkey PRIMARY KEY (id),
  constraint incoming_items_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint incoming_items_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE SET NULL,
  constraint incoming_items_source_id_fkey FOREIGN KEY (source_id) REFERENCES incoming_sources(id),
  constraint incoming_items_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX incoming_items_closed_at_idx ON public.incoming_items USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX incoming_items_closed_by_idx ON public.incoming_items USING btree (closed_by) WHERE (closed_by IS NOT NULL);
CREATE INDEX incoming_items_next_notice_at_idx ON public.incoming_items USING btree (next_notice_at) WHERE (next_notice_at IS NOT NULL);
CREATE INDEX incoming_items_open_idx ON public.incoming_items USING btree (source_id, id) WHERE (closed_at IS NULL);
CREATE INDEX incoming_items_open_newest_idx ON public.incoming_items USING btree (id) WHERE (closed_at IS NULL);
CREATE INDEX incoming_items_report_id_idx ON public.incoming_items USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE INDEX incoming_items_source_id_idx ON public.incoming_items USING btree (source_id);
CREATE INDEX incoming_items_taken_by_idx ON public.incoming_items USING btree (taken_by) WHERE (taken_by IS NOT NULL);

create table incoming_notices (
  item_id integer not null,
  round integer not null,
  person_id integer not null,
  at timestamp with time zone not null default clock_timestamp(),
  has_address boolean not null, -- false: the person on duty was passed over, because no channel reaches them
  constraint incoming_notices_pkey PRIMARY KEY (item_id, round, person_id),
  constraint incoming_notices_item_id_fkey FOREIGN KEY (item_id) REFERENCES incoming_items(id) ON DELETE CASCADE,
  constraint incoming_notices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX incoming_notices_person_id_idx ON public.incoming_notices USING btree (person_id);

create table incoming_sources (
  id integer not null generated always as identity,
  name text not null,
  kind text not null,
  event_type_id integer, -- the scenario that is suggested for its items
  group_id integer, -- people on duty in this group are notified, one after another, of items that nobody takes
  is_active boolean not null,
  address_hash bytea, -- SHA-256 of the secret in its address; the secret itself is shown once
  address_set_at timestamp with time zone,
  received_at timestamp with time zone,
  refused_at timestamp with time zone,
  refusal text, -- why its newest refused message could not be read, as a key
  constraint incoming_sources_pkey PRIMARY KEY (id),
  constraint incoming_sources_address_hash_key UNIQUE (address_hash),
  constraint incoming_sources_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id) ON DELETE SET NULL,
  constraint incoming_sources_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint incoming_sources_kind_check CHECK ((kind = ANY (ARRAY['cap'::text, 'alertmanager'::text])))
);
CREATE INDEX incoming_sources_event_type_id_idx ON public.incoming_sources USING btree (event_type_id) WHERE (event_type_id IS NOT NULL);
CREATE INDEX incoming_sources_group_id_idx ON public.incoming_sources USING btree (group_id) WHERE (group_id IS NOT NULL);

-- what holds for this installation as a whole; one row, made by its first start
create table installation (
  is_only boolean not null default true,
  key_fingerprint bytea not null, -- derived from SECRET_KEY; opens nothing
  id uuid not null default gen_random_uuid(), -- another one since a copy was confirmed to be the real one
  home text, -- the system identifier of the PostgreSQL it lives in, and the number of its database
  timeline text, -- of that PostgreSQL; a server that was promoted or restored begins another
  lived_at timestamp with time zone, -- when it was last seen to be the one, by the clock of the database; never set back
  held_at timestamp with time zone, -- since when nothing is sent, until an owner has said that this is the real one
  held_why text, -- moved: another server or database; copied: DATA_DIR is a copy; set_back: the database is older than what was seen of it; branched: a new timeline that nobody here saw begin
  syslog_since timestamp with time zone, -- since when a syslog server is told the security log; what happened before is not told any more
  place text not null default 'first'::text, -- the place of the database; a release of its standby changes it
  released_at timestamp with time zone, -- when a standby was released on its own page
  released_by text, -- the name of the person
  released_timeline text, -- the timeline that the promotion began, for one release of each
  rehearsed_on date, -- the day of the last rehearsal of the second place
  life_text text, -- what a release states: the id before it, the id after it, its data and its time
  life_signature bytea, -- Ed25519 with the key of the seals
  newer_life_at timestamp with time zone, -- when the other place was released, as its signed statement says
  newer_life_as_of timestamp with time zone, -- the newest change that the other place has; later ones exist only here
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_held CHECK (((held_at IS NULL) = (held_why IS NULL))),
  constraint installation_held_why_check CHECK ((held_why = ANY (ARRAY['moved'::text, 'copied'::text, 'set_back'::text, 'branched'::text, 'newer_life'::text]))),
  constraint installation_is_only_check CHECK (is_only),
  constraint installation_place_check CHECK ((place = ANY (ARRAY['first'::text, 'second'::text])))
);

-- from which browsers a user signed in before, so that a new one can be told
create table known_browsers (
  user_id integer not null,
  browser_hash bytea not null,
  last_at timestamp with time zone not null default now(),
  constraint known_browsers_pkey PRIMARY KEY (user_id, browser_hash),
  constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- one row per intent to send, or to start a report; the same key again answers the first
create table launches (
  id integer not null generated always as identity,
  user_id integer not null,
  launch_key text not null,
  request_hash text not null,
  inserted_at timestamp with time zone not null default now(),
  report_id integer,
  constraint launches_pkey PRIMARY KEY (id),
  constraint launches_user_id_launch_key_key UNIQUE (user_id, launch_key),
  constraint launches_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint launches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table list_groups (
  id integer not null generated always as identity,
  mailing_list_id integer not null,
  group_id integer not null,
  sort_order integer not null default 0,
  stop_limit integer,
  wait_minutes integer,
  on_duty boolean not null default false, -- of the group and those below only who is on duty at the moment
  constraint list_groups_pkey PRIMARY KEY (id),
  constraint list_groups_mailing_list_id_group_id_key UNIQUE (mailing_list_id, group_id),
  constraint list_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint list_groups_mailing_list_id_fkey FOREIGN KEY (mailing_list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE,
  constraint list_groups_stop_limit_check CHECK ((stop_limit > 0)),
  constraint list_groups_wait_minutes_check CHECK ((wait_minutes > 0))
);
CREATE INDEX list_groups_group_id_idx ON public.list_groups USING btree (group_id);

create table list_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  is_active boolean not null default true,
  name_en text,
  description_en text,
  constraint list_types_pkey PRIMARY KEY (id),
  constraint list_types_identifier_key UNIQUE (identifier),
  constraint list_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id)
);

create table locations (
  id integer not null generated always as identity,
  name text not null,
  description text,
  address text,
  coordinates text,
  icon_id integer,
  is_active boolean not null default true,
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id)
);

-- append-only; hash = SHA-256 over the previous entry's hash and this entry's own content
create table log_entries (
  id integer not null generated always as identity,
  event_id integer not null,
  at timestamp with time zone not null,
  by_user_id integer,
  kind text not null,
  text text, -- free text only; null where kind and data say it
  data jsonb,
  previous_hash text not null,
  hash text not null,
  happened_at timestamp with time zone, -- when it happened, where somebody said so; null: when it was entered
  corrects integer, -- the entry that this one corrects; under the hash stands that entry's hash
  constraint log_entries_pkey PRIMARY KEY (id),
  constraint log_entries_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id),
  constraint log_entries_corrects_fkey FOREIGN KEY (corrects) REFERENCES log_entries(id),
  constraint log_entries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);
CREATE INDEX log_entries_corrects_idx ON public.log_entries USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX log_entries_event_id_by_user_id_id_idx ON public.log_entries USING btree (event_id, by_user_id, id) WHERE (by_user_id IS NOT NULL);
CREATE INDEX log_entries_event_id_expr_id_idx ON public.log_entries USING btree (event_id, ((data ->> 'person'::text)), id) WHERE ((data ->> 'person'::text) IS NOT NULL);
CREATE INDEX log_entries_event_id_id_idx ON public.log_entries USING btree (event_id, id);
CREATE INDEX log_entries_event_id_kind_id_idx ON public.log_entries USING btree (event_id, kind, id);
CREATE TRIGGER log_entries_append_only BEFORE DELETE OR UPDATE ON public.log_entries FOR EACH ROW EXECUTE FUNCTION refuse_change_unless_forgotten();
CREATE TRIGGER log_entries_not_emptied BEFORE TRUNCATE ON public.log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- the newest seal of each hash chain: so many entries, of which this is the last hash, signed
create table log_seals (
  chain text not null, -- audit, or event and its id
  event_id integer,
  last_entry_id integer not null,
  entries integer not null,
  head text not null,
  at timestamp with time zone not null,
  signature bytea not null, -- Ed25519, with a key that is derived from SECRET_KEY
  first_entries integer, -- how many entries there were when the log was sealed first
  first_at timestamp with time zone, -- when the log was sealed first; a seal that was taken away and made again begins anew
  constraint log_seals_pkey PRIMARY KEY (chain),
  constraint log_seals_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX log_seals_event_id_idx ON public.log_seals USING btree (event_id);

create table mail_paces (
  account bytea not null,
  next_at timestamp with time zone not null,
  constraint mail_paces_pkey PRIMARY KEY (account)
);

create table mail_tries (
  channel_id integer not null,
  mailbox text not null, -- server, account, folder and the validity of its numbers (UIDVALIDITY)
  uid bigint not null,
  tries integer not null default 1, -- how often a process began to read it and did not end
  tried_at timestamp with time zone not null default clock_timestamp(),
  set_aside_at timestamp with time zone, -- since when it is not read any more; administrators see that it waits in the mailbox
  constraint mail_tries_pkey PRIMARY KEY (channel_id, mailbox, uid),
  constraint mail_tries_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE
);

create table mailing_list_people (
  id integer not null generated always as identity,
  mailing_list_id integer not null,
  person_id integer not null,
  constraint mailing_list_people_pkey PRIMARY KEY (id),
  constraint mailing_list_people_mailing_list_id_person_id_key UNIQUE (mailing_list_id, person_id),
  constraint mailing_list_people_mailing_list_id_fkey FOREIGN KEY (mailing_list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE,
  constraint mailing_list_people_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX mailing_list_people_person_id_idx ON public.mailing_list_people USING btree (person_id);

create table mailing_lists (
  id integer not null generated always as identity,
  name text not null,
  description text,
  list_type_id integer,
  parent_list_id integer,
  is_active boolean not null default true,
  version integer not null default 1,
  search text generated always as (search_text(((name || ' '::text) || COALESCE(description, ''::text)))) stored,
  constraint mailing_lists_pkey PRIMARY KEY (id),
  constraint mailing_lists_list_type_id_fkey FOREIGN KEY (list_type_id) REFERENCES list_types(id),
  constraint mailing_lists_parent_list_id_fkey FOREIGN KEY (parent_list_id) REFERENCES mailing_lists(id),
  constraint mailing_lists_check CHECK ((parent_list_id <> id))
);
CREATE INDEX mailing_lists_parent_list_id_name_id_idx ON public.mailing_lists USING btree (parent_list_id, name, id);
CREATE INDEX mailing_lists_search ON public.mailing_lists USING gin (search gin_trgm_ops);

create table mastodon_servers (
  server text not null,
  characters integer not null,
  characters_per_url integer not null,
  constraint mastodon_servers_pkey PRIMARY KEY (server)
);

create table message_groups (
  message_id integer not null,
  group_id integer not null,
  sort_order integer not null default 0,
  constraint message_groups_pkey PRIMARY KEY (message_id, group_id),
  constraint message_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint message_groups_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

create table message_lists (
  message_id integer not null,
  mailing_list_id integer not null,
  sort_order integer not null default 0,
  constraint message_lists_pkey PRIMARY KEY (message_id, mailing_list_id),
  constraint message_lists_mailing_list_id_fkey FOREIGN KEY (mailing_list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE,
  constraint message_lists_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

create table message_parts (
  channel_id integer not null,
  external_id text not null,
  whole text not null,
  status text not null default 'sent'::text,
  reason text,
  at timestamp with time zone,
  inserted_at timestamp with time zone not null default clock_timestamp(),
  constraint message_parts_pkey PRIMARY KEY (channel_id, external_id),
  constraint message_parts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint message_parts_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX message_parts_whole ON public.message_parts USING btree (channel_id, whole);

create table message_people (
  message_id integer not null,
  person_id integer not null,
  sort_order integer not null default 0,
  constraint message_people_pkey PRIMARY KEY (message_id, person_id),
  constraint message_people_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE,
  constraint message_people_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX message_people_person_id_idx ON public.message_people USING btree (person_id);

create table message_recipients (
  id integer not null generated always as identity,
  message_id integer not null,
  report_id integer not null,
  channel_id integer not null,
  person_id integer,
  target_address text not null,
  address_norm text not null, -- E.164 or lower-case e-mail; empty in the one row, without a person, of a channel that publishes instead of addressing people
  is_private boolean not null default false, -- the address comes from a private data type and is shown only to those who may edit contacts
  via text[] not null default '{}'::text[],
  lane text not null,
  status text not null,
  status_reason text,
  try_at timestamp with time zone, -- when it is to be tried; of a pending row the moment of its step, empty while a stop limit holds it back
  valid_until timestamp with time zone,
  attempts integer not null default 0,
  owner text,
  epoch integer not null default 0,
  claimed_at timestamp with time zone,
  crash_count integer not null default 0,
  maybe_duplicate boolean not null default false,
  external_id text,
  nonce bytea not null, -- the answer link's token is an HMAC over it; only token_hash is looked up
  token_hash bytea,
  generation integer not null default 1,
  superseded boolean not null default false, -- a later generation of the same recipient replaces this row in lists and counts
  cost numeric(12,4),
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  delay_seconds integer not null default 0, -- the row's step: seconds after the person is asked; frozen at launch
  untold boolean not null default false, -- the outcome of one attempt is unknown, since the provider said nothing; of a second one the row ends as sent, unconfirmed
  corrected_by integer, -- the correction whose text the last attempt carried instead of the message's own; null: its own
  constraint message_recipients_pkey PRIMARY KEY (id),
  constraint message_recipients_message_fkey FOREIGN KEY (message_id, report_id) REFERENCES messages(id, report_id),
  constraint message_recipients_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint message_recipients_delay_seconds_check CHECK ((delay_seconds >= 0)),
  constraint message_recipients_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'retrying'::text, 'failed'::text, 'expired'::text, 'suppressed'::text, 'skipped'::text, 'cancelled'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX message_recipients_apart ON public.message_recipients USING btree (message_id) WHERE (maybe_duplicate OR (superseded AND (status = ANY (ARRAY['pending'::text, 'queued'::text, 'sending'::text, 'retrying'::text, 'sent'::text, 'delivered'::text, 'read'::text]))));
CREATE INDEX message_recipients_asked ON public.message_recipients USING btree (address_norm, channel_id) WHERE (token_hash IS NOT NULL);
CREATE INDEX message_recipients_deadline ON public.message_recipients USING btree (valid_until) WHERE (status = ANY (ARRAY['queued'::text, 'retrying'::text]));
CREATE INDEX message_recipients_due ON public.message_recipients USING btree (message_id, channel_id, try_at, id) WHERE (status = ANY (ARRAY['queued'::text, 'retrying'::text]));
CREATE INDEX message_recipients_external ON public.message_recipients USING btree (channel_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX message_recipients_history ON public.message_recipients USING btree (person_id, id);
CREATE INDEX message_recipients_message ON public.message_recipients USING btree (message_id, id);
CREATE UNIQUE INDEX message_recipients_once ON public.message_recipients USING btree (message_id, address_norm, generation) WHERE (status <> 'suppressed'::text);
CREATE INDEX message_recipients_open ON public.message_recipients USING btree (message_id) WHERE (status = ANY (ARRAY['pending'::text, 'queued'::text, 'sending'::text, 'retrying'::text]));
CREATE INDEX message_recipients_person ON public.message_recipients USING btree (report_id, person_id);
CREATE INDEX message_recipients_planned ON public.message_recipients USING btree (try_at) WHERE ((status = 'pending'::text) AND (try_at IS NOT NULL));
CREATE INDEX message_recipients_private ON public.message_recipients USING btree (address_norm) WHERE is_private;
CREATE INDEX message_recipients_reserve ON public.message_recipients USING btree (message_id) WHERE ((status = 'pending'::text) AND (try_at IS NULL));
CREATE INDEX message_recipients_sending ON public.message_recipients USING btree (owner) WHERE (status = 'sending'::text);
CREATE UNIQUE INDEX message_recipients_token ON public.message_recipients USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE TRIGGER message_recipients_cancelled BEFORE UPDATE OF status ON public.message_recipients FOR EACH ROW WHEN (((old.status = 'sending'::text) AND (new.status = ANY (ARRAY['queued'::text, 'retrying'::text])))) EXECUTE FUNCTION cancel_attempt_of_stopped_message();
CREATE TRIGGER message_recipients_changed AFTER UPDATE ON public.message_recipients REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_recipients();
CREATE TRIGGER message_recipients_gone AFTER DELETE ON public.message_recipients REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_recipients();
CREATE TRIGGER message_recipients_new AFTER INSERT ON public.message_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_new_recipients();
CREATE TRIGGER message_recipients_status BEFORE UPDATE OF status ON public.message_recipients FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION check_recipient_status();

-- what statements moved; summed by message and status it is how many recipients are where
create table message_tallies (
  message_id integer not null,
  status text not null,
  n integer not null,
  moves integer not null, -- rows that came or left; the sum only grows, so that the same sum means that nothing changed
  id bigint not null generated always as identity,
  constraint message_tallies_pkey PRIMARY KEY (id)
);
CREATE INDEX message_tallies_message ON public.message_tallies USING btree (message_id);

create table messages (
  id integer not null generated always as identity,
  report_id integer not null,
  channel_id integer not null,
  title text not null,
  content text not null default ''::text,
  status text not null default 'draft'::text,
  request_answer boolean not null default false,
  feed_values jsonb,
  lane text not null default 'normal'::text,
  recipient_count integer not null default 0,
  cost numeric(12,4),
  currency text not null default 'EUR'::text,
  posts jsonb,
  error text,
  send_at timestamp with time zone,
  release_at timestamp with time zone, -- end of the undo window: nothing leaves before
  valid_until timestamp with time zone,
  launched_by integer,
  launched_at timestamp with time zone,
  released_by integer, -- who released it, where a release is required; never the author
  released_at timestamp with time zone,
  reject_reason text,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  is_active boolean not null default true,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  handed_over boolean not null default false, -- made by the program, on a channel that was not chosen, for people whom the chosen ones do not reach
  counted_at timestamp with time zone, -- when it was counted how many of those whom the alarm asked come
  perhaps_sent boolean not null default false, -- an installation this one is a copy of may have sent it: whoever gets it counts as possibly told twice
  for_group_id integer, -- the function that its recipients are wanted for: whoever says yes counts for the stop limit that the report has on this group
  removed_at timestamp with time zone, -- when it was taken out of every list; it comes back only while nothing of its report was sent since
  waiting_since timestamp with time zone, -- when it was set to wait for its release or its time
  versions jsonb, -- title and content by language, frozen at launch; null where the text is there in one language only
  stands_in_for_id integer, -- the message whose text it takes to the same addresses over another channel of the same type, where that channel fails
  follow_ended_at timestamp with time zone, -- when somebody ended that it also goes to people who get the followed report late
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_of_report UNIQUE (id, report_id),
  constraint messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint messages_for_group_id_fkey FOREIGN KEY (for_group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint messages_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint messages_launched_by_fkey FOREIGN KEY (launched_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint messages_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint messages_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint messages_stands_in_for_id_fkey FOREIGN KEY (stands_in_for_id) REFERENCES messages(id),
  constraint messages_lane_check CHECK ((lane = ANY (ARRAY['alarm'::text, 'normal'::text, 'bulk'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending_approval'::text, 'rejected'::text, 'scheduled'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'sent_with_errors'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX messages_for_group_id_idx ON public.messages USING btree (for_group_id) WHERE (for_group_id IS NOT NULL);
CREATE UNIQUE INDEX messages_handed_over ON public.messages USING btree (report_id, channel_id) WHERE (handed_over AND (stands_in_for_id IS NULL));
CREATE INDEX messages_report_id_id_idx ON public.messages USING btree (report_id, id DESC);
CREATE UNIQUE INDEX messages_stand_ins ON public.messages USING btree (stands_in_for_id, channel_id) WHERE (stands_in_for_id IS NOT NULL);
CREATE INDEX messages_status_idx ON public.messages USING btree (status) WHERE (status = ANY (ARRAY['scheduled'::text, 'queued'::text, 'sending'::text]));
CREATE INDEX messages_uncounted ON public.messages USING btree (report_id) WHERE (request_answer AND (counted_at IS NULL) AND (finished_at IS NOT NULL));

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table monitor_links (
  id integer not null generated always as identity,
  event_id integer not null,
  token_hash bytea not null,
  inserted_by integer,
  inserted_at timestamp with time zone not null default clock_timestamp(),
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint monitor_links_pkey PRIMARY KEY (id),
  constraint monitor_links_token_hash_key UNIQUE (token_hash),
  constraint monitor_links_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint monitor_links_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX monitor_links_event_id_idx ON public.monitor_links USING btree (event_id);

-- running processes; a worker without a fresh heartbeat loses the recipients it claimed
create table nodes (
  id text not null,
  started_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone not null default now(),
  roles text[] not null default '{}'::text[],
  version text not null default ''::text,
  constraint nodes_pkey PRIMARY KEY (id)
);

create table oidc_providers (
  id integer not null generated always as identity,
  label text not null, -- the name of the provider on the button of the sign-in page
  issuer text not null,
  client_id text not null,
  client_secret bytea, -- sealed with SECRET_KEY; null for a public client
  scopes text not null,
  groups_claim text not null, -- the claim that holds the groups; a dot leads into an object
  role_map jsonb not null default '[]'::jsonb, -- a list of {"group", "role"}
  own_network boolean not null default false, -- the provider may be in the own network
  checks_second_factor boolean not null default false, -- a sign-in there counts as one with a second factor
  is_active boolean not null default true,
  version integer not null default 1,
  inserted_by integer not null,
  inserted_at timestamp with time zone not null default now(),
  constraint oidc_providers_pkey PRIMARY KEY (id),
  constraint oidc_providers_issuer_key UNIQUE (issuer),
  constraint oidc_providers_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id)
);

create table one_time_tokens (
  id integer not null generated always as identity,
  kind text not null,
  user_id integer not null,
  nonce bytea not null, -- the token is an HMAC over it, so that a mail can be written again without storing the token
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  inserted_at timestamp with time zone not null default now(),
  waiting_mail jsonb, -- the mail with this token, while it waits for a mail server that a system owner confirms
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['verify'::text, 'reset'::text, 'invite'::text])))
);

create table opt_outs (
  person_id integer not null,
  channel_type_id integer not null,
  way text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint opt_outs_pkey PRIMARY KEY (person_id, channel_type_id),
  constraint opt_outs_channel_type_id_fkey FOREIGN KEY (channel_type_id) REFERENCES channel_types(id) ON DELETE CASCADE,
  constraint opt_outs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint opt_outs_way_check CHECK ((way = ANY (ARRAY['reply'::text, 'link'::text, 'one_click'::text, 'operator'::text])))
);

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  user_id integer,
  session_id uuid,
  user_handle bytea, -- the handle that the passkey to be added gets
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenges_check CHECK (((purpose = 'sign_in'::text) = (user_id IS NULL))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'second_factor'::text, 'add'::text, 'confirm'::text])))
);
CREATE INDEX passkey_challenges_expires_at_idx ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_session_id_idx ON public.passkey_challenges USING btree (session_id);
CREATE INDEX passkey_challenges_user_id_idx ON public.passkey_challenges USING btree (user_id);

create table passkeys (
  id integer not null generated always as identity,
  user_id integer not null,
  credential_id bytea not null,
  public_key bytea not null, -- COSE key
  user_handle bytea not null, -- random; by it an authenticator recognizes the account, the same for all passkeys of a user
  sign_count bigint not null, -- the newest count of the authenticator; 0 if it does not count. A count that does not grow means a copy
  transports text[] not null default '{}'::text[],
  signs_in boolean not null, -- the authenticator keeps the account and checks its owner; otherwise it is only a second factor
  is_synced boolean not null, -- the authenticator copies it to other devices of its owner
  name text not null,
  inserted_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id);

create table path_tests (
  slot timestamp with time zone not null, -- the beginning of the five minutes
  started_at timestamp with time zone not null default clock_timestamp(),
  runs integer not null default 1, -- above 1: the process that began it did not end it, so another one took over
  ended_at timestamp with time zone,
  milliseconds integer, -- from the launch to the recorded answer
  failure text, -- the step that did not succeed; null after a success, and while it runs
  mailed_at timestamp with time zone, -- when administrators were notified of the outage that this test belongs to
  constraint path_tests_pkey PRIMARY KEY (slot)
);

create table people (
  id integer not null generated always as identity,
  external_id text,
  first_name text not null,
  last_name text not null,
  title text,
  is_active boolean not null default true,
  is_crisis boolean not null default false,
  is_email_sent boolean not null default false,
  send_registration_mail boolean not null default false,
  opted_out boolean not null default false,
  deletion_requested_at timestamp with time zone,
  erased_at timestamp with time zone, -- the personal data is gone for good; the row stays, so that counts and the log keep their sense
  version integer not null default 1,
  inserted_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search text generated always as (search_text((((COALESCE((title || ' '::text), ''::text) || first_name) || ' '::text) || last_name))) stored,
  sort_name text generated always as (((fold(last_name) || ' '::text) || fold(first_name))) stored, -- for the order by name: bytes of the folded name put ä beside a, and an index can serve them
  channel_order text[] not null default '{}'::text[], -- channel types in the order in which the person wants to be alarmed; the others follow in that of the event type
  constraint people_pkey PRIMARY KEY (id),
  constraint people_external_id_key UNIQUE (external_id)
);
CREATE INDEX people_search ON public.people USING gin (search gin_trgm_ops);
CREATE INDEX people_sort_name ON public.people USING btree (sort_name, id);

create table person_data (
  id integer not null generated always as identity,
  person_id integer not null,
  key_field_id integer not null,
  value_str text,
  value_int integer,
  search text generated always as (search_text(value_str)) stored,
  constraint person_data_pkey PRIMARY KEY (id),
  constraint person_data_person_id_key_field_id_key UNIQUE (person_id, key_field_id),
  constraint person_data_key_field_id_fkey FOREIGN KEY (key_field_id) REFERENCES person_data_types(id),
  constraint person_data_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX person_data_key_field_id_lower_idx ON public.person_data USING btree (key_field_id, lower(value_str)) WHERE (value_str ~~ '%@%'::text);
CREATE INDEX person_data_key_field_id_value_str_idx ON public.person_data USING btree (key_field_id, value_str);
CREATE INDEX person_data_search ON public.person_data USING gin (search gin_trgm_ops);
CREATE INDEX person_data_value ON public.person_data USING btree (lower(value_str));

create table person_data_types (
  id integer not null generated by default as identity,
  name text not null,
  name_en text,
  description text,
  identifier text not null,
  field_type text not null,
  options jsonb,
  is_default_field boolean not null default false,
  is_required boolean not null default false,
  is_private boolean not null default false,
  sort_order integer not null default 0,
  is_active boolean not null default true,
  description_en text,
  constraint person_data_types_pkey PRIMARY KEY (id),
  constraint person_data_types_identifier_key UNIQUE (identifier),
  constraint person_data_types_field_type_check CHECK ((field_type = ANY (ARRAY['text'::text, 'textarea'::text, 'email'::text, 'phone_mobile'::text, 'phone'::text, 'fax'::text, 'telegram'::text, 'number'::text, 'boolean'::text, 'date'::text, 'select'::text, 'url'::text, 'address'::text, 'language'::text])))
);

create table person_groups (
  id integer not null generated always as identity,
  person_id integer not null,
  group_id integer not null,
  sort_order integer not null default 0,
  priority_alert boolean not null default false,
  constraint person_groups_pkey PRIMARY KEY (id),
  constraint person_groups_group_id_person_id_key UNIQUE (group_id, person_id),
  constraint person_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint person_groups_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX person_groups_group_id_sort_order_id_idx ON public.person_groups USING btree (group_id, sort_order, id);
CREATE INDEX person_groups_person_id_idx ON public.person_groups USING btree (person_id);

-- links with which people see and correct their own data without signing in; the newest of a person holds
create table person_tokens (
  id integer not null generated always as identity,
  person_id integer not null,
  nonce bytea not null, -- the token is an HMAC over it, so that a mail can be written again without storing the token
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  inserted_at timestamp with time zone not null default now(),
  constraint person_tokens_pkey PRIMARY KEY (id),
  constraint person_tokens_token_hash_key UNIQUE (token_hash),
  constraint person_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX person_tokens_person_id_idx ON public.person_tokens USING btree (person_id);

create table publications (
  id integer not null generated always as identity,
  key uuid not null default gen_random_uuid(),
  channel_id integer not null,
  recipient_id integer not null,
  event_id integer not null,
  event_type_id integer,
  kind text not null,
  texts jsonb not null,
  published_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  replaced_by integer,
  replaced_at timestamp with time zone,
  reference text,
  document text,
  constraint publications_pkey PRIMARY KEY (id),
  constraint publications_key_key UNIQUE (key),
  constraint publications_recipient_id_key UNIQUE (recipient_id),
  constraint publications_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint publications_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint publications_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id) ON DELETE SET NULL,
  constraint publications_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES message_recipients(id) ON DELETE CASCADE,
  constraint publications_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES publications(id) ON DELETE SET NULL,
  constraint publications_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'update'::text, 'cancel'::text])))
);
CREATE INDEX publications_channel ON public.publications USING btree (channel_id, id DESC);
CREATE INDEX publications_event ON public.publications USING btree (event_id);
CREATE INDEX publications_replaced_by ON public.publications USING btree (replaced_by);

-- what this installation signs push messages with (VAPID); devices are bound to it
create table push_keys (
  id integer not null default 1,
  public_key text not null,
  private_key bytea not null, -- sealed with SECRET_KEY
  constraint push_keys_pkey PRIMARY KEY (id),
  constraint push_keys_id_check CHECK ((id = 1))
);

create table receipts (
  id integer not null generated always as identity,
  channel_id integer not null,
  external_id text not null,
  status text not null,
  reason text,
  at timestamp with time zone,
  received_at timestamp with time zone not null default clock_timestamp(),
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_channel_id_external_id_status_key UNIQUE (channel_id, external_id, status),
  constraint receipts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint receipts_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX receipts_received ON public.receipts USING btree (received_at);

create table recovery_codes (
  id integer not null generated always as identity,
  user_id integer not null,
  code_hash bytea not null, -- keyed hash, because a code is short enough to be typed
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table registration_passwords (
  user_id integer not null,
  password_hash text,
  inserted_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint registration_passwords_pkey PRIMARY KEY (user_id),
  constraint registration_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table release_codes (
  id integer not null generated always as identity,
  code_hash bytea not null, -- HMAC-SHA-256; the code itself is shown once
  created_by integer,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  used_by text, -- the name that the person entered with the code
  constraint release_codes_pkey PRIMARY KEY (id),
  constraint release_codes_code_hash_key UNIQUE (code_hash),
  constraint release_codes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX release_codes_created_by_idx ON public.release_codes USING btree (created_by);

create table replies (
  id integer not null generated always as identity,
  channel_id integer not null,
  external_id text not null,
  from_address text not null,
  text text not null,
  in_reply_to text,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  sorted_at timestamp with time zone,
  event_id integer,
  recipient_id integer,
  assigned_at timestamp with time zone,
  assigned_by integer,
  command text,
  answer_id integer,
  filed_at timestamp with time zone,
  filed_by integer,
  version integer not null default 1,
  wish text,
  remark text, -- why the reply chose nothing, whatever its words
  constraint replies_pkey PRIMARY KEY (id),
  constraint replies_channel_id_external_id_key UNIQUE (channel_id, external_id),
  constraint replies_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answers(id) ON DELETE SET NULL,
  constraint replies_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint replies_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint replies_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint replies_filed_by_fkey FOREIGN KEY (filed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint replies_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES message_recipients(id) ON DELETE SET NULL,
  constraint replies_remark_check CHECK ((remark = ANY (ARRAY['automatic'::text, 'encrypted'::text, 'attachment'::text]))),
  constraint replies_wish_check CHECK ((wish = ANY (ARRAY['opt_out'::text, 'opt_in'::text])))
);
CREATE INDEX replies_answer ON public.replies USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX replies_command_idx ON public.replies USING btree (id) WHERE (command IS NOT NULL);
CREATE INDEX replies_event ON public.replies USING btree (event_id, id);
CREATE INDEX replies_from ON public.replies USING btree (from_address);
CREATE INDEX replies_recipient ON public.replies USING btree (recipient_id);
CREATE INDEX replies_unsorted ON public.replies USING btree (id) WHERE (sorted_at IS NULL);

create table reply_pieces (
  id integer not null generated always as identity,
  channel_id integer not null,
  from_address text not null,
  reference integer,
  number integer not null,
  total integer not null,
  text text not null,
  received_at timestamp with time zone not null default clock_timestamp(),
  joined_at timestamp with time zone,
  constraint reply_pieces_pkey PRIMARY KEY (id),
  constraint reply_pieces_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE
);
CREATE INDEX reply_pieces_from ON public.reply_pieces USING btree (channel_id, from_address, id);

create table report_event_snippets (
  id integer not null generated always as identity,
  name text not null,
  snippet_id integer not null,
  event_type_id integer,
  report_type_id integer not null,
  name_en text,
  constraint report_event_snippets_pkey PRIMARY KEY (id),
  constraint report_event_snippets_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id),
  constraint report_event_snippets_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id),
  constraint report_event_snippets_snippet_id_fkey FOREIGN KEY (snippet_id) REFERENCES snippets(id)
);

-- a report and those it follows, as their correction, as the word that they are over or as one more message; its recipients are those who may have got them
create table report_follow_ups (
  report_id integer not null,
  follows_id integer not null,
  kind text not null,
  constraint report_follow_ups_pkey PRIMARY KEY (report_id, follows_id),
  constraint report_follow_ups_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_follow_ups_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_follow_ups_check CHECK ((report_id <> follows_id)),
  constraint report_follow_ups_kind_check CHECK ((kind = ANY (ARRAY['correction'::text, 'all_clear'::text, 'to_all'::text])))
);
CREATE INDEX report_follow_ups_follows_id_idx ON public.report_follow_ups USING btree (follows_id);

create table report_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  white_icon_id integer,
  requires_release boolean not null default false,
  is_active boolean not null default true,
  name_en text,
  description_en text,
  constraint report_types_pkey PRIMARY KEY (id),
  constraint report_types_identifier_key UNIQUE (identifier),
  constraint report_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id),
  constraint report_types_white_icon_id_fkey FOREIGN KEY (white_icon_id) REFERENCES files(id)
);

create table reports (
  id integer not null generated always as identity,
  event_id integer not null,
  report_type_id integer not null,
  title text not null,
  content text not null default ''::text,
  answer_until timestamp with time zone,
  is_active boolean not null default true,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  stand_down boolean not null default true, -- whether those who were asked and are not needed are told so when the limits are reached
  texts jsonb, -- title and content by language, where the program wrote them; everyone gets theirs
  event_type_id integer, -- what kind of event it was prepared for: its title, text, place and lists come from that one kind
  location_id integer, -- where, as its author says; the event takes it over when it is sent
  place text, -- the same in free words, where no location fits
  description text, -- what exactly happened, in a line of its author; the event takes it over when it is sent
  language text, -- in which language its text was prepared or chosen; null where it was its author who wrote it
  prepared jsonb, -- title and content by language, as they were prepared
  all_clear_at timestamp with time zone, -- when the all-clear for it was launched; nothing of it leaves afterwards
  all_clear_id integer, -- the report that gave the all-clear
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_all_clear_id_fkey FOREIGN KEY (all_clear_id) REFERENCES reports(id),
  constraint reports_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint reports_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id),
  constraint reports_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_location_id_fkey FOREIGN KEY (location_id) REFERENCES locations(id),
  constraint reports_report_type_id_fkey FOREIGN KEY (report_type_id) REFERENCES report_types(id),
  constraint reports_all_clear_check CHECK (((all_clear_at IS NULL) = (all_clear_id IS NULL))),
  constraint reports_place_check CHECK (((location_id IS NULL) OR (place IS NULL)))
);
CREATE INDEX reports_all_clear ON public.reports USING btree (all_clear_id) WHERE (all_clear_id IS NOT NULL);
CREATE INDEX reports_event_id_id_idx ON public.reports USING btree (event_id, id DESC);

-- one row, made with the table; a second one came with a backup that was restored into a database in use
create table restore_marks (
  id uuid not null default gen_random_uuid(),
  objects text[] not null default '{}'::text[], -- constraints, unique indexes and triggers of the newest migration; one that is missing means an incomplete restore
  constraint restore_marks_pkey PRIMARY KEY (id)
);

-- what holds for the roster of a group as a whole; one without a row has shifts and nothing else
create table rosters (
  group_id integer not null,
  always_needed boolean not null default false, -- somebody has to be on duty at every moment, not only when a shift stands there
  link_hash bytea, -- SHA-256 of the secret in the address at which its calendar is offered; null while it is not
  linked_at timestamp with time zone,
  constraint rosters_pkey PRIMARY KEY (group_id),
  constraint rosters_link_hash_key UNIQUE (link_hash),
  constraint rosters_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE
);

create table scim_members (
  group_id uuid not null,
  member_id uuid not null,
  constraint scim_members_pkey PRIMARY KEY (group_id, member_id),
  constraint scim_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES scim_resources(id) ON DELETE CASCADE,
  constraint scim_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES scim_resources(id) ON DELETE CASCADE
);
CREATE INDEX scim_members_member_id_idx ON public.scim_members USING btree (member_id);

create table scim_resources (
  id uuid not null,
  directory_id integer not null,
  kind text not null,
  name_key text, -- userName or displayName in lower case
  external_id text,
  resource jsonb not null, -- the attributes that the client sent, without members
  is_erased boolean not null default false, -- the person was erased: only userName and externalId are kept
  version integer not null default 1,
  inserted_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scim_resources_pkey PRIMARY KEY (id),
  constraint scim_resources_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint scim_resources_kind_check CHECK ((kind = ANY (ARRAY['User'::text, 'Group'::text])))
);
CREATE INDEX scim_resources_external_id_idx ON public.scim_resources USING btree (directory_id, kind, external_id);
CREATE INDEX scim_resources_name_idx ON public.scim_resources USING btree (directory_id, kind, name_key);
CREATE INDEX scim_resources_order_idx ON public.scim_resources USING btree (directory_id, kind, inserted_at, id);
CREATE UNIQUE INDEX scim_resources_user_idx ON public.scim_resources USING btree (directory_id, name_key) WHERE (kind = 'User'::text);

create table scim_tokens (
  id integer not null generated always as identity,
  directory_id integer not null,
  prefix text not null,
  token_hash bytea not null, -- SHA-256; the token itself is shown once
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint scim_tokens_pkey PRIMARY KEY (id),
  constraint scim_tokens_token_hash_key UNIQUE (token_hash),
  constraint scim_tokens_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE CASCADE,
  constraint scim_tokens_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX scim_tokens_directory_id_idx ON public.scim_tokens USING btree (directory_id);

-- what concerns security, by numbers and networks, without names, addresses or texts
create table security_entries (
  id integer not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  last_at timestamp with time zone, -- when it happened for the last time, of an entry that counts several
  count integer not null default 1,
  kind text not null,
  user_id integer, -- who did it; no reference, because an entry outlives a registration that was turned down
  api_key_id integer,
  network text, -- IPv4 address, or the /64 of an IPv6 one
  what text, -- operation, path or kind of change
  detail text, -- why it was refused, how it was done, or which fields changed
  subject_type text,
  subject_id integer,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone, -- when the syslog server is to be told; null when it was
  constraint security_entries_pkey PRIMARY KEY (id),
  constraint security_entries_check CHECK (((subject_type IS NULL) = (subject_id IS NULL))),
  constraint security_entries_count_check CHECK ((count > 0))
);
CREATE INDEX security_entries_at_idx ON public.security_entries USING btree (at);
CREATE INDEX security_entries_id_idx ON public.security_entries USING btree (id) WHERE (due_at IS NOT NULL);
CREATE INDEX security_entries_kind_id_idx ON public.security_entries USING btree (kind, id);
CREATE INDEX security_entries_network_id_idx ON public.security_entries USING btree (network text_pattern_ops, id);
CREATE INDEX security_entries_subject_id_id_idx ON public.security_entries USING btree (subject_id, id) WHERE (subject_type = 'User'::text);
CREATE INDEX security_entries_user_id_id_idx ON public.security_entries USING btree (user_id, id);
CREATE TRIGGER security_entries_append_only BEFORE DELETE OR UPDATE ON public.security_entries FOR EACH ROW EXECUTE FUNCTION guard_security_entry();
CREATE TRIGGER security_entries_not_emptied BEFORE TRUNCATE ON public.security_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- a sign-in; a missing row means the token is revoked
create table sessions (
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  inserted_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text,
  network text, -- the network it was last seen from
  trusted_device_id uuid, -- the browser it belongs to, where that is trusted
  provider_id integer, -- the provider that the user signed in with
  id_token bytea, -- sealed with SECRET_KEY; tells the provider which sign-in ends
  second_factor boolean not null default false, -- the provider checked a second factor
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES oidc_providers(id) ON DELETE SET NULL,
  constraint sessions_trusted_device_id_fkey FOREIGN KEY (trusted_device_id) REFERENCES trusted_devices(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_trusted_device_id_idx ON public.sessions USING btree (trusted_device_id);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_access AFTER DELETE ON public.sessions FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION tell_access();

-- what is different in one turn of a shift, counted from 0
create table shift_changes (
  shift_id integer not null,
  turn integer not null,
  substitute_id integer, -- who takes the turn instead; null when it does not take place
  constraint shift_changes_pkey PRIMARY KEY (shift_id, turn),
  constraint shift_changes_shift_id_fkey FOREIGN KEY (shift_id) REFERENCES shifts(id) ON DELETE CASCADE,
  constraint shift_changes_substitute_id_fkey FOREIGN KEY (substitute_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint shift_changes_turn_check CHECK ((turn >= 0))
);
CREATE INDEX shift_changes_substitute_id_idx ON public.shift_changes USING btree (substitute_id);

-- who is on duty for a group and when; times are what the clock on the wall shows, so that 18:00 stays 18:00 when the clock is changed
create table shifts (
  id integer not null generated always as identity,
  group_id integer not null,
  person_id integer not null,
  starts_at timestamp without time zone not null,
  ends_at timestamp without time zone not null,
  every_weeks integer, -- it comes again after so many weeks; null when it comes once
  repeats_until date, -- the last day on which it begins
  uid text, -- what the calendar calls it that it was imported from; null when it was entered here
  inserted_at timestamp with time zone not null default now(),
  constraint shifts_pkey PRIMARY KEY (id),
  constraint shifts_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint shifts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint shifts_check CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '31 days'::interval)))),
  constraint shifts_check1 CHECK ((ends_at <= (starts_at + make_interval(weeks => every_weeks)))),
  constraint shifts_check2 CHECK (((repeats_until IS NULL) OR (every_weeks IS NOT NULL))),
  constraint shifts_every_weeks_check CHECK (((every_weeks >= 1) AND (every_weeks <= 52)))
);
CREATE INDEX shifts_group_id_starts_at_idx ON public.shifts USING btree (group_id, starts_at);
CREATE INDEX shifts_person_id_idx ON public.shifts USING btree (person_id);

create table side_menus (
  id integer not null generated always as identity,
  identifier text not null,
  title text not null,
  title_en text,
  link text not null default ''::text,
  type text not null default 'internal'::text,
  icon_id integer,
  is_active boolean not null default true,
  constraint side_menus_pkey PRIMARY KEY (id),
  constraint side_menus_identifier_key UNIQUE (identifier),
  constraint side_menus_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id),
  constraint side_menus_type_check CHECK ((type = ANY (ARRAY['internal'::text, 'external'::text, 'separator'::text])))
);

create table situation_report_files (
  id integer not null generated always as identity,
  situation_report_id integer not null,
  file_id integer not null,
  inserted_by integer,
  inserted_at timestamp with time zone not null default now(),
  constraint situation_report_files_pkey PRIMARY KEY (id),
  constraint situation_report_files_file_id_key UNIQUE (file_id),
  constraint situation_report_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint situation_report_files_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint situation_report_files_situation_report_id_fkey FOREIGN KEY (situation_report_id) REFERENCES situation_reports(id)
);
CREATE INDEX situation_report_files_situation_report_id_idx ON public.situation_report_files USING btree (situation_report_id);

create table situation_report_mails (
  id integer not null generated always as identity,
  situation_report_id integer not null,
  person_id integer not null,
  status text not null default 'queued'::text,
  is_private boolean not null default false,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  inserted_at timestamp with time zone not null default now(),
  way text, -- how it went: over a channel, the mail server of the environment, or into the exercise mailbox
  channel_id integer,
  reason text, -- why it failed
  constraint situation_report_mails_pkey PRIMARY KEY (id),
  constraint situation_report_mails_situation_report_id_person_id_key UNIQUE (situation_report_id, person_id),
  constraint situation_report_mails_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id),
  constraint situation_report_mails_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint situation_report_mails_situation_report_id_fkey FOREIGN KEY (situation_report_id) REFERENCES situation_reports(id),
  constraint situation_report_mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]))),
  constraint situation_report_mails_way_check CHECK ((way = ANY (ARRAY['channel'::text, 'server'::text, 'mailbox'::text])))
);

create table situation_reports (
  id integer not null generated always as identity,
  event_id integer not null,
  number integer not null,
  status text not null default 'draft'::text,
  data jsonb not null default '{}'::jsonb,
  template jsonb not null default '{}'::jsonb,
  approved_by integer, -- never its author nor who submitted it
  mail_sent_at timestamp with time zone,
  inserted_by integer,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  previous_id integer, -- the report it follows: what it was filled from and is compared with
  submitted_by integer,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  reject_reason text,
  discarded_by integer,
  discarded_at timestamp with time zone,
  reminded_for text, -- the announced moment of the next report (data.nextReport) that its writers were reminded of
  constraint situation_reports_pkey PRIMARY KEY (id),
  constraint situation_reports_event_id_number_key UNIQUE (event_id, number),
  constraint situation_reports_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint situation_reports_discarded_by_fkey FOREIGN KEY (discarded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint situation_reports_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint situation_reports_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint situation_reports_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES situation_reports(id),
  constraint situation_reports_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint situation_reports_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text, 'rejected'::text, 'distributed'::text, 'discarded'::text])))
);
CREATE INDEX situation_reports_status_idx ON public.situation_reports USING btree (status) WHERE (status = ANY (ARRAY['draft'::text, 'in_review'::text, 'rejected'::text]));

create table snippet_types (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  description text,
  icon_id integer,
  is_active boolean not null default true,
  name_en text,
  description_en text,
  constraint snippet_types_pkey PRIMARY KEY (id),
  constraint snippet_types_identifier_key UNIQUE (identifier),
  constraint snippet_types_icon_id_fkey FOREIGN KEY (icon_id) REFERENCES files(id)
);

create table snippets (
  id integer not null generated always as identity,
  name text not null,
  content text not null,
  read_only boolean not null default false,
  snippet_type_id integer,
  is_active boolean not null default true,
  name_en text,
  content_en text,
  constraint snippets_pkey PRIMARY KEY (id),
  constraint snippets_snippet_type_id_fkey FOREIGN KEY (snippet_type_id) REFERENCES snippet_types(id)
);
CREATE INDEX snippets_name_id_idx ON public.snippets USING btree (name, id);

create table stand_downs (
  report_id integer not null,
  due_at timestamp with time zone,
  notice_id integer,
  constraint stand_downs_pkey PRIMARY KEY (report_id),
  constraint stand_downs_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint stand_downs_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE
);
CREATE INDEX stand_downs_due_at_idx ON public.stand_downs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX stand_downs_notice_id_key ON public.stand_downs USING btree (notice_id);

create table step_wakes (
  id integer not null generated always as identity,
  report_id integer not null,
  person_id integer not null,
  constraint step_wakes_pkey PRIMARY KEY (id)
);
CREATE INDEX step_wakes_report ON public.step_wakes USING btree (report_id);

create table system_mails (
  id integer not null generated always as identity,
  identifier text not null,
  language text not null,
  subject text not null,
  content text not null,
  is_active boolean not null default true,
  constraint system_mails_pkey PRIMARY KEY (id),
  constraint system_mails_identifier_language_key UNIQUE (identifier, language)
);

create table system_settings (
  id integer not null generated always as identity,
  value_key text not null,
  value_str text,
  file_id integer,
  constraint system_settings_pkey PRIMARY KEY (id),
  constraint system_settings_value_key_key UNIQUE (value_key),
  constraint system_settings_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
CREATE TRIGGER system_settings_access AFTER UPDATE ON public.system_settings FOR EACH STATEMENT EXECUTE FUNCTION tell_access();

create table tasks (
  id integer not null generated always as identity,
  event_id integer not null,
  checklist_item_id integer,
  text text not null,
  group_id integer,
  person_id integer,
  due_at timestamp with time zone,
  inserted_by integer, -- empty where it came from the checklist
  inserted_at timestamp with time zone not null default clock_timestamp(),
  done_by integer,
  done_at timestamp with time zone,
  owner_told_at timestamp with time zone, -- when its owner was told that it is overdue, or that moment passed without need
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_checklist_item_id_fkey FOREIGN KEY (checklist_item_id) REFERENCES checklist_items(id) ON DELETE SET NULL,
  constraint tasks_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint tasks_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint tasks_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint tasks_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint tasks_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint tasks_check CHECK (((group_id IS NULL) OR (person_id IS NULL))),
  constraint tasks_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500)))
);
CREATE INDEX tasks_checklist_item_id_idx ON public.tasks USING btree (checklist_item_id) WHERE (checklist_item_id IS NOT NULL);
CREATE UNIQUE INDEX tasks_event_id_checklist_item_id_idx ON public.tasks USING btree (event_id, checklist_item_id);
CREATE INDEX tasks_group_id_idx ON public.tasks USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX tasks_overdue_idx ON public.tasks USING btree (due_at) WHERE ((done_at IS NULL) AND (owner_told_at IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX tasks_person_id_idx ON public.tasks USING btree (person_id) WHERE (person_id IS NOT NULL);

create table trigger_calls (
  id integer not null generated always as identity,
  trigger_id integer not null,
  way text not null,
  caller_key text not null,
  caller text,
  user_id integer,
  channel_id integer,
  outcome text not null,
  reason text,
  started_by integer,
  exercise boolean not null,
  event_id integer,
  report_id integer,
  people integer,
  undo_until timestamp with time zone,
  cancelled_at timestamp with time zone,
  at timestamp with time zone not null default clock_timestamp(),
  answered_at timestamp with time zone,
  constraint trigger_calls_pkey PRIMARY KEY (id),
  constraint trigger_calls_key UNIQUE (trigger_id, way, caller_key),
  constraint trigger_calls_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint trigger_calls_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint trigger_calls_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint trigger_calls_started_by_fkey FOREIGN KEY (started_by) REFERENCES trigger_calls(id) ON DELETE CASCADE,
  constraint trigger_calls_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES triggers(id) ON DELETE CASCADE,
  constraint trigger_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX trigger_calls_event_id_idx ON public.trigger_calls USING btree (event_id);
CREATE INDEX trigger_calls_report_id_idx ON public.trigger_calls USING btree (report_id);
CREATE INDEX trigger_calls_started_by_idx ON public.trigger_calls USING btree (started_by);
CREATE INDEX trigger_calls_started_idx ON public.trigger_calls USING btree (channel_id, caller) WHERE (outcome = 'started'::text);
CREATE INDEX trigger_calls_trigger_id_idx ON public.trigger_calls USING btree (trigger_id, id);

create table trigger_locks (
  trigger_id integer not null,
  way text not null,
  tries integer not null,
  locked_at timestamp with time zone,
  sender text not null default ''::text, -- HMAC of a known number or address; empty for all unknown callers together
  constraint trigger_locks_pkey PRIMARY KEY (trigger_id, way, sender),
  constraint trigger_locks_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES triggers(id) ON DELETE CASCADE
);

create table triggers (
  id integer not null generated always as identity,
  name text not null,
  identifier text not null,
  event_type_id integer not null,
  ways text[] not null,
  sms_pin boolean not null,
  senders text,
  is_active boolean not null,
  pin_hash bytea,
  constraint triggers_pkey PRIMARY KEY (id),
  constraint triggers_identifier_key UNIQUE (identifier),
  constraint triggers_event_type_id_fkey FOREIGN KEY (event_type_id) REFERENCES event_types(id)
);
CREATE INDEX triggers_event_type_id_idx ON public.triggers USING btree (event_type_id);

create table trusted_devices (
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  public_key bytea not null, -- of P-256; the other half never leaves the browser
  user_agent text,
  network text,
  inserted_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  browser_hash bytea, -- SHA-256 of what the browser calls itself; null where it does not
  constraint trusted_devices_pkey PRIMARY KEY (id),
  constraint trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trusted_devices_user_id_idx ON public.trusted_devices USING btree (user_id);

-- of an alarm that is over: how many people were asked and how many of them said in time that they come
create table turnouts (
  id integer not null generated always as identity,
  report_id integer not null, -- the alarm; its row may be gone
  group_id integer, -- the group of the stop limit they were asked for; empty for all without one
  at timestamp with time zone not null, -- when the alarm was launched
  asked integer not null,
  came integer not null,
  constraint turnouts_pkey PRIMARY KEY (id),
  constraint turnouts_check CHECK (((came >= 0) AND (came <= asked) AND (asked > 0)))
);
CREATE INDEX turnouts_at_idx ON public.turnouts USING btree (at);
CREATE UNIQUE INDEX turnouts_once ON public.turnouts USING btree (report_id, group_id) NULLS NOT DISTINCT;

create table upload_mappings (
  fingerprint text not null, -- hash of the header, which may name people
  targets text[] not null, -- by place; null leaves a column out
  used_at timestamp with time zone not null default now(),
  constraint upload_mappings_pkey PRIMARY KEY (fingerprint)
);

create table upload_rows (
  upload_id integer not null,
  line integer not null, -- where the record begins in the file, which may have several lines per record
  outcome text not null,
  person_id integer,
  person_version integer, -- version of the person that the changes were found on; once applied, the version they made
  name text not null,
  problems jsonb not null default '[]'::jsonb,
  changes jsonb not null default '{}'::jsonb, -- by target: {before, after}; groups: {after: [{id, path}]}
  memberships integer[] not null default '{}'::integer[], -- rows of person_groups that were made
  remarks jsonb not null default '[]'::jsonb, -- what of a row that comes in was left out or changed
  entry jsonb, -- the entry of the directory: {id, given, before}; before is the earlier link {id, given} or null
  left_groups jsonb not null default '[]'::jsonb, -- memberships that were removed: {groupId, sortOrder, priorityAlert}
  constraint upload_rows_pkey PRIMARY KEY (upload_id, line),
  constraint upload_rows_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE SET NULL,
  constraint upload_rows_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE,
  constraint upload_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'unchanged'::text, 'failed'::text])))
);
CREATE INDEX upload_rows_person_id_idx ON public.upload_rows USING btree (person_id);

create table uploads (
  id integer not null generated always as identity,
  status text not null,
  file_name text not null,
  encoding text not null default ''::text,
  separator text not null default ''::text,
  columns jsonb not null default '[]'::jsonb,
  groups_to_create text[] not null default '{}'::text[],
  made_groups integer[] not null default '{}'::integer[], -- groups this upload created, the upper ones first
  total_rows integer not null default 0,
  processed_rows integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  not_undone integer not null default 0,
  error text,
  inserted_at timestamp with time zone not null default now(),
  inserted_by integer,
  applied_at timestamp with time zone,
  applied_by integer,
  undone_at timestamp with time zone,
  undone_by integer,
  rows_removed_at timestamp with time zone, -- the rows were personal data and are gone: the upload can no longer be applied or undone
  format text not null default 'csv'::text,
  program text, -- what wrote the file, as its headers tell
  mapped_by text not null default 'header'::text, -- where the mapping of the columns comes from: memory is what somebody chose for an earlier file with this header
  is_strict boolean not null default false, -- a row with any bad value is refused
  remarked integer not null default 0, -- rows that come in with remarks
  directory_id integer,
  held text, -- why a run of a directory waits for a person
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint uploads_directory_id_fkey FOREIGN KEY (directory_id) REFERENCES directories(id) ON DELETE SET NULL,
  constraint uploads_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint uploads_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint uploads_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'vcf'::text, 'directory'::text]))),
  constraint uploads_mapped_by_check CHECK ((mapped_by = ANY (ARRAY['header'::text, 'memory'::text, 'choice'::text]))),
  constraint uploads_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'applied'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX uploads_directory_id_idx ON public.uploads USING btree (directory_id) WHERE (directory_id IS NOT NULL);
CREATE UNIQUE INDEX uploads_one_running ON public.uploads USING btree ((true)) WHERE (status = ANY (ARRAY['running'::text, 'undoing'::text]));

create table user_identities (
  id integer not null generated always as identity,
  provider_id integer not null,
  subject text not null,
  user_id integer not null,
  granted_roles text[] not null default '{}'::text[], -- the roles that the user has only because of the groups at the last sign-in
  confirmed_at timestamp with time zone, -- null while an owner has yet to confirm that account and person belong together
  last_used_at timestamp with time zone,
  inserted_at timestamp with time zone not null default now(),
  constraint user_identities_pkey PRIMARY KEY (id),
  constraint user_identities_provider_id_subject_key UNIQUE (provider_id, subject),
  constraint user_identities_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES oidc_providers(id) ON DELETE CASCADE,
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_identities_user_id_idx ON public.user_identities USING btree (user_id);

create table user_totp (
  user_id integer not null,
  secret bytea, -- encrypted; set when the second factor is on
  pending_secret bytea, -- encrypted; shown to the user and not confirmed with a code yet
  last_step integer, -- the newest 30 seconds a code was taken of; a code of these or earlier ones is refused
  constraint user_totp_pkey PRIMARY KEY (user_id),
  constraint user_totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_totp_check CHECK (((secret IS NOT NULL) OR (pending_secret IS NOT NULL)))
);
CREATE TRIGGER user_totp_access AFTER INSERT OR DELETE OR UPDATE ON public.user_totp FOR EACH ROW EXECUTE FUNCTION tell_access();

create table users (
  id integer not null generated always as identity,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  mobile_phone_number text,
  image_id integer,
  language text not null default 'de'::text,
  roles text[] not null default '{}'::text[],
  search_history text[] not null default '{}'::text[],
  verified_at timestamp with time zone,
  need_approval boolean not null default false,
  is_active boolean not null default false,
  last_sign_in_at timestamp with time zone,
  inserted_at timestamp with time zone not null default now(),
  warnings_seen_at timestamp with time zone, -- up to when the user has seen which passwords were reset
  constraint users_pkey PRIMARY KEY (id),
  constraint users_image_id_fkey FOREIGN KEY (image_id) REFERENCES files(id)
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE TRIGGER users_access AFTER UPDATE OF roles, is_active, language ON public.users FOR EACH ROW WHEN (((old.roles IS DISTINCT FROM new.roles) OR (old.is_active <> new.is_active) OR (old.language <> new.language))) EXECUTE FUNCTION tell_access();

-- messages that ask a person to confirm that one way reaches them
create table way_checks (
  id integer not null generated always as identity,
  person_id integer not null,
  kind text not null, -- the kind of address, as in person_data_types.field_type and devices.kind
  address text not null,
  channel_id integer not null,
  month date, -- the month of a self-test; null for a request to confirm
  nonce bytea not null, -- the token of its link is an HMAC over it
  token_hash bytea not null,
  asked_by integer,
  asked_at timestamp with time zone not null default clock_timestamp(),
  sent_at timestamp with time zone, -- set before the hand-over, so that it leaves at most once
  failure text, -- why it did not leave, as a reason key
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint way_checks_pkey PRIMARY KEY (id),
  constraint way_checks_token_hash_key UNIQUE (token_hash),
  constraint way_checks_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint way_checks_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels(id) ON DELETE CASCADE,
  constraint way_checks_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX way_checks_address_idx ON public.way_checks USING btree (person_id, address, asked_at);
CREATE INDEX way_checks_asked_by_idx ON public.way_checks USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX way_checks_channel_id_idx ON public.way_checks USING btree (channel_id);
CREATE INDEX way_checks_expires_at_idx ON public.way_checks USING btree (expires_at);
CREATE UNIQUE INDEX way_checks_once_a_month_idx ON public.way_checks USING btree (person_id, kind, month);
CREATE INDEX way_checks_waiting_idx ON public.way_checks USING btree (id) WHERE ((sent_at IS NULL) AND (failure IS NULL));

create table way_notes (
  person_id integer not null,
  reason text, -- why a member of the crisis team needs no two confirmed channels
  reason_by integer,
  reason_at timestamp with time zone,
  tests_declined_at timestamp with time zone, -- since when the person wants no self-tests
  constraint way_notes_pkey PRIMARY KEY (person_id),
  constraint way_notes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  constraint way_notes_reason_by_fkey FOREIGN KEY (reason_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX way_notes_reason_by_idx ON public.way_notes USING btree (reason_by) WHERE (reason_by IS NOT NULL);

-- messages whose results are in way_signs, with the number of moves of their tallies at that time
create table way_sign_reads (
  message_id integer not null,
  moves bigint not null,
  constraint way_sign_reads_pkey PRIMARY KEY (message_id),
  constraint way_sign_reads_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
);

-- the newest signs of life and failures of each way to a person; an address without a row is not confirmed
create table way_signs (
  person_id integer not null,
  address text not null, -- as in message_recipients.address_norm
  confirmed_at timestamp with time zone, -- the newest sign of life: an answer, a receipt, a reply, a confirmation
  failed_at timestamp with time zone, -- when an address last bounced; a later sign of life heals it
  constraint way_signs_pkey PRIMARY KEY (person_id, address),
  constraint way_signs_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);

-- written in the transaction that changes the state, so that none is lost; the row is the job
create table webhook_deliveries (
  id integer not null generated always as identity,
  webhook_id integer not null,
  key uuid not null default gen_random_uuid(), -- what the receiver knows it by, the same at every attempt
  type text not null,
  data jsonb not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  try_at timestamp with time zone default clock_timestamp(), -- when it is tried next; while it is being tried, when it counts as lost
  response_status integer,
  error text,
  response text,
  delivered_at timestamp with time zone,
  inserted_at timestamp with time zone not null default clock_timestamp(),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_inserted_at_idx ON public.webhook_deliveries USING btree (inserted_at);
CREATE INDEX webhook_deliveries_webhook_id_id_idx ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_webhook_id_try_at_idx ON public.webhook_deliveries USING btree (webhook_id, try_at) WHERE (status = 'pending'::text);

create table webhooks (
  id integer not null generated always as identity,
  name text not null,
  url text not null,
  event_types text[] not null,
  is_active boolean not null default true,
  secret bytea not null, -- sealed with SECRET_KEY
  previous_secret bytea,
  previous_until timestamp with time zone, -- until then what is sent is signed with both secrets
  disabled_reason text, -- why the program switched it off by itself
  failing_since timestamp with time zone,
  version integer not null default 1,
  inserted_by integer not null,
  inserted_at timestamp with time zone not null default now(),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_inserted_by_fkey FOREIGN KEY (inserted_by) REFERENCES users(id),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])))
);

-- the newest row holds; without one, the mode is on
create table works_council_changes (
  id integer not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  by_user_id integer,
  is_on boolean not null,
  reason text not null, -- why, as the system owner wrote it; every user sees it
  constraint works_council_changes_pkey PRIMARY KEY (id),
  constraint works_council_changes_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX works_council_changes_by_user_id_idx ON public.works_council_changes USING btree (by_user_id);

CREATE OR REPLACE FUNCTION public.append_audit(p_by integer, p_action text, p_type text, p_row_id integer, p_label text, p_before jsonb, p_after jsonb)
 RETURNS audit_entries
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  previous text;
  entry audit_entries;
  moment timestamptz;
begin
  -- one writer at a time; administrative changes are few
  perform pg_advisory_xact_lock(4204);
  moment := clock_timestamp();
  select hash into previous from audit_entries order by id desc limit 1;
  previous := coalesce(previous, '');
  insert into audit_entries (at, by_user_id, action, type, row_id, label, before, after, previous_hash, hash)
  values (moment, p_by, p_action, p_type, p_row_id, p_label, p_before, p_after, previous,
    audit_hash(previous, moment, p_by, p_action, p_type, p_row_id, p_label, p_before, p_after))
  returning * into entry;
  return entry;
end $function$;
CREATE OR REPLACE FUNCTION public.append_logs(p_event_id integer, p_by integer[], p_kinds text[], p_texts text[], p_data jsonb[], p_happened timestamp with time zone[], p_corrects integer[])
 RETURNS SETOF log_entries
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  previous text;
  corrected text;
  moments timestamptz[] := '{}';
  hashes text[] := '{}';
begin
  -- one writer per event at a time, without locking the event's row
  perform pg_advisory_xact_lock(4201, p_event_id);
  select hash into previous from log_entries where event_id = p_event_id order by id desc limit 1;
  hashes[0] := coalesce(previous, '');
  for n in 1 .. cardinality(p_kinds) loop
    moments[n] := clock_timestamp();
    corrected := null;
    if p_corrects[n] is not null then
      select hash into strict corrected from log_entries where id = p_corrects[n] and event_id = p_event_id;
    end if;
    hashes[n] := log_hash(hashes[n - 1], p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n],
      p_happened[n], corrected);
  end loop;
  return query
    insert into log_entries (event_id, at, by_user_id, kind, text, data, happened_at, corrects, previous_hash, hash)
    select p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n], p_happened[n], p_corrects[n],
      hashes[n - 1], hashes[n]
    from generate_series(1, cardinality(p_kinds)) n order by n
    returning *;
end $function$;
CREATE OR REPLACE FUNCTION public.audit_hash(previous text, at timestamp with time zone, by_user_id integer, action text, type text, row_id integer, label text, before jsonb, after jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN encode(sha256(convert_to((previous || (json_build_array((EXTRACT(epoch FROM at))::text, by_user_id, action, type, row_id, label, before, after))::text), 'UTF8'::name)), 'hex'::text);
CREATE OR REPLACE FUNCTION public.cancel_attempt_of_stopped_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ended record;
begin
  select m.status, p.all_clear_at into ended from messages m join reports p on p.id = m.report_id where m.id = new.message_id;
  if ended.status = 'cancelled' or ended.all_clear_at is not null then
    new.status := 'cancelled';
    new.status_reason := case when ended.all_clear_at is null then 'stopped' else 'all_clear' end;
    new.try_at := null;
  end if;
  return new;
end $function$;
CREATE OR REPLACE FUNCTION public.check_recipient_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) in (
    ('pending', 'queued'), ('pending', 'skipped'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('queued', 'sending'), ('queued', 'skipped'), ('queued', 'cancelled'), ('queued', 'expired'),
    ('sending', 'sent'), ('sending', 'delivered'), ('sending', 'read'), ('sending', 'failed'), ('sending', 'retrying'),
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'), ('sending', 'skipped'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('retrying', 'delivered'), ('retrying', 'read'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read'),
    ('expired', 'failed'), ('expired', 'delivered'), ('expired', 'read'), ('failed', 'delivered'), ('failed', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $function$;
CREATE OR REPLACE FUNCTION public.due_messages(most integer)
 RETURNS TABLE(message_id integer, channel_id integer, lane text, count integer, oldest timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    with recursive waiting as (
      (select r.message_id, r.channel_id from message_recipients r where r.status in ('queued', 'retrying')
        order by r.message_id, r.channel_id limit 1)
      union all
      select next.message_id, next.channel_id from waiting cross join lateral (
        select r.message_id, r.channel_id from message_recipients r
        where r.status in ('queued', 'retrying')
          and (r.message_id, r.channel_id) > (waiting.message_id, waiting.channel_id)
        order by r.message_id, r.channel_id limit 1) next)
    select w.message_id, w.channel_id, d.lane, d.count::int, d.oldest from waiting w cross join lateral (
      select min(f.lane) as lane, count(*) as count, min(f.try_at) as oldest from (
        select r.lane, r.try_at from message_recipients r
        where r.message_id = w.message_id and r.channel_id = w.channel_id and r.status in ('queued', 'retrying')
          and r.try_at <= now()
        order by r.try_at limit most) f) d
    where d.count > 0
    order by d.oldest;
end $function$;
CREATE OR REPLACE FUNCTION public.due_of_message(message integer, channel integer, most integer, at_place timestamp with time zone, after_id integer, node text, suspects boolean, crashes integer)
 RETURNS TABLE(id integer, crash_count integer)
 LANGUAGE plpgsql
 ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select r.id, r.crash_count from message_recipients r
    where r.message_id = message and r.channel_id = channel and r.status in ('queued', 'retrying')
      and r.try_at <= now() and (r.try_at, r.id) > (coalesce(at_place, '-infinity'), coalesce(after_id, 0))
      and (r.valid_until is null or r.valid_until > now())
      and (r.crash_count < crashes or suspects and not exists (
        select from message_recipients o where o.owner = node and o.status = 'sending' and o.crash_count >= crashes))
    order by r.try_at, r.id limit most for update skip locked;
end $function$;
CREATE OR REPLACE FUNCTION public.due_of_scheduler()
 RETURNS TABLE(released integer[], steps integer[], cascades integer[], ended integer[], is_open boolean, due_in double precision)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select
      array(select m.id from messages m where m.status = 'queued' and m.release_at <= clock_timestamp()),
      -- what may still be undone keeps its steps
      array(
        select due.report_id from (
          select r.report_id from message_recipients r
          where r.status = 'pending' and r.try_at is not null and r.try_at <= clock_timestamp()
          union select w.report_id from step_wakes w) due
        where not exists (
          select from messages m
          where m.report_id = due.report_id and m.status = 'queued' and m.release_at > clock_timestamp())),
      array(
        select c.report_id from cascades c where c.status in ('running', 'reached') and c.due_at <= clock_timestamp()
        union select s.report_id from stand_downs s where s.due_at <= clock_timestamp()
        union select c.report_id from cascade_wakes w join cascades c on c.id = w.cascade_id),
      -- the next message with an open recipient in one index step: `not exists` would read every open row
      array(
        select m.id from messages m where m.status = 'sending'
        and (
          select r.message_id from message_recipients r
          where r.message_id >= m.id and r.status in ('pending', 'queued', 'retrying', 'sending')
          order by r.message_id limit 1) is distinct from m.id
        and not exists (
          select from cascade_messages x join cascades c on c.id = x.cascade_id
          where x.message_id = m.id and c.status = 'running')),
      exists (select from messages m where m.status in ('queued', 'sending')),
      extract(epoch from nullif(least(
        (select min(c.due_at) from cascades c where c.status in ('running', 'reached')),
        (select min(s.due_at) from stand_downs s)),
        'infinity') - clock_timestamp())::float8 * 1000;
end $function$;
CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE translate(replace(replace(replace(regexp_replace(NORMALIZE(lower(value), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'øłđı'::text, 'oldi'::text) END;
CREATE OR REPLACE FUNCTION public.guard_security_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'due_at' = to_jsonb(old) - 'due_at' then return new; end if;
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $function$;
CREATE OR REPLACE FUNCTION public.keep_dispatch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.reported_at, new.recorded_at, new.way, new.reference, new.report, new.is_progress)
    is distinct from (old.reported_at, old.recorded_at, old.way, old.reference, old.report, old.is_progress) then
    raise exception 'a proof of dispatch never changes' using errcode = 'raise_exception';
  end if;
  return new;
end $function$;
CREATE OR REPLACE FUNCTION public.keep_gone_exercise_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- whoever adds a message at this moment waits, or is seen below
  perform from exercise_people where person_id in (select person_id from gone) order by person_id for update;
  delete from exercise_people k where person_id in (select person_id from gone)
    and not exists (select from exercise_messages m where m.person_id = k.person_id);
  update exercise_people k set newest = m.newest, newest_of_event = m.newest_of_event
    from (
      select person_id, max(id) as newest,
        max(id) filter (where recipient_id is not null or situation_report_mail_id is not null) as newest_of_event
      from exercise_messages where person_id in (select person_id from gone) group by person_id) m
    where m.person_id = k.person_id
      and (k.newest, k.newest_of_event) is distinct from (m.newest, m.newest_of_event);
  insert into exercise_tallies
    select kind, recipient_id is not null or situation_report_mail_id is not null, -count(*) from gone group by 1, 2;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.keep_new_exercise_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into exercise_people as k
    select person_id, max(id), max(id) filter (where recipient_id is not null or situation_report_mail_id is not null)
    from added where person_id is not null group by person_id order by person_id
    on conflict (person_id) do update set newest = greatest(k.newest, excluded.newest),
      newest_of_event = greatest(k.newest_of_event, excluded.newest_of_event);
  insert into exercise_tallies
    select kind, recipient_id is not null or situation_report_mail_id is not null, count(*) from added group by 1, 2;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.log_hash(previous text, event_id integer, at timestamp with time zone, by_user_id integer, kind text, text text, data jsonb, happened_at timestamp with time zone DEFAULT NULL::timestamp with time zone, corrected_hash text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN encode(sha256(convert_to((previous || (CASE WHEN ((happened_at IS NULL) AND (corrected_hash IS NULL)) THEN json_build_array(event_id, (EXTRACT(epoch FROM at))::text, by_user_id, kind, text, data) ELSE json_build_array(event_id, (EXTRACT(epoch FROM at))::text, by_user_id, kind, text, data, (EXTRACT(epoch FROM happened_at))::text, corrected_hash) END)::text), 'UTF8'::name)), 'hex'::text);
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'raise_exception';
end $function$;
CREATE OR REPLACE FUNCTION public.refuse_change_unless_forgotten()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  event int;
begin
  if tg_table_name = 'answers' then
    select r.event_id into event from reports r where r.id = old.report_id;
  else
    event := old.event_id;
  end if;
  if tg_op = 'DELETE' and current_setting('meldekette.forgotten_event', true) = event::text then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'raise_exception';
end $function$;
CREATE OR REPLACE FUNCTION public.resting_work()
 RETURNS TABLE(loops text[], channels text)
 LANGUAGE plpgsql
 STABLE ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select
      array_remove(array[
        case when (
          select s.is_open or 0 < cardinality(s.released) + cardinality(s.steps) + cardinality(s.cascades) + cardinality(s.ended)
          from due_of_scheduler() s) then 'messages' end,
        case when exists (select from due_messages(1)) then 'delivery' end,
        case when exists (
          select from message_recipients r where r.status = 'sending') then 'own_reap' end,
        case when exists (
          select from message_recipients r where r.status = 'sending') then 'reaper' end,
        case when exists (
          select from message_recipients r
          where r.status in ('queued', 'retrying') and r.valid_until <= clock_timestamp()) then 'expiry' end,
        case when exists (
          select from messages m where m.status = 'scheduled' and m.send_at <= clock_timestamp()) or exists (
          select from follow_up_watches w where w.due_at <= clock_timestamp()) then 'launches' end,
        case when exists (select from replies r where r.command is not null) then 'triggers' end,
        -- unknown receipts for longer than their loop retries them, because it reports them then
        case when exists (
          select from receipts r where r.received_at > clock_timestamp() - interval '90 seconds') or exists (
          select from replies r where r.sorted_at is null and r.command is null) or exists (
          select from reply_pieces) then 'callbacks' end,
        case when exists (
          select from webhooks w where w.is_active and exists (
            select from webhook_deliveries d
            where d.webhook_id = w.id and d.status = 'pending' and d.try_at <= clock_timestamp())) then 'webhooks' end,
        case when not exists (
          select from path_tests t
          where t.slot = date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch')
            and (t.ended_at is not null or t.started_at > clock_timestamp() - interval '25 seconds'))
          then 'path_test' end,
        case when exists (
          select from backups b where b.status = 'waiting' or b.proof = 'waiting'
            or ((b.status = 'running' or b.proof = 'running')
              and b.alive_at < clock_timestamp() - interval '60 seconds')) then 'backups' end,
        -- queues of pg-boss's own have no loop
        case when exists (
          select from pgboss.queue q where not starts_with(q.name, '__pgboss') and exists (
            select from pgboss.job j
            where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()))
          then 'jobs' end
      ], null),
      (select coalesce(sum(c.xmin::text::bigint), 0)::text from channels c);
end $function$;
CREATE OR REPLACE FUNCTION public.search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE ((fold(value) || chr(31)) || fold(replace(replace(replace(lower(NORMALIZE(value, NFC)), 'ä'::text, 'ae'::text), 'ö'::text, 'oe'::text), 'ü'::text, 'ue'::text))) END;
CREATE OR REPLACE FUNCTION public.tally_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into answer_tallies select report_id, count(*) from touched group by report_id;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.tally_changed_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into message_tallies
    select message_id, status, sum(case when superseded then 0 else n end), count(*) from (
      select message_id, status, superseded, sum(n) as n from (
        select id, message_id, status, superseded, person_id, -1 as n from old_rows
        union all select id, message_id, status, superseded, person_id, 1 from new_rows) as versions
      group by id, message_id, status, superseded, person_id having sum(n) <> 0) as moved
    group by message_id, status;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.tally_gone_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into message_tallies
    select message_id, status, -count(*), count(*) from gone where not superseded group by message_id, status;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.tally_new_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into message_tallies
    select message_id, status, count(*), count(*) from added where not superseded group by message_id, status;
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.tell_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', '["access"]');
  return null;
end $function$;
CREATE OR REPLACE FUNCTION public.turns_between(group_ids integer[], since timestamp with time zone, before timestamp with time zone)
 RETURNS TABLE(shift_id integer, turn integer, group_id integer, person_id integer, planned_id integer, from_at timestamp with time zone, until_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT s.id,
     n.turn,
     s.group_id,
     COALESCE(c.substitute_id, s.person_id) AS "coalesce",
     s.person_id,
     t.from_at,
     t.until_at
    FROM (((((( SELECT COALESCE(( SELECT NULLIF(system_settings.value_str, ''::text) AS "nullif"
                    FROM system_settings
                   WHERE (system_settings.value_key = 'time_zone'::text)), 'Europe/Berlin'::text) AS name) zone
      CROSS JOIN shifts s)
      CROSS JOIN LATERAL generate_series((
         CASE
             WHEN (s.every_weeks IS NULL) THEN (0)::numeric
             ELSE GREATEST((0)::numeric, floor((EXTRACT(epoch FROM (((turns_between.since AT TIME ZONE zone.name) - '1 day'::interval) - s.ends_at)) / ((604800 * s.every_weeks))::numeric)))
         END)::integer, (
         CASE
             WHEN (s.every_weeks IS NULL) THEN (0)::numeric
             ELSE floor((EXTRACT(epoch FROM (((turns_between.before AT TIME ZONE zone.name) + '1 day'::interval) - s.starts_at)) / ((604800 * s.every_weeks))::numeric))
         END)::integer) n(turn))
      CROSS JOIN LATERAL ( SELECT make_interval(weeks => (COALESCE(s.every_weeks, 0) * n.turn)) AS later) l)
      CROSS JOIN LATERAL ( SELECT ((s.starts_at + l.later) AT TIME ZONE zone.name) AS timezone,
             ((s.ends_at + l.later) AT TIME ZONE zone.name) AS timezone) t(from_at, until_at))
      LEFT JOIN shift_changes c ON (((c.shift_id = s.id) AND (c.turn = n.turn))))
   WHERE ((s.group_id = ANY (turns_between.group_ids)) AND (t.from_at < turns_between.before) AND (t.until_at > turns_between.since) AND ((s.repeats_until IS NULL) OR (((s.starts_at + l.later))::date <= s.repeats_until)) AND ((c.shift_id IS NULL) OR (c.substitute_id IS NOT NULL)));
END;
