-- A discarded report keeps its number, so that none is missing and none is given twice; what was written is gone.
alter table situation_reports
  drop constraint situation_reports_status_check,
  add constraint situation_reports_status_check
    check (status in ('draft', 'in_review', 'approved', 'rejected', 'distributed', 'discarded')),
  add column discarded_by int references users on delete set null,
  add column discarded_at timestamptz,
  add column reminded_for text;
comment on column situation_reports.reminded_for is 'the announced moment of the next report (data.nextReport) that its writers were reminded of';

-- What is attached to a situation report, in the order of its ids. The file has no owner: it belongs to the report.
create table situation_report_files (
  id int generated always as identity primary key,
  situation_report_id int not null references situation_reports,
  file_id int not null unique references files,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now()
);
create index on situation_report_files (situation_report_id);

alter table situation_report_mails
  add column way text check (way in ('channel', 'server', 'mailbox')),
  add column channel_id int references channels,
  add column reason text;
comment on column situation_report_mails.way is 'how it went: over a channel, the mail server of the environment, or into the exercise mailbox';
comment on column situation_report_mails.reason is 'why it failed';

-- A mail may carry several files.
create table exercise_message_files (
  exercise_message_id int not null references exercise_messages on delete cascade,
  place int not null,
  file_id int not null references files,
  primary key (exercise_message_id, place)
);
create index on exercise_message_files (file_id);
insert into exercise_message_files (exercise_message_id, place, file_id)
  select id, 0, file_id from exercise_messages where file_id is not null;
alter table exercise_messages drop column file_id;
