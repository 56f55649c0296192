import { sql } from 'kysely';
import { countedKinds } from '#server/alerting/event-log/counted-kinds.ts';
import { loadProgress } from '#server/alerting/progress/board.ts';
import { figuresOfAll, figuresOfReports, noFigures } from '#server/alerting/progress/people-figures.ts';
import { countStatuses, deliveryOf } from '#server/alerting/progress/status.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import { type PersonAccess, wholeEventAccess } from '#server/api/by-person/access.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { adapterFor } from '#server/channels/registry.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import {
  type AfterAction,
  type AlarmOutcome,
  type ChannelOutcome,
  type LimitOutcome,
  mostShown,
  type TimelineEntry,
} from './after-action.ts';
import { answersByChannel, answerTimes, courseOf, groupOutcomes, sentAlarms } from './answers.ts';
import { cameCounts, listCame } from './came.ts';
import { groupsInFives, guardAfterAction } from './guard.ts';

/**
 * Loads after-action data for the viewer. After the event and for viewers who don't see people: only what describes at
 * least five people.
 */
export async function loadAfterAction(
  ctx: Pick<Context, 'db' | 'viewer' | 'loaders'>,
  event: Row<'events'>,
): Promise<AfterAction> {
  const access = await wholeEventAccess(ctx, event.id);
  const whole = await loadWhole(ctx.db, event, access);
  const inFives =
    access !== 'open'
      ? await groupsInFives(
          ctx.db,
          whole.alarms.map(({ reportId }) => reportId),
          ctx.viewer?.language ?? 'de',
        )
      : [];
  return guardAfterAction(whole, access, inFives);
}

async function loadWhole(db: Db, event: Row<'events'>, access: PersonAccess): Promise<AfterAction> {
  const sent = await sentAlarms(db, event.id);
  const reports = sent.map(({ reportId }) => reportId);
  const since = sent.reduce<Date | null>((first, { sentAt }) => earlier(first, sentAt), null);
  const [alarms, reach, channels, groups, limits, counts, came, course, timeline] = await Promise.all([
    alarmOutcomes(db, sent),
    figuresOfAll(db, reports),
    channelOutcomes(db, event.id, reports),
    groupOutcomes(db, reports),
    limitOutcomes(db, reports),
    cameCounts(db, reports),
    listCame(db, reports, mostShown.people),
    since ? courseOf(db, reports, since) : [],
    timelineOf(db, event.id, access !== 'open' ? [...leftOut, ...withheldKinds] : leftOut),
  ]);
  return { event, access, alarms, reach, channels, groups, limits, counts, people: came, course, ...timeline };
}

const earlier = (one: Date | null, other: Date | null) => (one && other && one <= other ? one : (other ?? one));

async function alarmOutcomes(db: Db, sent: Awaited<ReturnType<typeof sentAlarms>>): Promise<AlarmOutcome[]> {
  const reports = sent.map(({ reportId }) => reportId);
  const figures = await figuresOfReports(db, reports);
  const alarms = sent.map((alarm) => ({ ...alarm, ...(figures.get(alarm.reportId) ?? noFigures) }));
  const times = await answerTimes(db, alarms);
  return alarms.map((alarm) => {
    const { firstAt = null, halfAt = null, allAt = null } = times.get(alarm.reportId) ?? {};
    return { ...alarm, firstAt, halfAt, allAt };
  });
}

type ChannelMessage = Pick<Row<'messages'>, 'id' | 'channelId'> &
  Pick<Row<'channels'>, 'name' | 'nameEn' | 'settings'> & { type: string };

/** Returns personal messages by channel. */
async function channelOutcomes(db: Db, eventId: number, reports: readonly number[]): Promise<ChannelOutcome[]> {
  const { rows } = await sql<ChannelMessage>`
    select m.id, m.channel_id, c.name, c.name_en, t.identifier as type, c.settings
    from messages m join reports r on r.id = m.report_id join channels c on c.id = m.channel_id
    join channel_types t on t.id = c.channel_type_id
    where r.event_id = ${eventId} and r.is_active and m.is_active and m.launched_at is not null
      and not ${withdrawn} order by m.id`.execute(db);
  const toPeople = rows.filter(({ type, settings }) => adapterFor(type, settings)?.shape !== 'post');
  const [counts, answers] = await Promise.all([
    countStatuses(
      db,
      toPeople.map(({ id }) => id),
    ),
    answersByChannel(db, reports),
  ]);
  return [...Map.groupBy(toPeople, ({ channelId }) => channelId)].map(([channelId, messages]) => {
    const { name, nameEn, type } = messages[0]!;
    const sums = { messages: 0, handedOver: 0, delivered: 0, failed: 0, suppressed: 0, open: 0 };
    for (const { id } of messages) {
      const { handedOver, delivered, failed, unreachable, underWay } = deliveryOf(counts.get(id)!);
      sums.messages += handedOver + failed + underWay;
      sums.handedOver += handedOver;
      sums.delivered += delivered;
      sums.failed += failed;
      sums.suppressed += unreachable;
      sums.open += underWay;
    }
    const outcome = { channelId, name, nameEn, type, ...sums };
    return { ...outcome, answers: answers.get(channelId) ?? 0 };
  });
}

type LimitRow = Pick<LimitOutcome, 'reportId' | 'group' | 'list' | 'begunAt' | 'endedAt'> & { groupId: number };

async function limitOutcomes(db: Db, reports: readonly number[]): Promise<LimitOutcome[]> {
  if (!reports.length) return [];
  const { rows } = await sql<LimitRow>`
    select c.report_id, c.group_id, g.name as group, c.list_name as list, c.inserted_at as begun_at,
      c.finished_at as ended_at
    from cascades c join groups g on g.id = c.group_id where c.report_id = any(${reports})`.execute(db);
  const about = new Map(rows.map((row) => [`${row.reportId}:${row.groupId}`, row]));
  return (await loadProgress(db, reports)).flatMap(({ reportId, groupId, needed, reached, contacted, state }) => {
    const row = about.get(`${reportId}:${groupId}`);
    if (!row) return [];
    const { group, list, begunAt, endedAt } = row;
    return { reportId, group, list, needed, reached, contacted, state, begunAt, endedAt };
  });
}

// not part of the course
const leftOut: readonly string[] = [...countedKinds, 'monitor_link_created', 'monitor_link_revoked', 'event_updated'];

async function timelineOf(
  db: Db,
  eventId: number,
  left: readonly string[],
): Promise<Pick<AfterAction, 'timeline' | 'moreTimeline'>> {
  const { rows } = await sql<TimelineEntry>`
    select l.*, coalesce(c.happened_at, c.at) as corrects_at,
      exists (select 1 from log_entries x where x.corrects = l.id) as is_corrected
    from log_entries l left join log_entries c on c.id = l.corrects
    where l.event_id = ${eventId} and l.kind <> all(${left})
    order by coalesce(l.happened_at, l.at), l.id limit ${mostShown.timeline + 1}`.execute(db);
  const timeline = rows.slice(0, mostShown.timeline);
  if (rows.length === timeline.length) return { timeline, moreTimeline: 0 };
  const { rows: counted } = await sql<{ all: number }>`
    select count(*) as all from log_entries l where l.event_id = ${eventId} and l.kind <> all(${left})`.execute(db);
  return { timeline, moreTimeline: counted[0]!.all - timeline.length };
}
