-- Sign-in through the house's own provider (OpenID Connect).
create table oidc_providers (
  id int generated always as identity primary key,
  label text not null,
  issuer text not null unique,
  client_id text not null,
  client_secret bytea,
  scopes text not null,
  groups_claim text not null,
  role_map jsonb not null default '[]',
  own_network boolean not null default false,
  checks_second_factor boolean not null default false,
  is_active boolean not null default true,
  version int not null default 1,
  inserted_by int not null references users,
  inserted_at timestamptz not null default now()
);
comment on column oidc_providers.label is 'the name of the provider on the button of the sign-in page';
comment on column oidc_providers.client_secret is 'sealed with SECRET_KEY; null for a public client';
comment on column oidc_providers.groups_claim is 'the claim that holds the groups; a dot leads into an object';
comment on column oidc_providers.role_map is 'a list of {"group", "role"}';
comment on column oidc_providers.own_network is 'the provider may be in the own network';
comment on column oidc_providers.checks_second_factor is 'a sign-in there counts as one with a second factor';

create table user_identities (
  id int generated always as identity primary key,
  provider_id int not null references oidc_providers on delete cascade,
  subject text not null,
  user_id int not null references users on delete cascade,
  granted_roles text[] not null default '{}',
  confirmed_at timestamptz,
  last_used_at timestamptz,
  inserted_at timestamptz not null default now(),
  unique (provider_id, subject)
);
create index user_identities_user_id_idx on user_identities (user_id);
comment on column user_identities.granted_roles is 'the roles that the user has only because of the groups at the last sign-in';
comment on column user_identities.confirmed_at is 'null while an owner has yet to confirm that account and person belong together';

alter table sessions add column provider_id int references oidc_providers on delete set null;
alter table sessions add column id_token bytea;
alter table sessions add column second_factor boolean not null default false;
comment on column sessions.provider_id is 'the provider that the user signed in with';
comment on column sessions.id_token is 'sealed with SECRET_KEY; tells the provider which sign-in ends';
comment on column sessions.second_factor is 'the provider checked a second factor';
