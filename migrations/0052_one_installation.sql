-- Which of several copies of this database is the one that sends: what a start compares with where it finds itself.
alter table installation
  add column id uuid not null default gen_random_uuid(),
  add column home text,
  add column timeline text,
  add column lived_at timestamptz,
  add column held_at timestamptz,
  add column held_why text check (held_why in ('moved', 'copied', 'set_back', 'branched')),
  add constraint installation_held check ((held_at is null) = (held_why is null));
comment on column installation.id is 'another one since a copy was confirmed to be the real one';
comment on column installation.home is 'the system identifier of the PostgreSQL it lives in, and the number of its database';
comment on column installation.timeline is 'of that PostgreSQL; a server that was promoted or restored begins another';
comment on column installation.lived_at is 'when it was last seen to be the one, by the clock of the database; never set back';
comment on column installation.held_at is 'since when nothing is sent, until an owner has said that this is the real one';
comment on column installation.held_why is 'moved: another server or database; copied: DATA_DIR is a copy; set_back: the database is older than what was seen of it; branched: a new timeline that nobody here saw begin';

-- "one_click": the button of a mail program (RFC 8058)
alter table opt_outs drop constraint opt_outs_way_check;
alter table opt_outs add constraint opt_outs_way_check check (way in ('reply', 'link', 'one_click', 'operator'));
