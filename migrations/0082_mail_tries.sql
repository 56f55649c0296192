-- Mails of a reply mailbox that are being read, so that one that ends its process is not read for ever.
create table mail_tries (
  channel_id integer not null references channels (id) on delete cascade,
  mailbox text not null,
  uid bigint not null,
  tries integer not null default 1,
  tried_at timestamptz not null default clock_timestamp(),
  set_aside_at timestamptz,
  primary key (channel_id, mailbox, uid)
);
comment on column mail_tries.mailbox is 'server, account, folder and the validity of its numbers (UIDVALIDITY)';
comment on column mail_tries.tries is 'how often a process began to read it and did not end';
comment on column mail_tries.set_aside_at is 'since when it is not read any more; administrators see that it waits in the mailbox';
