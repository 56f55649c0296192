-- whose address a reply came from, whether it is a private one, and who may stop what was just started
create index message_recipients_private on message_recipients (address_norm) where is_private;
create index person_data_value on person_data (lower(value_str));
drop index trigger_calls_undo_idx;
create index trigger_calls_started_idx on trigger_calls (channel_id, caller) where outcome = 'started';
