import { sql } from 'kysely';
import { oneGroupEach } from '#server/alerting/progress/one-group-each.ts';
import { peopleOfReport } from '#server/alerting/progress/report-people.ts';
import { changesOfReports } from '#server/alerting/progress/tallies.ts';
import { mergeSmall } from '#server/api/by-person/groups-of-five.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';

/** `people` = `safe` + `needsHelp` + unknown ones, which include `notReached`. */
export interface RollCallFigures {
  people: number;
  safe: number;
  needsHelp: number;
  /** Without an answer, and no provider accepted a message. */
  notReached: number;
}

/** The figures of a group's direct members. */
export interface RollCallGroup extends RollCallFigures {
  groupId: number;
  name: string;
}

const mostKept = 100;
// a group may get members without any change of the report
const keptFor = 5000;

interface Kept {
  changes: number;
  until: number;
  groups: RollCallGroup[];
}

const countsOf = perDatabase(({ db }: { db: Db }) => {
  const kept = new Map<number, Kept>();
  return batchByKey(async (reportId: number, watchers: readonly 'watcher'[]) => {
    // a failure is everyone's, so that it isn't repeated for each
    const outcome = await countedGroups(db, kept, reportId).then(
      (result) => ({ result }),
      (refusal: unknown) => ({ refusal }),
    );
    return watchers.map(() => outcome);
  });
});

/**
 * Returns a roll call by group, most needs first. A person counts in each group. Watchers share a count until changes.
 */
export const rollCallByGroup = (db: Db, reportId: number): Promise<RollCallGroup[]> =>
  countsOf({ db })(reportId, 'watcher');

async function countedGroups(db: Db, kept: Map<number, Kept>, reportId: number): Promise<RollCallGroup[]> {
  const changes = (await changesOfReports(db, [reportId])).get(reportId)?.changes ?? 0; // before the count
  const known = kept.get(reportId);
  if (known && known.changes === changes && performance.now() < known.until) return known.groups;
  const groups = await countGroups(db, reportId);
  kept.delete(reportId);
  kept.set(reportId, { changes, until: performance.now() + keptFor, groups });
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return groups;
}

async function countGroups(db: Db, reportId: number): Promise<RollCallGroup[]> {
  const { rows } = await sql<RollCallGroup>`
    select g.id as group_id, g.name, count(*) as people, count(*) filter (where q.safety = 'SAFE') as safe,
      count(*) filter (where q.safety = 'NEEDS_HELP') as needs_help,
      count(*) filter (where q.kind is null and not q.handed) as not_reached
    from ${peopleOfReport(sql`${reportId}::int`)} q
    join person_groups x on x.person_id = q.person_id join groups g on g.id = x.group_id and g.is_active
    where q.questioned
    group by g.id
    order by count(*) filter (where q.safety = 'NEEDS_HELP') desc, count(*) filter (where q.kind is null) desc,
      g.sort_order, g.id`.execute(db);
  return rows;
}

/** The same without single people: each person counts once, and no group or rest has fewer than five. */
export async function rollCallInFives(db: Db, reportId: number): Promise<RollCallGroup[]> {
  const { rows } = await sql<RollCallFigures & { groupId: number | null; name: string }>`
    select g.id as group_id, g.name, count(*) as people, count(*) filter (where q.safety = 'SAFE') as safe,
      count(*) filter (where q.safety = 'NEEDS_HELP') as needs_help,
      count(*) filter (where q.kind is null and not q.handed) as not_reached
    from ${peopleOfReport(sql`${reportId}::int`)} q
    left join ${oneGroupEach(sql`${[reportId]}::int[]`)} o on o.person_id = q.person_id
    left join (select name, min(id) as id from groups where is_active group by name) g on g.name = o.name
    where q.questioned group by g.id, g.name order by g.id`.execute(db);
  const groups = rows.flatMap(({ groupId, ...figures }) => (groupId === null ? [] : [{ groupId, ...figures }]));
  const without = rows.find(({ groupId }) => groupId === null)?.people ?? 0;
  return mergeSmall(groups, { people: without }, (rest, group) => ({ people: rest.people + group.people })).shown;
}
