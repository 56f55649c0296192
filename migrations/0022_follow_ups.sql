-- Corrections and all-clears go to exactly those who got what they follow.

create table report_follow_ups (
  report_id int not null references reports on delete cascade,
  follows_id int not null references reports on delete cascade,
  primary key (report_id, follows_id),
  check (report_id <> follows_id)
);
comment on table report_follow_ups is 'a report and those it corrects or, of type all_clear, gives the all-clear for; its recipients are those who may have got them';
create index report_follow_ups_follows_id_idx on report_follow_ups (follows_id);
