-- What delivery asks of the queue has one good plan, the index in its order, whatever the statistics say: those of an empty queue
-- make reading and sorting every open row look cheaper.
create function due_of_message(message int, channel int, most int, at_place timestamptz, after_id int, node text,
  suspects boolean, crashes int)
returns table (id int, crash_count int) language plpgsql rows 100 as $$
begin
  return query
    select r.id, r.crash_count from message_recipients r
    where r.message_id = message and r.channel_id = channel and r.status in ('queued', 'retrying')
      and r.try_at <= now() and (r.try_at, r.id) > (coalesce(at_place, '-infinity'), coalesce(after_id, 0))
      and (r.valid_until is null or r.valid_until > now())
      and (r.crash_count < crashes or suspects and not exists (
        select from message_recipients o where o.owner = node and o.status = 'sending' and o.crash_count >= crashes))
    order by r.try_at, r.id limit most for update skip locked;
end $$;

create function due_messages(most int)
returns table (message_id int, channel_id int, lane text, count int, oldest timestamptz) language plpgsql stable rows 10 as $$
begin
  return query
    with recursive waiting as (
      (select r.message_id, r.channel_id from message_recipients r where r.status in ('queued', 'retrying')
        order by r.message_id, r.channel_id limit 1)
      union all
      select next.message_id, next.channel_id from waiting cross join lateral (
        select r.message_id, r.channel_id from message_recipients r
        where r.status in ('queued', 'retrying')
          and (r.message_id, r.channel_id) > (waiting.message_id, waiting.channel_id)
        order by r.message_id, r.channel_id limit 1) next)
    select w.message_id, w.channel_id, d.lane, d.count::int, d.oldest from waiting w cross join lateral (
      select min(f.lane) as lane, count(*) as count, min(f.try_at) as oldest from (
        select r.lane, r.try_at from message_recipients r
        where r.message_id = w.message_id and r.channel_id = w.channel_id and r.status in ('queued', 'retrying')
          and r.try_at <= now()
        order by r.try_at limit most) f) d
    where d.count > 0
    order by d.oldest;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['due_of_message', 'due_messages']
  loop
    execute format('alter function %1$I.%2$I set search_path = %1$I, pg_temp', current_schema(), name);
    execute format('alter function %I.%I set enable_seqscan = off', current_schema(), name);
    execute format('alter function %I.%I set enable_bitmapscan = off', current_schema(), name);
    execute format('alter function %I.%I set enable_sort = off', current_schema(), name);
    execute format('alter function %I.%I set enable_incremental_sort = off', current_schema(), name);
    execute format('alter function %I.%I set plan_cache_mode = force_generic_plan', current_schema(), name);
  end loop;
end $$;
