-- What goes to everyone who got a report is not always its correction or the word that it is over.

alter table report_follow_ups add column kind text check (kind in ('correction', 'all_clear', 'to_all'));
update report_follow_ups f
set kind = case
  when exists (
    select from reports r join report_types t on t.id = r.report_type_id
    where r.id = f.report_id and t.identifier = 'all_clear') then 'all_clear' else 'correction' end;
alter table report_follow_ups alter column kind set not null;
comment on table report_follow_ups is 'a report and those it follows, as their correction, as the word that they are over or as one more message; its recipients are those who may have got them';

-- A start that is asked for twice makes one draft.

alter table launches add column report_id int references reports on delete cascade;
comment on table launches is 'one row per intent to send, or to start a report; the same key again answers the first';
