-- A message of a follow-up that reached nobody when the others were sent is looked at from the first launch on: until then both
-- moments are infinity.
alter table follow_up_watches add column without_release boolean not null default false;
comment on column follow_up_watches.without_release is 'a draft that a crisis manager sent without the release it requires, together with the others';
