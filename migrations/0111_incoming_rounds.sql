-- Incoming items: later shifts are notified too, and an alert that fires again is found by its fingerprint.
alter table incoming_items add column waits_since timestamptz not null default now();
update incoming_items set waits_since = first_at where round = 1;
alter table incoming_items alter column waits_since set default clock_timestamp();
alter table incoming_alerts add column print_key bytea;
-- squawk-ignore require-concurrent-index-creation
create index incoming_alerts_print_key_idx on incoming_alerts (source_id, print_key) where state = 'open';
comment on column incoming_items.waits_since is 'when its round began';
comment on column incoming_items.next_notice_at is 'when the next person on duty is looked for; null if taken, closed, or nobody was left for a day';
comment on column incoming_alerts.print_key is 'SHA-256 of an alert''s fingerprint, whenever it fires';
