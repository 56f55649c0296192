-- `due_of_scheduler` without its argument, which every caller leaves empty, and `resting_work` with the jobs. The schema `pgboss` exists
-- when a worker asks: its start creates it.
drop function resting_work();
drop function due_of_scheduler(interval);

create function due_of_scheduler()
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
        (select min(s.due_at) from stand_downs s)),
        'infinity') - clock_timestamp())::float8 * 1000;
end $$;

create function resting_work()
returns table (loops text[], channels text)
language plpgsql stable rows 1 as $$
#variable_conflict use_column
begin
  return query
    select
      array_remove(array[
        case when (
          select s.is_open or 0 < cardinality(s.released) + cardinality(s.steps) + cardinality(s.cascades) + cardinality(s.ended)
          from due_of_scheduler() s) then 'messages' end,
        case when exists (select from due_messages(1)) then 'delivery' end,
        case when exists (
          select from message_recipients r where r.status = 'sending') then 'own_reap' end,
        case when exists (
          select from message_recipients r where r.status = 'sending') then 'reaper' end,
        case when exists (
          select from message_recipients r
          where r.status in ('queued', 'retrying') and r.valid_until <= clock_timestamp()) then 'expiry' end,
        case when exists (
          select from messages m where m.status = 'scheduled' and m.send_at <= clock_timestamp()) or exists (
          select from follow_up_watches w where w.due_at <= clock_timestamp()) then 'launches' end,
        case when exists (select from replies r where r.command is not null) then 'triggers' end,
        -- unknown receipts for longer than their loop retries them, because it reports them then
        case when exists (
          select from receipts r where r.received_at > clock_timestamp() - interval '90 seconds') or exists (
          select from replies r where r.sorted_at is null and r.command is null) or exists (
          select from reply_pieces) then 'callbacks' end,
        case when exists (
          select from webhooks w where w.is_active and exists (
            select from webhook_deliveries d
            where d.webhook_id = w.id and d.status = 'pending' and d.try_at <= clock_timestamp())) then 'webhooks' end,
        case when not exists (
          select from path_tests t
          where t.slot = date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch')
            and (t.ended_at is not null or t.started_at > clock_timestamp() - interval '25 seconds'))
          then 'path_test' end,
        case when exists (
          select from backups b where b.status = 'waiting' or b.proof = 'waiting'
            or ((b.status = 'running' or b.proof = 'running')
              and b.alive_at < clock_timestamp() - interval '60 seconds')) then 'backups' end,
        -- queues of pg-boss's own have no loop
        case when exists (
          select from pgboss.queue q where not starts_with(q.name, '__pgboss') and exists (
            select from pgboss.job j
            where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= clock_timestamp()))
          then 'jobs' end
      ], null),
      (select coalesce(sum(c.xmin::text::bigint), 0)::text from channels c);
end $$;

do $$
begin
  execute format('alter function %1$I.due_of_scheduler set search_path = %1$I, pg_temp', current_schema());
  execute format('alter function %I.due_of_scheduler set enable_seqscan = off', current_schema());
  execute format('alter function %I.due_of_scheduler set plan_cache_mode = force_generic_plan', current_schema());
  execute format('alter function %1$I.resting_work set search_path = %1$I, pg_temp', current_schema());
  execute format('alter function %I.resting_work set enable_seqscan = off', current_schema());
  execute format('alter function %I.resting_work set jit = off', current_schema());
  execute format('alter function %I.resting_work set plan_cache_mode = force_generic_plan', current_schema());
end $$;
