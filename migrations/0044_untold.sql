-- That a process died is no answer of a provider: what may be a second copy, and what was sent without an answer once.
alter table message_recipients add column untold boolean not null default false;
comment on column message_recipients.untold is 'the outcome of one attempt is unknown, since the provider said nothing; of a second one the row ends as sent, unconfirmed';
