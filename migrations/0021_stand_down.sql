-- Whoever said they come may be overdue or there; whoever was asked and is not needed is told so.

alter table answers add column overdue_at timestamptz;
comment on column answers.overdue_at is 'when somebody who said in how many minutes they come counts as overdue';

create table arrivals (
  report_id int not null references reports on delete cascade,
  person_id int not null references people on delete cascade,
  at timestamptz not null default clock_timestamp(),
  source text not null, -- link: the person; operator
  by_user_id int references users on delete set null,
  primary key (report_id, person_id)
);
create index arrivals_person_id_idx on arrivals (person_id);

alter table reports add column stand_down boolean not null default true;
comment on column reports.stand_down is 'whether those who were asked and are not needed are told so when the limits are reached';
alter table reports add column texts jsonb;
comment on column reports.texts is 'title and content by language, where the program wrote them; everyone gets theirs';

create table stand_downs (
  report_id int primary key references reports on delete cascade,
  due_at timestamptz, -- end of the undo window; null while nobody is to be told
  notice_id int references reports on delete cascade -- the report that tells them
);
create index stand_downs_due_at_idx on stand_downs (due_at) where due_at is not null;
create unique index stand_downs_notice_id_key on stand_downs (notice_id);

-- who comes may become overdue after the limit was reached
drop index cascades_due_at_idx;
create index cascades_due_at_idx on cascades (due_at) where status in ('running', 'reached');

delete from system_mails where identifier = 'alarm_no_longer_needed';

-- an attempt that failed for now, when the limit was reached meanwhile, is not made again
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
    ('sending', 'queued'), ('sending', 'expired'), ('sending', 'cancelled'), ('sending', 'skipped'),
    ('retrying', 'sending'), ('retrying', 'skipped'), ('retrying', 'cancelled'), ('retrying', 'expired'),
    ('sent', 'delivered'), ('sent', 'read'), ('sent', 'failed'), ('sent', 'expired'), ('delivered', 'read')
  ) then
    return new;
  end if;
  raise exception 'a recipient cannot go from % to %', old.status, new.status;
end $$;
