-- A message that stands in for another: the same text over another channel of the type, for people whom that channel fails. A person
-- has the text over one of them at a time; what waits on the others is cancelled in the transaction that begins it.
alter table messages add column stands_in_for_id int references messages;
comment on column messages.stands_in_for_id is 'the message whose text it takes to the same addresses over another channel of the same type, where that channel fails';

drop index messages_handed_over;
create unique index messages_handed_over on messages (report_id, channel_id) where handed_over and stands_in_for_id is null;
create unique index messages_stand_ins on messages (stands_in_for_id, channel_id) where stands_in_for_id is not null;
