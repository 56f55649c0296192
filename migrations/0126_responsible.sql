-- Who answers for an alarm plan. The people stay named when they are switched off, so that the evidence can say that they left.
-- squawk-ignore adding-foreign-key-constraint
alter table event_types add column responsible_id int references people on delete set null;
-- squawk-ignore adding-foreign-key-constraint
alter table event_types add column deputy_id int references people on delete set null;
alter table event_types add column responsible_reminded_at timestamptz;
comment on column event_types.responsible_id is 'the person who answers for the alarm plan';
comment on column event_types.deputy_id is 'the deputy of the responsible person';
comment on column event_types.responsible_reminded_at is 'the last reminder that both have left';
