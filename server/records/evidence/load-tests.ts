import { sql } from 'kysely';
import { figuresOfReports, noFigures } from '#server/alerting/progress/people-figures.ts';
import { wholeReportAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { alarmsOfEvents, groupOutcomes } from '#server/records/after-action/answers.ts';
import { groupsInFives } from '#server/records/after-action/guard.ts';
import { mostGrouped, mostTests, type PlanTest } from './evidence.ts';
import { shownGroup } from './small-groups.ts';

type TestedEvent = Pick<PlanTest, 'eventId' | 'name' | 'mode' | 'isUnannounced'> & { at: Date };

/** Returns a plan's newest drills and alarms. */
export async function loadTests(ctx: SignedIn, eventType: number): Promise<PlanTest[]> {
  const { db, viewer } = ctx;
  const { rows: events } = await sql<TestedEvent>`
    select e.id as event_id, e.name, e.mode, x.at, exists (select from drills d where d.event_id = e.id) as is_unannounced
    from events e join lateral (
      select min(m.launched_at) as at from reports r join messages m on m.report_id = r.id
      where r.event_id = e.id and m.launched_at is not null) x on x.at is not null
    where coalesce(e.activation_event_type_id, e.event_type_id) = ${eventType} and e.is_active
    order by x.at desc, e.id desc limit ${mostTests}`.execute(db);
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const alarms = (await alarmsOfEvents(db, [...byId.keys()])).reverse();
  const newest = alarms.slice(0, mostTests);
  const figures = await figuresOfReports(
    db,
    newest.map(({ reportId }) => reportId),
  );
  const tests: PlanTest[] = [];
  for (const [at, { reportId, eventId, sentAt }] of newest.entries()) {
    const event = byId.get(eventId)!;
    const isGuarded = (await wholeReportAccess(ctx, reportId)) !== 'open';
    const found = figures.get(reportId) ?? noFigures;
    const isFew = isGuarded && found.people < smallestGroup;
    const outcomes =
      at >= mostGrouped
        ? null
        : isGuarded
          ? await groupsInFives(db, [reportId], viewer.language)
          : await groupOutcomes(db, [reportId]);
    const groups = outcomes?.map(shownGroup) ?? null;
    tests.push({ ...event, reportId, at: sentAt ?? event.at, figures: isFew ? null : found, groups });
  }
  return tests.sort((one, other) => other.at.getTime() - one.at.getTime());
}
