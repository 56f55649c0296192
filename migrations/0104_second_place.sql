-- A second place: printed codes that release it, the place at which the database lives, and where a channel is used.
create table release_codes (
  id int generated always as identity primary key,
  code_hash bytea not null unique,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  used_at timestamptz,
  used_by text
);
create index release_codes_created_by_idx on release_codes (created_by);
comment on column release_codes.code_hash is 'HMAC-SHA-256; the code itself is shown once';
comment on column release_codes.used_by is 'the name that the person entered with the code';

alter table installation add column place text not null default 'first';
alter table installation add constraint installation_place_check check (place in ('first', 'second')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table installation validate constraint installation_place_check;
alter table installation add column released_at timestamptz;
alter table installation add column released_by text;
alter table installation add column released_timeline text;
alter table installation add column rehearsed_on date;
alter table installation add column life_text text;
alter table installation add column life_signature bytea;
alter table installation add column newer_life_at timestamptz;
alter table installation add column newer_life_as_of timestamptz;
alter table installation drop constraint installation_held_why_check;
alter table installation add constraint installation_held_why_check
  check (held_why in ('moved', 'copied', 'set_back', 'branched', 'newer_life')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table installation validate constraint installation_held_why_check;
comment on column installation.life_text is 'what a release states: the id before it, the id after it, its data and its time';
comment on column installation.life_signature is 'Ed25519 with the key of the seals';
comment on column installation.newer_life_at is 'when the other place was released, as its signed statement says';
comment on column installation.newer_life_as_of is 'the newest change that the other place has; later ones exist only here';
comment on column installation.place is 'the place of the database; a release of its standby changes it';
comment on column installation.released_at is 'when a standby was released on its own page';
comment on column installation.released_by is 'the name of the person';
comment on column installation.released_timeline is 'the timeline that the promotion began, for one release of each';
comment on column installation.rehearsed_on is 'the day of the last rehearsal of the second place';

alter table channels add column used_at text not null default 'everywhere';
alter table channels add constraint channels_used_at_check check (used_at in ('everywhere', 'first', 'second')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table channels validate constraint channels_used_at_check;
comment on column channels.used_at is 'the place; a release of the standby switches channels of the other place off, and those of its own on';
