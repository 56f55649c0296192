-- Who changed what in the administration: append-only, each entry carries the hash over the one before and itself.
create table audit_entries (
  id int generated always as identity primary key,
  at timestamptz not null,
  by_user_id int references users,
  action text not null check (action in ('create', 'update', 'switch_off', 'remove')),
  type text not null,
  row_id int,
  label text not null,
  before jsonb,
  after jsonb,
  previous_hash text not null,
  hash text not null
);
create index on audit_entries (type, row_id, id);
comment on table audit_entries is 'append-only; hash = SHA-256 over the previous entry''s hash and this entry''s own content';
comment on column audit_entries.label is 'the name of the row at that moment, so that the entry reads by itself';
comment on column audit_entries.before is 'only what changed; secrets are never in it';

create function audit_hash(previous text, at timestamptz, by_user_id int, action text, type text, row_id int, label text,
  before jsonb, after jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(previous || json_build_array(extract(epoch from at)::text, by_user_id, action, type,
    row_id, label, before, after)::text, 'UTF8')), 'hex')
$$;

create function append_audit(p_by int, p_action text, p_type text, p_row_id int, p_label text, p_before jsonb, p_after jsonb)
returns audit_entries language plpgsql as $$
declare
  previous text;
  entry audit_entries;
  moment timestamptz;
begin
  -- one writer at a time; administrative changes are few
  perform pg_advisory_xact_lock(4204);
  moment := clock_timestamp();
  select hash into previous from audit_entries order by id desc limit 1;
  previous := coalesce(previous, '');
  insert into audit_entries (at, by_user_id, action, type, row_id, label, before, after, previous_hash, hash)
  values (moment, p_by, p_action, p_type, p_row_id, p_label, p_before, p_after, previous,
    audit_hash(previous, moment, p_by, p_action, p_type, p_row_id, p_label, p_before, p_after))
  returning * into entry;
  return entry;
end $$;

create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
