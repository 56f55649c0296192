alter table situation_reports
  add version int not null default 1,
  add previous_id int references situation_reports,
  add submitted_by int references users on delete set null,
  add submitted_at timestamptz,
  add decided_at timestamptz,
  add reject_reason text;
create index on situation_reports (status) where status in ('draft', 'in_review', 'rejected');
comment on column situation_reports.previous_id is 'the report it follows: what it was filled from and is compared with';
comment on column situation_reports.approved_by is 'never its author nor who submitted it';

-- Whom a situation report is mailed to, each person once; the row tells how far that is.
create table situation_report_mails (
  id int generated always as identity primary key,
  situation_report_id int not null references situation_reports,
  person_id int not null references people on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  is_private boolean not null default false,
  attempts int not null default 0,
  sent_at timestamptz,
  inserted_at timestamptz not null default now(),
  unique (situation_report_id, person_id)
);

alter table exercise_messages
  add situation_report_mail_id int unique references situation_report_mails on delete cascade,
  add file_id int references files;
comment on column exercise_messages.file_id is 'what was attached';
