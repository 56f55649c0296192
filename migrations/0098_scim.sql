-- People that an identity provider provisions over SCIM 2.0.
alter table directories drop constraint directories_kind_check;
alter table directories add constraint directories_kind_check
  check (kind in ('openldap', 'active_directory', 'scim', 'csv')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table directories validate constraint directories_kind_check;

create table scim_tokens (
  id int generated always as identity primary key,
  directory_id int not null references directories on delete cascade,
  prefix text not null,
  token_hash bytea not null unique,
  inserted_by int references users on delete set null,
  inserted_at timestamptz not null default now(),
  used_at timestamptz,
  revoked_at timestamptz
);
create index scim_tokens_directory_id_idx on scim_tokens (directory_id);
comment on column scim_tokens.token_hash is 'SHA-256; the token itself is shown once';

create table scim_resources (
  id uuid primary key,
  directory_id int not null references directories on delete cascade,
  kind text not null,
  name_key text,
  external_id text,
  resource jsonb not null,
  is_erased boolean not null default false,
  version int not null default 1,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scim_resources_kind_check check (kind in ('User', 'Group'))
);
create unique index scim_resources_user_idx on scim_resources (directory_id, name_key) where kind = 'User';
create index scim_resources_name_idx on scim_resources (directory_id, kind, name_key);
create index scim_resources_external_id_idx on scim_resources (directory_id, kind, external_id);
create index scim_resources_order_idx on scim_resources (directory_id, kind, inserted_at, id);
comment on column scim_resources.name_key is 'userName or displayName in lower case';
comment on column scim_resources.resource is 'the attributes that the client sent, without members';
comment on column scim_resources.is_erased is 'the person was erased: only userName and externalId are kept';

create table scim_members (
  group_id uuid not null references scim_resources on delete cascade,
  member_id uuid not null references scim_resources on delete cascade,
  primary key (group_id, member_id)
);
create index scim_members_member_id_idx on scim_members (member_id);
