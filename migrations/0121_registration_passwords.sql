-- The password of the newest registration with a user's address. It opens nothing. A sign-in with it is answered with
-- user_not_verified, for addresses that were known too, so that the answer does not reveal which addresses are known.
create table registration_passwords (
  user_id int primary key references users on delete cascade,
  -- null if the registration brought none
  password_hash text,
  inserted_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
