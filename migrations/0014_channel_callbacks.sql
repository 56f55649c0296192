-- What providers report back: receipts for messages, and what people reply.

-- An answer comes over a channel whose type may be any.
alter table answers drop constraint answers_source_check;

-- A receipt waits here until its message is known: a provider may be faster than the transaction that stores its id.
-- What never finds its message stays for a while, for administrators to see.
create table receipts (
  id int generated always as identity primary key,
  channel_id int not null references channels on delete cascade,
  external_id text not null,
  status text not null check (status in ('sent', 'delivered', 'read', 'failed', 'expired')),
  reason text,
  at timestamptz, -- as the provider says
  received_at timestamptz not null default clock_timestamp(),
  unique (channel_id, external_id, status)
);
create index receipts_received on receipts (received_at);

-- Everything people write back, whether or not it became an answer: nothing of it is ever dropped.
create table replies (
  id int generated always as identity primary key,
  channel_id int not null references channels,
  external_id text not null, -- the provider's; the same again is the same reply
  from_address text not null, -- in the form of message_recipients.address_norm
  text text not null,
  in_reply_to text, -- external id of the message it answers, where the provider knows
  at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  sorted_at timestamptz, -- when the program looked for the question it answers; empty: not yet
  event_id int references events on delete cascade, -- whose inbox it is in; empty when it may belong to several or none
  recipient_id int references message_recipients on delete set null, -- the question it answers
  assigned_at timestamptz, -- to that question, by the program or by hand
  assigned_by int references users on delete set null, -- empty: the program
  unique (channel_id, external_id)
);
create index replies_unsorted on replies (id) where sorted_at is null;
create index replies_event on replies (event_id, id);
create index replies_recipient on replies (recipient_id);

-- the questions a number was asked
create index message_recipients_asked on message_recipients (address_norm, channel_id) where token_hash is not null;

-- a provider may give up later what it had taken
create or replace function check_recipient_status() returns trigger language plpgsql as $$
begin
  -- a stopped message gets no further attempt, whatever was under way when it was stopped
  if old.status = 'sending' and new.status in ('queued', 'retrying')
    and exists (select 1 from messages where id = new.message_id and status = 'cancelled') then
    new.status := 'cancelled';
    new.status_reason := 'stopped';
    new.try_at := null;
  end if;
  if (old.status, new.status) in (
    ('pending', 'queued'), ('pending', 'skipped'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('queued', 'sending'), ('queued', 'skipped'), ('queued', 'cancelled'), ('queued', 'expired'),
    ('sending', 'sent'), ('sending', 'delivered'), ('sending', 'read'), ('sending', 'failed'), ('sending', 'retrying'),
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;
