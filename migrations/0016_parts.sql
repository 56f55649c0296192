-- Long texts travel in parts, both ways.

-- A provider may number each part of a message by itself; the message is there when all of them are.
create table message_parts (
  channel_id int not null references channels on delete cascade,
  external_id text not null, -- the part's
  whole text not null, -- external id of the message
  status text not null default 'sent' check (status in ('sent', 'delivered', 'read', 'failed', 'expired')),
  reason text,
  at timestamptz, -- as the provider says
  inserted_at timestamptz not null default clock_timestamp(),
  primary key (channel_id, external_id)
);
create index message_parts_whole on message_parts (channel_id, whole);

-- What people write where the provider numbers nothing or brings it in parts, until it is a reply, and shortly after:
-- what is brought once more is known by it.
create table reply_pieces (
  id int generated always as identity primary key,
  channel_id int not null references channels on delete cascade,
  from_address text not null, -- as the provider says
  reference int, -- the same for all parts; empty for a text in one
  number int not null,
  total int not null,
  text text not null,
  received_at timestamptz not null default clock_timestamp(),
  joined_at timestamptz -- when it became a reply
);
create index reply_pieces_from on reply_pieces (channel_id, from_address, id);
