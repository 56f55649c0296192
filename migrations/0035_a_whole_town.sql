-- Every reference of a recipient is looked up for every row of a launch. One look-up says what two said, and more: the
-- report is the message's own. Channels are never deleted, only switched off.
alter table messages add constraint messages_of_report unique (id, report_id);
alter table message_recipients
  drop constraint message_recipients_message_id_fkey,
  drop constraint message_recipients_report_id_fkey,
  drop constraint message_recipients_channel_id_fkey,
  add constraint message_recipients_message_fkey foreign key (message_id, report_id) references messages (id, report_id);
