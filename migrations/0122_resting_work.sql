-- A worker at rest asks this every few seconds, instead of one statement for each of its loops. The conditions are those of the loops
-- (server/program/resting-work.ts). `channels` changes with every change of a channel.
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
          from due_of_scheduler(null) s) then 'messages' end,
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
              and b.alive_at < clock_timestamp() - interval '60 seconds')) then 'backups' end
      ], null),
      (select coalesce(sum(c.xmin::text::bigint), 0)::text from channels c);
end $$;

do $$
begin
  execute format('alter function %1$I.resting_work set search_path = %1$I, pg_temp', current_schema());
  execute format('alter function %I.resting_work set enable_seqscan = off', current_schema());
  execute format('alter function %I.resting_work set jit = off', current_schema());
  execute format('alter function %I.resting_work set plan_cache_mode = force_generic_plan', current_schema());
end $$;
