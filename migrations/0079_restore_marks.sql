-- pg_restore continues after errors unless told otherwise. Into a database in use it adds the rows of the backup to those
-- that are there, as far as keys permit. Interrupted, it leaves out constraints, unique indexes and triggers, which come last.
create table restore_marks (
  id uuid primary key default gen_random_uuid(),
  objects text[] not null default '{}'
);
comment on table restore_marks is 'one row, made with the table; a second one came with a backup that was restored into a database in use';
comment on column restore_marks.objects is 'constraints, unique indexes and triggers of the newest migration; one that is missing means an incomplete restore';
insert into restore_marks default values;

-- With a primary key, a restore that is repeated adds no rows that would count twice. The table that every delivery writes
-- to comes last: nothing waits for it while the others wait for a dump that reads them.
alter table exercise_tallies add column id bigint generated always as identity primary key;
alter table answer_tallies add column id bigint generated always as identity primary key;
alter table message_tallies add column id bigint generated always as identity primary key;
