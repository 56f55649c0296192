-- That a process died is no answer of a provider: what may be a second copy, and what was sent without an answer once.
alter table message_recipients add column untold boolean not null default false;
comment on column message_recipients.untold is 'the outcome of one attempt is unknown, since the provider said nothing; of a second one the row ends as sent, unconfirmed';

-- A receipt may say that what is to be tried again has arrived. And a condition that holds a query is planned anew for each
-- row, unless nobody gets that far.
create or replace function check_recipient_status() returns trigger language plpgsql as $$
begin
  -- a stopped message gets no further attempt, whatever was under way when it was stopped
  if old.status = 'sending' and new.status in ('queued', 'retrying') then
    if exists (select 1 from messages where id = new.message_id and status = 'cancelled') then
      new.status := 'cancelled';
      new.status_reason := 'stopped';
      new.try_at := null;
    end if;
  end if;
  if (old.status, new.status) in (
    ('pending', 'queued'), ('pending', 'skipped'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('queued', 'sending'), ('queued', 'skipped'), ('queued', 'cancelled'), ('queued', 'expired'),
    ('sending', 'sent'), ('sending', 'delivered'), ('sending', 'read'), ('sending', 'failed'), ('sending', 'retrying'),
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'), ('sending', 'skipped'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('retrying', 'delivered'), ('retrying', 'read'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;
