-- The inbox of replies: what nobody could assign yet, and what was assigned by hand.

alter table replies add column answer_id int references answers on delete set null; -- what it was recorded as
alter table replies add column filed_at timestamptz; -- laid aside: it answers nothing
alter table replies add column filed_by int references users on delete set null;
alter table replies add column version int not null default 1; -- what an operator saw when they decided
create index replies_answer on replies (answer_id) where answer_id is not null;
create index replies_from on replies (from_address);

-- An answer that was recorded for the wrong person or question chooses nothing any more; the log says what it said.
alter table answers add column withdrawn_at timestamptz;

-- Who wants no information over a type of channel; alarms come all the same.
create table opt_outs (
  person_id int not null references people on delete cascade,
  channel_type_id int not null references channel_types on delete cascade,
  way text not null check (way in ('reply', 'link', 'operator')), -- how it was said
  at timestamptz not null default clock_timestamp(),
  primary key (person_id, channel_type_id)
);
alter table replies add column wish text check (wish in ('opt_out', 'opt_in')); -- it was no answer but such a wish
