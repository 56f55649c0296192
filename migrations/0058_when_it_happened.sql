-- What somebody writes by hand says when it happened, and which entry it corrects; both stand under the hash. An entry with
-- neither is hashed as ever, so that chains from before stay whole.
alter table log_entries
  add column happened_at timestamptz,
  add column corrects int references log_entries;
comment on column log_entries.happened_at is 'when it happened, where somebody said so; null: when it was entered';
comment on column log_entries.corrects is 'the entry that this one corrects; under the hash stands that entry''s hash';
create index on log_entries (corrects) where corrects is not null;
-- what the log is narrowed by
create index on log_entries (event_id, kind, id);
create index on log_entries (event_id, by_user_id, id) where by_user_id is not null;
create index on log_entries (event_id, (data->>'person'), id) where data->>'person' is not null;

drop function log_hash(text, int, timestamptz, int, text, text, jsonb);
create function log_hash(previous text, event_id int, at timestamptz, by_user_id int, kind text, text text, data jsonb,
  happened_at timestamptz default null, corrected_hash text default null)
returns text language sql immutable as $$
  select encode(sha256(convert_to(previous || case when happened_at is null and corrected_hash is null
    then json_build_array(event_id, extract(epoch from at)::text, by_user_id, kind, text, data)
    else json_build_array(event_id, extract(epoch from at)::text, by_user_id, kind, text, data,
      extract(epoch from happened_at)::text, corrected_hash) end::text, 'UTF8')), 'hex')
$$;

drop function append_logs(int, int[], text[], text[], jsonb[]);
create function append_logs(p_event_id int, p_by int[], p_kinds text[], p_texts text[], p_data jsonb[],
  p_happened timestamptz[], p_corrects int[])
returns setof log_entries language plpgsql as $$
declare
  previous text;
  corrected text;
  moments timestamptz[] := '{}';
  hashes text[] := '{}';
begin
  -- one writer per event at a time, without locking the event's row
  perform pg_advisory_xact_lock(4201, p_event_id);
  select hash into previous from log_entries where event_id = p_event_id order by id desc limit 1;
  hashes[0] := coalesce(previous, '');
  for n in 1 .. cardinality(p_kinds) loop
    moments[n] := clock_timestamp();
    corrected := null;
    if p_corrects[n] is not null then
      select hash into strict corrected from log_entries where id = p_corrects[n] and event_id = p_event_id;
    end if;
    hashes[n] := log_hash(hashes[n - 1], p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n],
      p_happened[n], corrected);
  end loop;
  return query
    insert into log_entries (event_id, at, by_user_id, kind, text, data, happened_at, corrects, previous_hash, hash)
    select p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n], p_happened[n], p_corrects[n],
      hashes[n - 1], hashes[n]
    from generate_series(1, cardinality(p_kinds)) n order by n
    returning *;
end $$;
