-- The scheduler asks this every few seconds, and planning takes ten times as long as the answer. A function keeps its plan. It uses
-- the indexes whatever the statistics say, because a plan of empty tables would read every open row.
create function due_of_scheduler(freeing interval)
returns table (released int[], steps int[], cascades int[], ended int[], is_open boolean, due_in float8)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
    select
      array(select m.id from messages m where m.status = 'queued' and m.release_at <= clock_timestamp()),
      -- what may still be undone keeps its steps
      array(
        select due.report_id from (
          select r.report_id from message_recipients r
          where r.status = 'pending' and r.try_at is not null and r.try_at <= clock_timestamp()
          union select w.report_id from step_wakes w) due
        where not exists (
          select from messages m
          where m.report_id = due.report_id and m.status = 'queued' and m.release_at > clock_timestamp())),
      array(
        select c.report_id from cascades c where c.status in ('running', 'reached') and c.due_at <= clock_timestamp()
        union select s.report_id from stand_downs s where s.due_at <= clock_timestamp()
        union select c.report_id from cascade_wakes w join cascades c on c.id = w.cascade_id),
      -- the next message with an open recipient in one index step: `not exists` would read every open row
      array(
        select m.id from messages m where m.status = 'sending'
        and (
          select r.message_id from message_recipients r
          where r.message_id >= m.id and r.status in ('pending', 'queued', 'retrying', 'sending')
          order by r.message_id limit 1) is distinct from m.id
        and not exists (
          select from cascade_messages x join cascades c on c.id = x.cascade_id
          where x.message_id = m.id and c.status = 'running')),
      exists (select from messages m where m.status in ('queued', 'sending')),
      extract(epoch from nullif(least(
        (select min(c.due_at) from cascades c where c.status in ('running', 'reached')),
        (select min(s.due_at) from stand_downs s),
        (select clock_timestamp() + freeing
          where not exists (select from messages m where m.status in ('queued', 'sending')) and exists (
            select from events e join reports p on p.event_id = e.id join cascades c on c.report_id = p.id
            where e.is_running and e.is_active and p.stand_down and p.all_clear_at is null and c.status = 'reached'))),
        'infinity') - clock_timestamp())::float8 * 1000;
end $$;

do $$
begin
  execute format('alter function %1$I.due_of_scheduler set search_path = %1$I, pg_temp', current_schema());
  execute format('alter function %I.due_of_scheduler set enable_seqscan = off', current_schema());
  execute format('alter function %I.due_of_scheduler set plan_cache_mode = force_generic_plan', current_schema());
end $$;
