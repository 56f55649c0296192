-- How many came when they were asked, counted once when an alarm is over, so that nobody has to count again before the next.
-- It names nobody and stays when the event is forgotten and the group deleted: that is why it refers to neither.
create table turnouts (
  id int primary key generated always as identity,
  report_id int not null,
  group_id int,
  at timestamptz not null,
  asked int not null,
  came int not null,
  check (came between 0 and asked and asked > 0)
);
create unique index turnouts_once on turnouts (report_id, group_id) nulls not distinct;
create index on turnouts (at);
comment on table turnouts is 'of an alarm that is over: how many people were asked and how many of them said in time that they come';
comment on column turnouts.report_id is 'the alarm; its row may be gone';
comment on column turnouts.group_id is 'the group of the stop limit they were asked for; empty for all without one';
comment on column turnouts.at is 'when the alarm was launched';

alter table messages add column counted_at timestamptz;
comment on column messages.counted_at is 'when it was counted how many of those whom the alarm asked come';
create index messages_uncounted on messages (report_id)
  where request_answer and counted_at is null and finished_at is not null;
