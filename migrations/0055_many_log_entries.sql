-- Many entries of one event's log, in their order, at once: each continues the one before, as if they had come one by one.
create function append_logs(p_event_id int, p_by int[], p_kinds text[], p_texts text[], p_data jsonb[])
returns setof log_entries language plpgsql as $$
declare
  previous text;
  moments timestamptz[] := '{}';
  hashes text[] := '{}';
begin
  -- one writer per event at a time, without locking the event's row
  perform pg_advisory_xact_lock(4201, p_event_id);
  select hash into previous from log_entries where event_id = p_event_id order by id desc limit 1;
  hashes[0] := coalesce(previous, '');
  for n in 1 .. cardinality(p_kinds) loop
    moments[n] := clock_timestamp();
    hashes[n] := log_hash(hashes[n - 1], p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n]);
  end loop;
  return query
    insert into log_entries (event_id, at, by_user_id, kind, text, data, previous_hash, hash)
    select p_event_id, moments[n], p_by[n], p_kinds[n], p_texts[n], p_data[n], hashes[n - 1], hashes[n]
    from generate_series(1, cardinality(p_kinds)) n order by n
    returning *;
end $$;
drop function append_log(int, int, text, text, jsonb);
