-- Somebody may get a report only after what follows it went out.
create table follow_up_watches (
  message_id int primary key references messages (id) on delete cascade,
  due_at timestamptz not null,
  ends_at timestamptz not null
);
comment on table follow_up_watches is 'messages of corrections and all-clears that are out, looked at again and again for who gets only now what they follow';
