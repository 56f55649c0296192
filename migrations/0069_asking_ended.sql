-- Nothing of before the end begins again: asking is ended, or the event is finished and goes on later. Recipients are told apart by
-- their ids, which grow: by the clock, which may be set back, what is sent anew could count as sent before.
alter table cascades add column closed_after integer;
comment on column cascades.closed_after is 'the last recipient that its report had when asking ended: up to this one nobody is asked again, also when it is reached no more';
alter table cascades add column is_lost boolean not null default false;
comment on column cascades.is_lost is 'it was reached, asking ended, and it is reached no more: its messages end with errors';
alter table events add column ended_after integer;
comment on column events.ended_after is 'the last recipient that there was when the event was finished last: up to this one nobody is asked again or told that they are not needed';

-- What ended before this release stays ended as well.
update events set ended_after = (select max(id) from message_recipients)
where not is_running and event_status_id in (select id from event_statuses where identifier in ('published', 'archived'));
update cascades c set closed_after = (
  select coalesce(max(r.id), 0) from messages m join message_recipients r on r.message_id = m.id where m.report_id = c.report_id)
from events e where e.id = c.event_id and e.ended_after is not null;
