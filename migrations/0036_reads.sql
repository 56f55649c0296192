-- A process that has just looked up who is signed in need not look again as long as it is told of every change of that.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', '["access"]');
  return null;
end $$;
create trigger sessions_access after delete on sessions
  for each row when (old.expires_at > now()) execute function tell_access();
create trigger users_access after update of roles, is_active, language on users
  for each row when (old.roles is distinct from new.roles or old.is_active <> new.is_active
    or old.language <> new.language) execute function tell_access();
create trigger user_totp_access after insert or update or delete on user_totp
  for each row execute function tell_access();
create trigger system_settings_access after update on system_settings for each statement execute function tell_access();

-- How many recipients of a message are in which state, so that nobody counts them anew: what each statement moved, in its
-- transaction. The sums hold; nobody waits for anybody, because rows are only added until they are put together.
create table message_tallies (
  message_id integer not null,
  status text not null,
  n integer not null,
  moves integer not null
);
comment on table message_tallies is 'what statements moved; summed by message and status it is how many recipients are where';
comment on column message_tallies.moves is 'rows that came or left; the sum only grows, so that the same sum means that nothing changed';
create index message_tallies_message on message_tallies (message_id);
insert into message_tallies
  select message_id, status, count(*), count(*) from message_recipients where not superseded group by message_id, status;

create function tally_new_recipients() returns trigger language plpgsql as $$
begin
  insert into message_tallies
    select message_id, status, count(*), count(*) from added where not superseded group by message_id, status;
  return null;
end $$;
create function tally_changed_recipients() returns trigger language plpgsql as $$
begin
  insert into message_tallies
    select x.message_id, x.status, sum(x.n), count(*) from old_rows o join new_rows a on a.id = o.id
    cross join lateral (values
      (o.message_id, o.status, case when o.superseded then 0 else -1 end),
      (a.message_id, a.status, case when a.superseded then 0 else 1 end)) as x (message_id, status, n)
    where o.status <> a.status or o.superseded <> a.superseded or o.person_id is distinct from a.person_id
    group by x.message_id, x.status;
  return null;
end $$;
create function tally_gone_recipients() returns trigger language plpgsql as $$
begin
  insert into message_tallies
    select message_id, status, -count(*), count(*) from gone where not superseded group by message_id, status;
  return null;
end $$;
create trigger message_recipients_new after insert on message_recipients
  referencing new table as added for each statement execute function tally_new_recipients();
create trigger message_recipients_changed after update on message_recipients
  referencing old table as old_rows new table as new_rows for each statement execute function tally_changed_recipients();
create trigger message_recipients_gone after delete on message_recipients
  referencing old table as gone for each statement execute function tally_gone_recipients();

-- the same for what the answers to a report are counted by
create table answer_tallies (
  report_id integer not null,
  moves integer not null
);
comment on table answer_tallies is 'what statements changed of the answers to a report; the sum only grows, so that the same sum means that nothing changed';
create index answer_tallies_report on answer_tallies (report_id);
insert into answer_tallies select report_id, count(*) from answers group by report_id;

create function tally_answers() returns trigger language plpgsql as $$
begin
  insert into answer_tallies select report_id, count(*) from touched group by report_id;
  return null;
end $$;
create trigger answers_new after insert on answers
  referencing new table as touched for each statement execute function tally_answers();
create trigger answers_changed after update on answers
  referencing new table as touched for each statement execute function tally_answers();
create trigger answers_gone after delete on answers
  referencing old table as touched for each statement execute function tally_answers();
create trigger answer_options_changed after update on answer_options
  referencing new table as touched for each statement execute function tally_answers();
