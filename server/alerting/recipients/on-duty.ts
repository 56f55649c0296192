import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

interface DutyState {
  onDuty: readonly number[];
  alwaysNeeded: boolean;
}

/** Adds to groups the people on duty now, the earliest start first, and whether someone has to be. */
export async function addOnDuty(db: Db | Tx, groups: ReadonlyMap<number, DutyState>): Promise<void> {
  const { rows } = await sql<{ groupId: number; people: number[]; alwaysNeeded: boolean }>`
    select coalesce(t.group_id, r.group_id) as group_id, coalesce(t.people, '[]') as people,
      coalesce(r.always_needed, false) as always_needed
    from (
      select group_id, json_agg(person_id order by from_at, shift_id) as people
      from (select clock_timestamp() as at) now
      cross join lateral turns_between(${[...groups.keys()]}, at, at + interval '1 microsecond')
      group by group_id) t
    full join (select group_id, always_needed from rosters where always_needed and group_id = any(${[...groups.keys()]})) r
      on r.group_id = t.group_id`.execute(db);
  for (const { groupId, people, alwaysNeeded } of rows) {
    Object.assign(groups.get(groupId)!, { onDuty: [...new Set(people)], alwaysNeeded });
  }
}
