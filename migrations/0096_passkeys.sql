-- Passkeys (WebAuthn): sign-in without a password, and a second factor.
create table passkeys (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  user_handle bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  signs_in boolean not null,
  is_synced boolean not null,
  name text not null,
  inserted_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);
comment on column passkeys.public_key is 'COSE key';
comment on column passkeys.user_handle is 'random; by it an authenticator recognizes the account, the same for all passkeys of a user';
comment on column passkeys.sign_count is 'the newest count of the authenticator; 0 if it does not count. A count that does not grow means a copy';
comment on column passkeys.signs_in is 'the authenticator keeps the account and checks its owner; otherwise it is only a second factor';
comment on column passkeys.is_synced is 'the authenticator copies it to other devices of its owner';

create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'second_factor', 'add', 'confirm')),
  user_id int references users on delete cascade,
  session_id uuid references sessions on delete cascade,
  user_handle bytea,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_session_id_idx on passkey_challenges (session_id);
comment on column passkey_challenges.user_handle is 'the handle that the passkey to be added gets';
