-- Whoever is alarmed besides for a function that is unfilled fills it: the message says for which group.
alter table messages add column for_group_id integer references groups(id) on delete set null;
comment on column messages.for_group_id is 'the function that its recipients are wanted for: whoever says yes counts for the stop limit that the report has on this group';
create index messages_for_group_id_idx on messages (for_group_id) where for_group_id is not null;
