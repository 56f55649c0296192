import { sql } from 'kysely';
import { createMailingList } from '#server/testing/factories.ts';
import type { BenchServer } from './bench-server.ts';

/** So many people with a mobile number and a mail address each on a mailing list; answers the list. */
export async function createCrowd({ db }: BenchServer, people: number): Promise<number> {
  const { id } = await createMailingList(db);
  await sql`
    with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${people}) n
      returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, 5, '+49151' || lpad(id::text, 8, '0') from p union all select id, 1, 'p' || id || '@example.org' from p)
    insert into mailing_list_people (mailing_list_id, person_id) select ${id}, id from p`.execute(db);
  return id;
}
