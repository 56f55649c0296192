-- pg_restore and pg_upgrade run with an empty search_path. Functions that look up tables and functions by search_path
-- fail there, and so do the tables whose generated columns call them. PostgreSQL binds a body in the form of the SQL
-- standard when it creates the function. plpgsql has no such form, so these functions get a search_path of their own.

-- pg_dump prints "between" inside "and" with more parentheses, so the restored constraint would differ from schema.sql.
-- This comes first: while it waits for a dump that reads the table, nothing waits behind it that sends.
alter table turnouts drop constraint turnouts_check,
  add constraint turnouts_check check (came >= 0 and came <= asked and asked > 0);

create or replace function fold(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = length(value) then lower(value) else translate(
  replace(replace(replace(regexp_replace(normalize(lower(value), nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
  'øłđı', 'oldi') end;

create or replace function search_text(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = length(value) then lower(value) else fold(value) || chr(31) ||
  fold(replace(replace(replace(lower(normalize(value, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) end;

create or replace function log_hash(previous text, event_id int, at timestamptz, by_user_id int, kind text, text text, data jsonb,
  happened_at timestamptz default null, corrected_hash text default null)
returns text language sql immutable
return encode(sha256(convert_to(previous || case when happened_at is null and corrected_hash is null
  then json_build_array(event_id, extract(epoch from at)::text, by_user_id, kind, text, data)
  else json_build_array(event_id, extract(epoch from at)::text, by_user_id, kind, text, data,
    extract(epoch from happened_at)::text, corrected_hash) end::text, 'UTF8')), 'hex');

create or replace function audit_hash(previous text, at timestamptz, by_user_id int, action text, type text, row_id int, label text,
  before jsonb, after jsonb)
returns text language sql immutable
return encode(sha256(convert_to(previous || json_build_array(extract(epoch from at)::text, by_user_id, action, type,
  row_id, label, before, after)::text, 'UTF8')), 'hex');

create or replace function turns_between(group_ids int[], since timestamptz, before timestamptz)
returns table (shift_id int, turn int, group_id int, person_id int, planned_id int, from_at timestamptz, until_at timestamptz)
language sql stable
begin atomic
  select s.id, n.turn, s.group_id, coalesce(c.substitute_id, s.person_id), s.person_id, t.from_at, t.until_at
  from (select coalesce((select nullif(value_str, '') from system_settings where value_key = 'time_zone'), 'Europe/Berlin')
      as name) zone
  cross join shifts s
  cross join lateral generate_series(
    case when s.every_weeks is null then 0 else greatest(0,
      floor(extract(epoch from (since at time zone zone.name) - interval '1 day' - s.ends_at) / (604800 * s.every_weeks))) end::int,
    case when s.every_weeks is null then 0 else
      floor(extract(epoch from (before at time zone zone.name) + interval '1 day' - s.starts_at) / (604800 * s.every_weeks)) end::int)
    as n (turn)
  cross join lateral (select make_interval(weeks => coalesce(s.every_weeks, 0) * n.turn) as later) l
  cross join lateral (select (s.starts_at + l.later) at time zone zone.name, (s.ends_at + l.later) at time zone zone.name)
    as t (from_at, until_at)
  left join shift_changes c on c.shift_id = s.id and c.turn = n.turn
  where s.group_id = any(group_ids) and t.from_at < before and t.until_at > since
    and (s.repeats_until is null or (s.starts_at + l.later)::date <= s.repeats_until)
    and (c.shift_id is null or c.substitute_id is not null);
end;

-- Setting search_path costs 2 µs per call on PostgreSQL 15. check_recipient_status runs for each change of a status, twice
-- per recipient at least, so it names no table. A trigger that runs before it reads the message, and only when an attempt
-- is about to be repeated: a stopped message gets no further attempt.
create function cancel_attempt_of_stopped_message() returns trigger language plpgsql as $$
begin
  if exists (select from messages where id = new.message_id and status = 'cancelled') then
    new.status := 'cancelled';
    new.status_reason := 'stopped';
    new.try_at := null;
  end if;
  return new;
end $$;
create trigger message_recipients_cancelled before update of status on message_recipients for each row
  when (old.status = 'sending' and new.status in ('queued', 'retrying')) execute function cancel_attempt_of_stopped_message();

create or replace function check_recipient_status() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) in (
    ('pending', 'queued'), ('pending', 'skipped'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('queued', 'sending'), ('queued', 'skipped'), ('queued', 'cancelled'), ('queued', 'expired'),
    ('sending', 'sent'), ('sending', 'delivered'), ('sending', 'read'), ('sending', 'failed'), ('sending', 'retrying'),
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'), ('sending', 'skipped'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('retrying', 'delivered'), ('retrying', 'read'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read'),
    ('expired', 'failed'), ('expired', 'delivered'), ('expired', 'read'), ('failed', 'delivered'), ('failed', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;

-- An operator may use another schema than "public".
do $$
declare
  name text;
begin
  foreach name in array array['append_audit', 'append_logs', 'cancel_attempt_of_stopped_message', 'keep_gone_exercise_messages',
    'keep_new_exercise_messages', 'refuse_change_unless_forgotten', 'tally_answers', 'tally_changed_recipients',
    'tally_gone_recipients', 'tally_new_recipients']
  loop
    execute format('alter function %1$I.%2$I set search_path = %1$I, pg_temp', current_schema(), name);
  end loop;
end $$;
