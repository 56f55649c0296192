-- A plan for open recipients must not depend on when statistics were taken: those of an empty queue make every partial index of the
-- queue look empty, and a new alarm then reads all that waits. Without statistics of the state, PostgreSQL assumes a share of the table.
alter table message_recipients alter column status set statistics 0;

do $$
begin
  if not exists (select from pg_stats where schemaname = 'public' and tablename = 'message_recipients' and attname = 'status') then
    return;
  end if;
  if to_regprocedure('pg_catalog.pg_clear_attribute_stats(text, text, text, boolean)') is not null then
    execute $clear$ select pg_clear_attribute_stats('public', 'message_recipients', 'status', false) $clear$;
    return;
  end if;
  -- before PostgreSQL 18, only a new type removes them
  drop trigger message_recipients_cancelled on message_recipients;
  drop trigger message_recipients_status on message_recipients;
  execute 'alter table message_recipients alter column status type text';
  create trigger message_recipients_cancelled before update of status on message_recipients for each row
    when (old.status = 'sending' and new.status in ('queued', 'retrying'))
    execute function cancel_attempt_of_stopped_message();
  create trigger message_recipients_status before update of status on message_recipients for each row
    when (old.status is distinct from new.status)
    execute function check_recipient_status();
end $$;
