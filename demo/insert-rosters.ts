import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { content, type DemoRoster } from './content.ts';
import type { Groups } from './insert-groups.ts';
import type { People } from './insert-people.ts';

/** Adds rosters with weekly turns. */
export async function insertRosters(tx: Tx, people: People, groups: Groups): Promise<void> {
  for (const roster of content.rosters) {
    const groupId = groups.get(roster.group)!.id;
    await tx.insertInto('rosters').values({ groupId, alwaysNeeded: roster.alwaysNeeded }).execute();
    const shifts = await insertShifts(tx, roster, groupId, people);
    for (const { weeksAhead, by } of roster.substitutes) {
      const weeks = roster.weekly.length + weeksAhead; // since the first shift began
      await tx
        .insertInto('shiftChanges')
        .values({
          shiftId: shifts[weeks % shifts.length]!,
          turn: Math.floor(weeks / shifts.length),
          substituteId: people.get(by)!.id,
        })
        .execute();
    }
  }
}

/** Adds a repeating shift per person. The previous round has ended. */
async function insertShifts(tx: Tx, roster: DemoRoster, groupId: number, people: People): Promise<number[]> {
  const { changesAt, weekly } = roster;
  const zone = sql`coalesce((select nullif(value_str, '') from system_settings where value_key = 'time_zone'), 'Europe/Berlin')`;
  const begins = (week: number) =>
    sql<Date>`date_trunc('week', now() at time zone ${zone} - make_interval(hours => ${changesAt}::int))
      + make_interval(weeks => ${week}::int, hours => ${changesAt}::int)`;
  const rows = await tx
    .insertInto('shifts')
    .values(
      weekly.map((lastName, place) => ({
        groupId,
        personId: people.get(lastName)!.id,
        startsAt: begins(place - weekly.length),
        endsAt: begins(place - weekly.length + 1),
        everyWeeks: weekly.length,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
