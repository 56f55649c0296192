-- What mail needs in both directions.

-- When the next mail may go to an account that takes only so many a minute; all processes share it.
create table mail_paces (
  account bytea primary key, -- SHA-256 of server and user
  next_at timestamptz not null
);

-- A channel that cannot hear may well be able to send.
alter table channels add hearing_trouble text, add hearing_trouble_at timestamptz;
comment on column channels.hearing_trouble is 'why nothing that comes back over the channel is heard at the moment, as a reason key';
