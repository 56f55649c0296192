import { setImmediate as letOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { type DayPart, dayPartOf } from './day-part.ts';
import { beginLearning, type Experience, type Learner, type PastAlarm, type Turnout } from './learn.ts';

export interface Known {
  experience: Experience;
  now: DayPart;
}

/** Alarms to remember, and to forget at once: older ones are about other people. */
const mostAlarms = 400;
const forgottenAtOnce = 100;

/** The number of turnouts between yields to other work. */
const turn = 100;

interface Learnt {
  /** The newest turnout included. */
  newest: number;
  timeZone: string;
  /** The included alarms, in order. */
  reports: number[];
  learner: Learner;
}

interface Kept {
  learnt: Learnt | null;
  learning: Promise<Learnt> | null;
}

const keptOf = perDatabase((_parts: { db: Db }): Kept => ({ learnt: null, learning: null }));

/** Returns the experience with new alarms, in parts, so that it never blocks. */
export async function experienceOf(db: Db): Promise<Known> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const kept = keptOf({ db });
  const now = dayPartOf(new Date(), timeZone);
  for (;;) {
    const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from turnouts`.execute(db);
    const { learnt } = kept;
    if (learnt?.newest === rows[0]!.newest && learnt.timeZone === timeZone) {
      return { experience: learnt.learner.experience(), now };
    }
    kept.learning ??= learnMore(db, learnt, rows[0]!.newest, timeZone).finally(() => {
      kept.learning = null;
    });
    kept.learnt = await kept.learning;
  }
}

/** Adds alarms; starts over if one is out of order. */
async function learnMore(db: Db, before: Learnt | null, newest: number, timeZone: string): Promise<Learnt> {
  const past = await pastAlarms(db, timeZone);
  const continues =
    before?.timeZone === timeZone && before.reports.every((report, at) => past[at]?.reportId === report);
  const { reports, learner } = continues ? before : { reports: [], learner: beginLearning() };
  let since = 0;
  for (const alarm of past.slice(reports.length)) {
    learner.add(alarm);
    since += alarm.turnouts.length;
    if (since < turn) continue;
    since = 0;
    await letOthers();
  }
  return { newest, timeZone, reports: past.map(({ reportId }) => reportId), learner };
}

interface Counted extends PastAlarm {
  reportId: number;
}

/** Returns the newest counted alarms in order. */
async function pastAlarms(db: Db, timeZone: string): Promise<Counted[]> {
  const { rows } = await sql<Turnout & { reportId: number; at: Date }>`
    with alarms as (select distinct at, report_id from turnouts)
    select t.report_id, t.at, t.group_id, t.asked, t.came
    from (
      select at, report_id from alarms order by at, report_id
      offset (select greatest(0, count(*) - ${mostAlarms}::int + ${forgottenAtOnce}::int - 1) / ${forgottenAtOnce}::int
        * ${forgottenAtOnce}::int from alarms)) looked_at
    join turnouts t on t.at = looked_at.at and t.report_id = looked_at.report_id
    order by t.at, t.report_id, t.id`.execute(db);
  return [...Map.groupBy(rows, ({ reportId }) => reportId)].map(([reportId, turnouts]) => ({
    reportId,
    part: dayPartOf(turnouts[0]!.at, timeZone),
    turnouts,
  }));
}
