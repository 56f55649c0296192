import { sql } from 'kysely';
import { allClearsOf } from '#server/alerting/progress/all-clears.ts';
import { asksSafety } from '#server/alerting/progress/asks-safety.ts';
import { loadBoards, type StopLimitProgress } from '#server/alerting/progress/board.ts';
import { listComing } from '#server/alerting/progress/expected.ts';
import type { LimitStanding } from '#server/alerting/progress/goal.ts';
import { nobodyNotifiedByAlarms } from '#server/alerting/progress/nobody-notified.ts';
import { type RollCallFigures, rollCallByGroup } from '#server/alerting/roll-call/roll-call.ts';
import { isClosed, isReportClosed } from '#server/api/by-person/closed.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { readIn } from '#shared/administration/translated.ts';
import { asCorrection } from '#shared/event-log/correction.ts';
import { type LogKind, logText } from '#shared/event-log/kinds.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import type { MonitorFunction, MonitorRollCall, MonitorSafety, MonitorState } from '#shared/monitor.ts';
import { withoutContacts } from './without-contacts.ts';

const mostComing = 12;
const mostPlaces = 24;
const logLines = 3;
// hundreds per alarm, or summarized
const leftOut: readonly LogKind[] = ['answer', 'arrival', 'task_begun', 'monitor_link_created', 'monitor_link_revoked'];
const urgency = { exhausted: 0, stopped: 0, waiting: 1, filled: 2 } as const satisfies Record<
  LimitStanding['state'],
  number
>;

/** Returns the current monitor state of an event in a language. */
export async function monitorState(db: Db, eventId: number, language: string): Promise<MonitorState> {
  const { event, reports, rollCallId } = await eventOf(db, eventId, language);
  const [boards, { people, more, arrived }, rollCall, log, settings] = await Promise.all([
    loadBoards(db, reports),
    listComing(db, reports, mostComing),
    rollCallId === null ? null : rollCallOf(db, rollCallId),
    logOf(db, eventId, language),
    readSettings(db, 'time_zone'),
  ]);
  return {
    at: new Date().toISOString(),
    timeZone: settings.time_zone ?? 'Europe/Berlin',
    event,
    rollCall,
    functions: await functionsOf(
      db,
      reports.flatMap((id) => boards.get(id)!.limits),
    ),
    coming: people.map(({ firstName, lastName, function: name, expectedAt, overdueAt }) => ({
      name: `${firstName} ${lastName}`.trim(),
      function: name && withoutContacts(name),
      expectedAt: expectedAt?.toISOString() ?? null,
      overdueAt: overdueAt?.toISOString() ?? null,
    })),
    moreComing: more,
    arrived,
    stranded: Math.max(0, ...[...boards.values()].map(({ stranded }) => stranded)),
    log,
  };
}

interface EventRow extends Pick<Row<'events'>, 'name' | 'mode' | 'eventDate' | 'finishedAt'> {
  type: string | null;
  typeEn: string | null;
  place: string | null;
  /** Without reports closed by works-council mode. */
  reports: number[];
  /** The newest roll call, also without those closed. */
  rollCallId: number | null;
}

async function eventOf(db: Db, eventId: number, language: string) {
  const { rows } = await sql<EventRow>`
    select e.name, e.mode, e.event_date, e.finished_at, t.name as type, t.name_en as type_en,
      coalesce(l.name, e.place) as place,
      array(select r.id from reports r join report_types rt on rt.id = r.report_type_id and rt.identifier = 'activation'
        where r.event_id = e.id and r.is_active
          and not ${isReportClosed(sql`r.id`)} order by r.id) as reports,
      (select max(r.id) from reports r where r.event_id = e.id and r.is_active and ${asksSafety(sql`r.id`)}
        and exists (select from messages m where m.report_id = r.id and m.launched_at is not null)
        and not ${isReportClosed(sql`r.id`)}) as roll_call_id
    from events e left join locations l on l.id = e.location_id
    left join event_types t on t.id = coalesce(e.event_type_id, e.activation_event_type_id)
    where e.id = ${eventId}`.execute(db);
  const { name, mode, eventDate, finishedAt, type, place, reports, rollCallId } = rows[0]!;
  const event: MonitorState['event'] = {
    name: withoutContacts(name),
    type: type && readIn(rows[0]!, 'type', language),
    place: place && withoutContacts(place),
    mode: mode as MonitorState['event']['mode'],
    since: eventDate.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    allClearAt: (await allClearsOf(db, [eventId])).get(eventId)?.toISOString() ?? null,
    stayedInside: (await nobodyNotifiedByAlarms(db, [eventId])).get(eventId) ?? null,
  };
  return { event, reports, rollCallId };
}

const safetyOf = ({ people, needsHelp, safe }: RollCallFigures): MonitorSafety => ({
  ...{ people, needsHelp, safe },
  notHeard: people - needsHelp - safe,
});

async function rollCallOf(db: Db, reportId: number): Promise<MonitorRollCall | null> {
  const [boards, groups] = await Promise.all([loadBoards(db, [reportId]), rollCallByGroup(db, reportId)]);
  const shown = groups.slice(0, mostPlaces);
  const named = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', 'in', [...shown.map(({ groupId }) => groupId), 0])
    .execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    ...safetyOf(boards.get(reportId)!),
    groups: shown.map(({ groupId, ...figures }) => ({
      name: withoutContacts(names.get(groupId) ?? '–'),
      ...safetyOf(figures),
    })),
    moreGroups: groups.length - shown.length,
  };
}

/** Returns functions; the newest alarm applies. */
async function functionsOf(db: Db, limits: readonly StopLimitProgress[]): Promise<MonitorFunction[]> {
  if (!limits.length) return [];
  const newest = new Map(limits.map((limit) => [limit.groupId, limit]));
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', 'in', [...newest.keys(), 0])
    .execute();
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return [...newest.values()]
    .sort((a, b) => urgency[a.state] - urgency[b.state])
    .map(({ groupId, needed, reached, state }) => ({
      name: withoutContacts(names.get(groupId) ?? '–'),
      needed,
      reached,
      state,
    }));
}

/** Returns the log with corrections instead of corrected entries. */
async function logOf(db: Db, eventId: number, language: string): Promise<MonitorState['log']> {
  const { rows } = await sql<Pick<Row<'logEntries'>, 'at' | 'kind' | 'text' | 'data'> & { isCorrection: boolean }>`
    select coalesce(happened_at, at) as at, kind, text, data, corrects is not null as is_correction
    from log_entries e where event_id = ${eventId} and kind <> all(${leftOut})
      and not exists (select from log_entries where corrects = e.id)
      and not (kind = any(${withheldKinds}::text[]) and exists (
        select from events v where v.id = e.event_id and ${isClosed(sql.ref('v'), sql.ref('e.at'))}))
    order by id desc limit ${logLines}`.execute(db);
  return rows.map(({ at, isCorrection, ...entry }) => {
    const text = withoutContacts(logText(entry, language));
    return { at: at.toISOString(), text: isCorrection ? asCorrection(text, language) : text };
  });
}
