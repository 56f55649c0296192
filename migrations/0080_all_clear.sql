-- An all-clear ends the alarms it is for: from its launch on, nothing of them leaves.
alter table reports
  add column all_clear_at timestamptz,
  add column all_clear_id int references reports (id),
  add constraint reports_all_clear_check check ((all_clear_at is null) = (all_clear_id is null));
comment on column reports.all_clear_at is 'when the all-clear for it was launched; nothing of it leaves afterwards';
comment on column reports.all_clear_id is 'the report that gave the all-clear';
create index reports_all_clear on reports (all_clear_id) where all_clear_id is not null;

-- An attempt that a worker gives back after the all-clear ends with that reason.
create or replace function cancel_attempt_of_stopped_message() returns trigger language plpgsql as $$
declare
  ended record;
begin
  select m.status, p.all_clear_at into ended from messages m join reports p on p.id = m.report_id where m.id = new.message_id;
  if ended.status = 'cancelled' or ended.all_clear_at is not null then
    new.status := 'cancelled';
    new.status_reason := case when ended.all_clear_at is null then 'stopped' else 'all_clear' end;
    new.try_at := null;
  end if;
  return new;
end $$;
do $$
begin
  execute format('alter function %1$I.cancel_attempt_of_stopped_message set search_path = %1$I, pg_temp', current_schema());
end $$;
