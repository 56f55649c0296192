-- The log of an event and its answers are append-only as long as the event is there. When its retention ends all of it
-- goes in one transaction, which names the event in "meldekette.forgotten_event".
create function refuse_change_unless_forgotten() returns trigger language plpgsql as $$
declare
  event int;
begin
  if tg_table_name = 'answers' then
    select r.event_id into event from reports r where r.id = old.report_id;
  else
    event := old.event_id;
  end if;
  if tg_op = 'DELETE' and current_setting('meldekette.forgotten_event', true) = event::text then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'raise_exception';
end $$;

drop trigger log_entries_append_only on log_entries;
create trigger log_entries_append_only before update or delete on log_entries
  for each row execute function refuse_change_unless_forgotten();
drop trigger answers_append_only on answers;
create trigger answers_append_only before delete on answers
  for each row execute function refuse_change_unless_forgotten();
