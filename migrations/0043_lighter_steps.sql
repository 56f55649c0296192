-- Every mail takes two steps of its recipient's row. An index that holds every row gets an entry with each of them: who was not
-- asked needs none for a token. And a condition that holds a query is planned anew for each row, unless nobody gets that far.
drop index message_recipients_token;
create unique index message_recipients_token on message_recipients (token_hash) where token_hash is not null;

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
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;

-- Rows as they were and as they are were compared each with each, since nobody knows how many there are when it is planned.
create or replace function tally_changed_recipients() returns trigger language plpgsql as $$
begin
  insert into message_tallies
    select message_id, status, sum(case when superseded then 0 else n end), count(*) from (
      select message_id, status, superseded, sum(n) as n from (
        select id, message_id, status, superseded, person_id, -1 as n from old_rows
        union all select id, message_id, status, superseded, person_id, 1 from new_rows) as versions
      group by id, message_id, status, superseded, person_id having sum(n) <> 0) as moved
    group by message_id, status;
  return null;
end $$;
