-- An alarm over several channels: one person, several attempts, one after the other.
alter table event_types add column alarm_steps jsonb;
comment on column event_types.alarm_steps is 'seconds after which each channel type comes, by identifier; what is left out comes at once; null: the standard';

alter table people add column channel_order text[] not null default '{}';
comment on column people.channel_order is 'channel types in the order in which the person wants to be alarmed; the others follow in that of the event type';

alter table messages add column handed_over boolean not null default false;
comment on column messages.handed_over is 'made by the program, on a channel that was not chosen, for people whom the chosen ones do not reach';
create unique index messages_handed_over on messages (report_id, channel_id) where handed_over;

alter table message_recipients add column delay_seconds int not null default 0 check (delay_seconds >= 0);
comment on column message_recipients.delay_seconds is 'the row''s step: seconds after the person is asked; frozen at launch';
comment on column message_recipients.try_at is 'when it is to be tried; of a pending row the moment of its step, empty while a stop limit holds it back';
create index message_recipients_planned on message_recipients (try_at) where status = 'pending' and try_at is not null;

-- People whose next step has to be looked at. Without foreign keys, which would lock the people: whoever records a result
-- must not wait for one who hands people over.
create table step_wakes (
  id int generated always as identity primary key,
  report_id int not null,
  person_id int not null
);
create index step_wakes_report on step_wakes (report_id);
