-- Backups that the program makes by itself, and their proofs.
create table backup_settings (
  id int primary key default 1 check (id = 1),
  is_active boolean not null default false,
  active_since timestamptz,
  folder text not null default '',
  start_at text not null default '02:30',
  keep_daily int not null default 7,
  keep_weekly int not null default 4,
  keep_monthly int not null default 6,
  recipient text,
  passphrase bytea,
  version int not null default 1
);
comment on column backup_settings.active_since is 'when the schedule was last switched on';
comment on column backup_settings.start_at is 'the time of day in the time zone of the installation';
comment on column backup_settings.recipient is 'a public key of age; null if the passphrase encrypts';
comment on column backup_settings.passphrase is 'sealed with SECRET_KEY';
insert into backup_settings default values;

create table backups (
  id int generated always as identity primary key,
  kind text not null check (kind in ('scheduled', 'manual')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  due_at timestamptz unique,
  requested_by int references users,
  attempts int not null default 0,
  node text,
  alive_at timestamptz,
  progress int not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  folder text,
  file text,
  size_bytes bigint,
  table_count int,
  row_count bigint,
  encryption text check (encryption in ('passphrase', 'recipient')),
  error text,
  error_detail text,
  proof text check (proof in ('waiting', 'running', 'proved', 'failed')),
  proved_at timestamptz,
  proof_error text,
  proof_detail text,
  deleted_at timestamptz,
  inserted_at timestamptz not null default now()
);
create index backups_requested_by_idx on backups (requested_by);
create unique index backups_running_idx on backups ((true)) where status = 'running' or proof = 'running';
create unique index backups_waiting_idx on backups ((true)) where status = 'waiting';
comment on column backups.due_at is 'the time of the schedule that it belongs to; null for one on request';
comment on column backups.node is 'the process that works on it';
comment on column backups.alive_at is 'the last sign of life of that process';
comment on column backups.progress is 'percent of the running step';
comment on column backups.proof is 'whether it was restored into a throw-away database and compared';
comment on column backups.deleted_at is 'when its file was deleted or found missing';
