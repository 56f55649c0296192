-- The log keeps kinds and data; what they say is worded when it is read, in the reader's language.
alter table log_entries alter column text drop not null;
comment on column log_entries.text is 'free text only; null where kind and data say it';
