-- What was written stands: a log is not emptied either, and its end is sealed with a key that the database does not have.
create trigger log_entries_not_emptied before truncate on log_entries
  for each statement execute function refuse_change();
create trigger answers_not_emptied before truncate on answers
  for each statement execute function refuse_change();
create trigger audit_entries_not_emptied before truncate on audit_entries
  for each statement execute function refuse_change();

create table log_seals (
  chain text primary key,
  event_id int references events on delete cascade,
  last_entry_id int not null,
  entries int not null,
  head text not null,
  at timestamptz not null,
  signature bytea not null
);
create index on log_seals (event_id);
comment on table log_seals is 'the newest seal of each hash chain: so many entries, of which this is the last hash, signed';
comment on column log_seals.chain is 'audit, or event and its id';
comment on column log_seals.signature is 'Ed25519, with a key that is derived from SECRET_KEY';
