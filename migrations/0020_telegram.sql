-- People may be written to by a Telegram bot: their chat with it is a kind of contact data.

alter table person_data_types drop constraint person_data_types_field_type_check;
alter table person_data_types add constraint person_data_types_field_type_check check (field_type in ('text', 'textarea',
  'email', 'phone_mobile', 'phone', 'fax', 'telegram', 'number', 'boolean', 'date', 'select', 'url', 'address', 'language'));
