-- Where providers report to hangs on no key, so that replies, receipts and alarms by phone outlive a lost one.
-- Channels that are there keep the address they have, which only the key tells: it is written down at the next start.
alter table channels add column callback_token text;
alter table channels alter column callback_token set default replace(gen_random_uuid()::text, '-', '');
comment on column channels.callback_token is 'part of the address its provider reports to; whoever knows it may report';
