-- A message that was taken away can come back as it was, until something of its report was sent meanwhile.
alter table messages add column removed_at timestamptz;
comment on column messages.removed_at is 'when it was taken out of every list; it comes back only while nothing of its report was sent since';

alter table messages add column waiting_since timestamptz;
comment on column messages.waiting_since is 'when it was set to wait for its release or its time';
update messages set waiting_since = now() where status in ('pending_approval', 'scheduled');
