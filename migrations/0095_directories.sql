-- People from a directory of the house (LDAP, Active Directory).
create table directories (
  id int generated always as identity primary key,
  label text not null unique,
  kind text not null,
  url text not null,
  start_tls boolean not null default false,
  bind_dn text not null default '',
  bind_password bytea,
  ca text,
  own_network boolean not null default false,
  base_dn text not null,
  filter text not null,
  id_attribute text not null,
  disabled_attribute text,
  attributes jsonb not null default '[]',
  group_base_dn text,
  group_rules jsonb not null default '[]',
  most_off_percent int not null default 10,
  most_off_people int not null default 20,
  interval_hours int not null default 0,
  start_hour int not null default 3,
  due_at timestamptz,
  mailed_problem text,
  version int not null default 1,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now(),
  constraint directories_kind_check check (kind in ('openldap', 'active_directory')),
  constraint directories_interval_check check (interval_hours in (0, 1, 6, 12, 24)),
  constraint directories_hour_check check (start_hour between 0 and 23)
);
create index directories_due_at_idx on directories (due_at) where due_at is not null;
comment on column directories.bind_password is 'sealed with SECRET_KEY; null for an anonymous connection';
comment on column directories.ca is 'certificates in PEM that the server is trusted with instead of the public ones';
comment on column directories.own_network is 'the server may be in the own network';
comment on column directories.id_attribute is 'the attribute that identifies an entry for good, such as entryUUID or objectGUID';
comment on column directories.disabled_attribute is 'the attribute that marks disabled accounts; of userAccountControl only bit 2 counts';
comment on column directories.attributes is 'a list of {"attribute", "target"}';
comment on column directories.group_rules is 'a list of {"dn", "group"}: members of the directory''s group join the group';
comment on column directories.most_off_percent is 'a run that takes more of the people away waits for a person';
comment on column directories.due_at is 'the next scheduled run; null without a schedule';
comment on column directories.mailed_problem is 'the problem that administrators were last mailed about; null since a run without one';

create table directory_people (
  person_id int primary key references people on delete cascade,
  directory_id int not null references directories on delete cascade,
  entry_id text not null,
  given jsonb not null default '{}',
  unique (directory_id, entry_id)
);
comment on column directory_people.given is 'the values by target and the ids of groups that the directory gave; a person''s other values were entered by hand';

-- squawk-ignore adding-foreign-key-constraint
alter table uploads add column directory_id int references directories on delete set null;
alter table uploads add column held text;
alter table uploads drop constraint uploads_format_check;
alter table uploads add constraint uploads_format_check check (format in ('csv', 'xlsx', 'vcf', 'directory')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table uploads validate constraint uploads_format_check;
-- squawk-ignore require-concurrent-index-creation
create index uploads_directory_id_idx on uploads (directory_id) where directory_id is not null;
comment on column uploads.held is 'why a run of a directory waits for a person';

alter table upload_rows add column entry jsonb;
alter table upload_rows add column left_groups jsonb not null default '[]';
comment on column upload_rows.entry is 'the entry of the directory: {id, given, before}; before is the earlier link {id, given} or null';
comment on column upload_rows.left_groups is 'memberships that were removed: {groupId, sortOrder, priorityAlert}';
