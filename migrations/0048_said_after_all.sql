-- What a provider tells later may say more than what was known before: whoever failed or expired as far as was told has the
-- message after all. Whatever the order in which receipts come, the furthest holds.
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
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read'),
    ('expired', 'failed'), ('expired', 'delivered'), ('expired', 'read'), ('failed', 'delivered'), ('failed', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;

alter table devices add column refused_at timestamptz;
comment on column devices.refused_at is 'since when its push service takes nothing for it; its browser has to switch notifications on once more';
