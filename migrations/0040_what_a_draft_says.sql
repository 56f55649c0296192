-- What a draft says about its event stays with the draft: the event hears of it when something is sent.

alter table reports add column event_type_id int references event_types;
comment on column reports.event_type_id is 'what kind of event it was prepared for: its title, text, place and lists come from that one kind';
alter table reports add column location_id int references locations;
comment on column reports.location_id is 'where, as its author says; the event takes it over when it is sent';
alter table reports add column place text;
comment on column reports.place is 'the same in free words, where no location fits';
alter table reports add column description text;
comment on column reports.description is 'what exactly happened, in a line of its author; the event takes it over when it is sent';
alter table reports add constraint reports_place_check check (location_id is null or place is null);

alter table events add column place text;
comment on column events.place is 'where, in free words, where no location fits';
alter table events add constraint events_place_check check (location_id is null or place is null);
alter table events add column is_place_suggested boolean not null default false;
comment on column events.is_place_suggested is 'the location is only the usual one of the event type: nobody said so';
alter table events add column is_prepared boolean not null default false;
comment on column events.is_prepared is 'made for a draft of which nothing was sent yet: only its author finds the event';
create index events_location_id_idx on events (location_id, id desc) where location_id is not null;

-- Who is asked only when others do not come is counted apart, again and again.
create index message_recipients_reserve on message_recipients (message_id) where status = 'pending' and try_at is null;
