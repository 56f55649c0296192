-- The second factor of a sign-in: a one-time password by time, and recovery codes for a lost telephone.
create table user_totp (
  user_id int primary key references users on delete cascade,
  secret bytea,
  pending_secret bytea,
  last_step int,
  check (secret is not null or pending_secret is not null)
);
comment on column user_totp.secret is 'encrypted; set when the second factor is on';
comment on column user_totp.pending_secret is 'encrypted; shown to the user and not confirmed with a code yet';
comment on column user_totp.last_step is 'the newest 30 seconds a code was taken of; a code of these or earlier ones is refused';

create table recovery_codes (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);
comment on column recovery_codes.code_hash is 'keyed hash, because a code is short enough to be typed';
