-- What channels publish for everyone: entries of web feeds and CAP messages.

-- What a channel's feed is called for ever, whatever its address becomes.
alter table channels add column feed_key uuid not null default gen_random_uuid();

create table publications (
  id int generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(), -- what the entry is called for ever
  channel_id int not null references channels on delete cascade,
  recipient_id int not null unique references message_recipients on delete cascade, -- the same again is the same entry
  event_id int not null references events on delete cascade,
  event_type_id int references event_types on delete set null,
  kind text not null check (kind in ('new', 'update', 'cancel')),
  texts jsonb not null, -- [{ language, title, text }], the author's first
  published_at timestamptz not null,
  expires_at timestamptz,
  replaced_by int references publications on delete set null,
  replaced_at timestamptz,
  reference text, -- how later CAP messages refer to it
  document text -- the CAP message as it was published
);
create index publications_channel on publications (channel_id, id desc);
create index publications_event on publications (event_id);
create index publications_replaced_by on publications (replaced_by);
