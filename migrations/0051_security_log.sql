-- The security log: who came in, who was refused, what was taken along, sent or changed in rights. What the audit log or an
-- event's log says in full is only pointed at from here.
create table security_entries (
  id int generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  last_at timestamptz,
  count int not null default 1 check (count > 0),
  kind text not null,
  user_id int,
  api_key_id int,
  network text,
  what text,
  detail text,
  subject_type text,
  subject_id int,
  due_at timestamptz default '-infinity',
  check ((subject_type is null) = (subject_id is null))
);
create index on security_entries (kind, id);
create index on security_entries (user_id, id);
create index on security_entries (network text_pattern_ops, id);
create index on security_entries (subject_id, id) where subject_type = 'User';
create index on security_entries (at);
create index on security_entries (id) where due_at is not null;
comment on table security_entries is 'what concerns security, by numbers and networks, without names, addresses or texts';
comment on column security_entries.last_at is 'when it happened for the last time, of an entry that counts several';
comment on column security_entries.user_id is 'who did it; no reference, because an entry outlives a registration that was turned down';
comment on column security_entries.network is 'IPv4 address, or the /64 of an IPv6 one';
comment on column security_entries.what is 'operation, path or kind of change';
comment on column security_entries.detail is 'why it was refused, how it was done, or which fields changed';
comment on column security_entries.due_at is 'when the syslog server is to be told; null when it was';

-- an entry stays as it was written, and at least thirty days; only that it was told is noted
create function guard_security_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'due_at' = to_jsonb(old) - 'due_at' then return new; end if;
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_entries_append_only before update or delete on security_entries
  for each row execute function guard_security_entry();
create trigger security_entries_not_emptied before truncate on security_entries
  for each statement execute function refuse_change();
