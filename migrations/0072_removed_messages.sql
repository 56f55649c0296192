-- A message that was taken away can come back as it was, until something of its report was sent meanwhile.
alter table messages add column removed_at timestamptz;
comment on column messages.removed_at is 'when it was taken out of every list; it comes back only while nothing of its report was sent since';
