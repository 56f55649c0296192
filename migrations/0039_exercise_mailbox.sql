-- The exercise mailbox keeps who got something and how many messages there are, so that its page costs what it shows.
create table exercise_people (
  person_id int primary key,
  newest int not null,
  newest_of_event int
);
comment on table exercise_people is 'everybody with messages in the exercise mailbox, as the messages come and go';
comment on column exercise_people.newest_of_event is 'the newest message of an event, which everybody with the mailbox may read';
create index exercise_people_newest on exercise_people (newest desc);
create index exercise_people_newest_of_event on exercise_people (newest_of_event desc) where newest_of_event is not null;

create table exercise_tallies (
  kind text not null,
  of_event boolean not null,
  n int not null
);
comment on table exercise_tallies is 'what statements added and removed; summed by kind it is how many messages there are';

create index on exercise_messages (kind, id desc);
drop index exercise_messages_id_idx;
create index exercise_messages_of_no_event on exercise_messages (id desc)
  where recipient_id is null and situation_report_mail_id is null;

insert into exercise_people
  select person_id, max(id), max(id) filter (where recipient_id is not null or situation_report_mail_id is not null)
  from exercise_messages where person_id is not null group by person_id;
insert into exercise_tallies
  select kind, recipient_id is not null or situation_report_mail_id is not null, count(*)
  from exercise_messages group by 1, 2;

create function keep_new_exercise_messages() returns trigger language plpgsql as $$
begin
  insert into exercise_people as k
    select person_id, max(id), max(id) filter (where recipient_id is not null or situation_report_mail_id is not null)
    from added where person_id is not null group by person_id order by person_id
    on conflict (person_id) do update set newest = greatest(k.newest, excluded.newest),
      newest_of_event = greatest(k.newest_of_event, excluded.newest_of_event);
  insert into exercise_tallies
    select kind, recipient_id is not null or situation_report_mail_id is not null, count(*) from added group by 1, 2;
  return null;
end $$;
create function keep_gone_exercise_messages() returns trigger language plpgsql as $$
begin
  -- whoever adds a message at this moment waits, or is seen below
  perform from exercise_people where person_id in (select person_id from gone) order by person_id for update;
  delete from exercise_people k where person_id in (select person_id from gone)
    and not exists (select from exercise_messages m where m.person_id = k.person_id);
  update exercise_people k set newest = m.newest, newest_of_event = m.newest_of_event
    from (
      select person_id, max(id) as newest,
        max(id) filter (where recipient_id is not null or situation_report_mail_id is not null) as newest_of_event
      from exercise_messages where person_id in (select person_id from gone) group by person_id) m
    where m.person_id = k.person_id
      and (k.newest, k.newest_of_event) is distinct from (m.newest, m.newest_of_event);
  insert into exercise_tallies
    select kind, recipient_id is not null or situation_report_mail_id is not null, -count(*) from gone group by 1, 2;
  return null;
end $$;
create trigger exercise_messages_new after insert on exercise_messages
  referencing new table as added for each statement execute function keep_new_exercise_messages();
create trigger exercise_messages_gone after delete on exercise_messages
  referencing old table as gone for each statement execute function keep_gone_exercise_messages();
