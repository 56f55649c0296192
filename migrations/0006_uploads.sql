-- CSV uploads of contacts: what a file would change, row by row, and what is needed to undo it.
create table uploads (
  id int generated always as identity primary key,
  status text not null check (status in ('checking', 'checked', 'running', 'applied', 'failed', 'undoing',
    'undone')),
  file_name text not null,
  encoding text not null default '',
  separator text not null default '',
  columns jsonb not null default '[]',
  groups_to_create text[] not null default '{}',
  made_groups int[] not null default '{}',
  total_rows int not null default 0,
  processed_rows int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  not_undone int not null default 0,
  error text,
  inserted_at timestamptz not null default now(),
  inserted_by int references users on delete set null,
  applied_at timestamptz,
  applied_by int references users on delete set null,
  undone_at timestamptz,
  undone_by int references users on delete set null,
  rows_removed_at timestamptz
);
create unique index uploads_one_running on uploads ((true)) where status in ('running', 'undoing');
comment on column uploads.made_groups is 'groups this upload created, the upper ones first';
comment on column uploads.rows_removed_at is 'the rows were personal data and are gone: the upload can no longer be applied or undone';

create table upload_rows (
  upload_id int not null references uploads on delete cascade,
  line int not null,
  outcome text not null check (outcome in ('created', 'updated', 'unchanged', 'failed')),
  person_id int references people on delete set null,
  person_version int,
  name text not null,
  problems jsonb not null default '[]',
  changes jsonb not null default '{}',
  memberships int[] not null default '{}',
  primary key (upload_id, line)
);
create index on upload_rows (person_id);
comment on column upload_rows.line is 'where the record begins in the file, which may have several lines per record';
comment on column upload_rows.person_version is 'version of the person that the changes were found on; once applied, the version they made';
comment on column upload_rows.changes is 'by target: {before, after}; groups: {after: [{id, path}]}';
comment on column upload_rows.memberships is 'rows of person_groups that were made';

-- Uploads find people by business e-mail in whatever case.
create index on person_data (key_field_id, lower(value_str)) where value_str like '%@%';

-- Removing a person looks there for what refers to them.
create index on answers (person_id);
create index on message_people (person_id);
