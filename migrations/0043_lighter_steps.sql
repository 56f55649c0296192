-- Every mail takes two steps of its recipient's row. An index that holds every row gets an entry with each of them: who was not
-- asked needs none for a token.
drop index message_recipients_token;
create unique index message_recipients_token on message_recipients (token_hash) where token_hash is not null;

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
