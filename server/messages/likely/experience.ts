import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { perDatabase } from '#server/database/per-database.ts';
import { readSettings } from '#server/settings/settings.ts';
import { type DayPart, dayPartOf } from './day-part.ts';
import { type Experience, learn, type PastAlarm, type Turnout } from './learn.ts';

/** What the organisation's alarms taught, and in which part of the week it is now. */
export interface Known {
  experience: Experience;
  now: DayPart;
}

/** Older alarms tell of other people. */
const mostAlarms = 400;

const keptOf = perDatabase((_parts: { db: Db }) => ({ of: '', experience: learn([]) }));

/** What was learnt up to now; it is learnt anew only when an alarm was counted since. */
export async function experienceOf(db: Db): Promise<Known> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from turnouts`.execute(db);
  const kept = keptOf({ db });
  const of = `${rows[0]!.newest} ${timeZone}`;
  if (kept.of !== of) Object.assign(kept, { of, experience: learn(await pastAlarms(db, timeZone)) });
  return { experience: kept.experience, now: dayPartOf(new Date(), timeZone) };
}

/** The newest alarms that were counted, the oldest of them first. */
async function pastAlarms(db: Db, timeZone: string): Promise<PastAlarm[]> {
  const { rows } = await sql<Turnout & { reportId: number; at: Date }>`
    select t.report_id, t.at, t.group_id, t.asked, t.came
    from (select distinct at, report_id from turnouts order by at desc, report_id desc limit ${mostAlarms}::int) newest
    join turnouts t on t.at = newest.at and t.report_id = newest.report_id
    order by t.at, t.report_id, t.id`.execute(db);
  return [...Map.groupBy(rows, ({ reportId }) => reportId).values()].map((turnouts) => ({
    part: dayPartOf(turnouts[0]!.at, timeZone),
    turnouts,
  }));
}
