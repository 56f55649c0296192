import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import type { GroupEntry } from './load-directory.ts';

/** Puts into groups who of their rosters is on duty at this moment: whoever began first comes first. */
export async function addOnDuty(db: Db | Tx, groups: ReadonlyMap<number, Pick<GroupEntry, 'onDuty'>>): Promise<void> {
  const { rows } = await sql<{ groupId: number; people: number[] }>`
    select group_id, json_agg(person_id order by from_at, shift_id) as people
    from (select clock_timestamp() as at) now
    cross join lateral turns_between(${[...groups.keys()]}, at, at + interval '1 microsecond')
    group by group_id`.execute(db);
  for (const { groupId, people } of rows) groups.get(groupId)!.onDuty = [...new Set(people)];
}
