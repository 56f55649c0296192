-- Ways to reach people: what proves them, requests to confirm them, and the monthly self-test of the crisis team.
create table way_signs (
  person_id int not null references people on delete cascade,
  address text not null,
  confirmed_at timestamptz,
  failed_at timestamptz,
  primary key (person_id, address)
);
comment on table way_signs is 'the newest signs of life and failures of each way to a person; an address without a row is not confirmed';
comment on column way_signs.address is 'as in message_recipients.address_norm';
comment on column way_signs.confirmed_at is 'the newest sign of life: an answer, a receipt, a reply, a confirmation';
comment on column way_signs.failed_at is 'when an address last bounced; a later sign of life heals it';

create table way_sign_reads (
  message_id int primary key references messages on delete cascade,
  moves bigint not null
);
comment on table way_sign_reads is 'messages whose results are in way_signs, with the number of moves of their tallies at that time';

create table way_checks (
  id int generated always as identity primary key,
  person_id int not null references people on delete cascade,
  kind text not null,
  address text not null,
  channel_id int not null references channels on delete cascade,
  month date,
  nonce bytea not null,
  token_hash bytea not null unique,
  asked_by int references users on delete set null,
  asked_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failure text,
  confirmed_at timestamptz,
  expires_at timestamptz not null
);
create unique index way_checks_once_a_month_idx on way_checks (person_id, kind, month);
create index way_checks_address_idx on way_checks (person_id, address, asked_at);
create index way_checks_waiting_idx on way_checks (id) where sent_at is null and failure is null;
create index way_checks_expires_at_idx on way_checks (expires_at);
create index way_checks_channel_id_idx on way_checks (channel_id);
create index way_checks_asked_by_idx on way_checks (asked_by) where asked_by is not null;
comment on table way_checks is 'messages that ask a person to confirm that one way reaches them';
comment on column way_checks.kind is 'the kind of address, as in person_data_types.field_type and devices.kind';
comment on column way_checks.month is 'the month of a self-test; null for a request to confirm';
comment on column way_checks.nonce is 'the token of its link is an HMAC over it';
comment on column way_checks.sent_at is 'set before the hand-over, so that it leaves at most once';
comment on column way_checks.failure is 'why it did not leave, as a reason key';

create table way_notes (
  person_id int primary key references people on delete cascade,
  reason text,
  reason_by int references users on delete set null,
  reason_at timestamptz,
  tests_declined_at timestamptz
);
create index way_notes_reason_by_idx on way_notes (reason_by) where reason_by is not null;
comment on column way_notes.reason is 'why a member of the crisis team needs no two confirmed channels';
comment on column way_notes.tests_declined_at is 'since when the person wants no self-tests';
