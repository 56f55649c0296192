-- Files, settings and the people who sign in.
create table files (
  id int generated always as identity primary key,
  key text not null unique,
  name text,
  mime_type text not null,
  size int not null,
  sha256 bytea not null,
  content bytea not null,
  inserted_by int,
  inserted_at timestamptz not null default now()
);
comment on column files.key is 'random part of the public address; files are immutable';

create table users (
  id int generated always as identity primary key,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  mobile_phone_number text,
  image_id int references files,
  language text not null default 'de',
  roles text[] not null default '{}',
  search_history text[] not null default '{}',
  verified_at timestamptz,
  need_approval boolean not null default false,
  is_active boolean not null default false,
  last_sign_in_at timestamptz,
  inserted_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

alter table files add foreign key (inserted_by) references users on delete set null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references users on delete cascade,
  inserted_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text
);
comment on table sessions is 'a sign-in; a missing row means the token is revoked';
create index on sessions (user_id);

create table attempts (
  key bytea primary key,
  count int not null default 1,
  last_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on attempts (expires_at);
comment on table attempts is 'what throttles sign-in and mails: failures per account and per network, and networks an account is known from; the key is a hash';

create table one_time_tokens (
  id int generated always as identity primary key,
  kind text not null check (kind in ('verify', 'reset', 'invite')),
  user_id int not null references users on delete cascade,
  nonce bytea not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  inserted_at timestamptz not null default now()
);
comment on column one_time_tokens.nonce is 'the token is an HMAC over it, so that a mail can be written again without storing the token';

create table system_settings (
  id int generated always as identity primary key,
  value_key text not null unique,
  value_str text,
  file_id int references files
);

create table side_menus (
  id int generated always as identity primary key,
  identifier text not null unique,
  title text not null,
  title_en text,
  link text not null default '',
  type text not null default 'internal' check (type in ('internal', 'external', 'separator')),
  icon_id int references files,
  is_active boolean not null default true
);

create table system_mails (
  id int generated always as identity primary key,
  identifier text not null,
  language text not null,
  subject text not null,
  content text not null,
  is_active boolean not null default true,
  unique (identifier, language)
);

create table nodes (
  id text primary key,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  roles text[] not null default '{}',
  version text not null default ''
);
comment on table nodes is 'running processes; a worker without a fresh heartbeat loses the recipients it claimed';
