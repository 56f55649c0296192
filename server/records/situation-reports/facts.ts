import { sql } from 'kysely';
import { countedKinds } from '#server/alerting/event-log/counted-kinds.ts';
import { holdLog } from '#server/alerting/event-log/log.ts';
import { eventStateOf } from '#server/alerting/event-log/states.ts';
import { allClearsOf } from '#server/alerting/progress/all-clears.ts';
import { asksSafety } from '#server/alerting/progress/asks-safety.ts';
import { loadProgress } from '#server/alerting/progress/board.ts';
import { eachPersonOnce, figuresOfAll } from '#server/alerting/progress/people-figures.ts';
import { countStatuses, deliveryOf } from '#server/alerting/progress/status.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { situationReportKinds } from '#shared/event-log/situation-report-kinds.ts';
import type { ReportData } from '#shared/situation-report-data.ts';
import { fieldsOf } from '#shared/situation-report-data.ts';
import { type AnswerFact, type Facts, factRows } from '#shared/situation-report-facts.ts';
import type { SituationReportTemplate, TemplateField } from '#shared/situation-report-template.ts';
import { dataOf, type SituationReportRow, templateOf } from './rows.ts';

type Source = NonNullable<TemplateField['source']>;
type Collected<S extends Source> = Omit<Extract<Facts, { source: S }>, 'at'>;

/** The event, and the last old log entry (0: none). */
export interface FactScope {
  eventId: number;
  after: number;
}

/** Returns a template's facts by field. */
export async function collectFacts(tx: Tx, template: SituationReportTemplate, scope: FactScope): Promise<ReportData> {
  const at = new Date().toISOString();
  const data: ReportData = {};
  for (const { key, source } of fieldsOf(template)) {
    if (source) data[key] = { at, ...(await collectors[source](tx, scope)) } as Facts;
  }
  return data;
}

/** Returns a report's last log entry, where the next continues. */
export async function logReadTo(tx: Tx, row: SituationReportRow): Promise<number> {
  const key = fieldsOf(templateOf(row)).find(({ source }) => source === 'log')?.key;
  const facts = key === undefined ? null : (dataOf(row)[key] as Facts | null | undefined);
  if (facts?.source === 'log' && facts.last !== undefined) return facts.last;
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from log_entries
    where event_id = ${row.eventId} and at <= ${row.createdAt}`.execute(tx);
  return rows[0]!.id;
}

const collectors: { [S in Source]: (tx: Tx, scope: FactScope) => Promise<Collected<S>> } = {
  event: eventFacts,
  messages: messageFacts,
  answers: answerFacts,
  limits: limitFacts,
  tasks: taskFacts,
  log: logFacts,
};

async function eventFacts(tx: Tx, { eventId }: FactScope): Promise<Collected<'event'>> {
  const event = await tx
    .selectFrom('events as e')
    .leftJoin('eventTypes as t', 't.id', 'e.eventTypeId')
    .leftJoin('locations as l', 'l.id', 'e.locationId')
    .select(['e.name', 'e.eventDate', 't.name as eventType', 't.nameEn as eventTypeEn', 'l.address'])
    .select(({ fn }) => fn.coalesce('l.name', 'e.place').as('place'))
    .where('e.id', '=', eventId)
    .executeTakeFirstOrThrow();
  const state = (await eventStateOf(tx, eventId)) as 'draft' | 'running' | 'finished';
  const allClear = (await allClearsOf(tx, [eventId])).get(eventId);
  const location = [event.place, event.address].filter(Boolean).join(', ') || null;
  const eventDate = event.eventDate.toISOString();
  const { name, eventType, eventTypeEn } = event;
  return {
    source: 'event',
    name,
    eventType,
    ...(eventTypeEn ? { eventTypeEn } : {}),
    eventDate,
    location,
    state,
    ...(allClear && { allClearAt: allClear.toISOString() }),
  };
}

async function messageFacts(tx: Tx, { eventId }: FactScope): Promise<Collected<'messages'>> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.title, c.name as channel, c.name_en as channel_en, m.launched_at as at, count(*) over () as all
    from messages m join reports r on r.id = m.report_id join channels c on c.id = m.channel_id
    where r.event_id = ${eventId} and r.is_active and m.is_active
      and m.launched_at is not null and not ${withdrawn}
    order by m.launched_at desc, m.id desc limit ${factRows.messages}`.execute(tx);
  const counts = await countStatuses(
    tx,
    rows.map(({ id }) => id),
  );
  const messages = rows.map(({ id, title, channel, channelEn, at }) => {
    const english = channelEn ? { channelEn } : {};
    return { title, channel, ...english, at: at.toISOString(), ...deliveryOf(counts.get(id)!) };
  });
  return { source: 'messages', messages, more: (rows[0]?.all ?? 0) - rows.length };
}

type MessageRow = Pick<Row<'messages'>, 'id' | 'title'> & {
  channel: string;
  channelEn: string | null;
  at: Date;
  all: number;
};

/** Counts newest answers, in every group; the first line counts everyone once. */
async function answerFacts(tx: Tx, { eventId }: FactScope): Promise<Collected<'answers'>> {
  const found = await sql<{ id: number }>`
    select r.id from reports r where r.event_id = ${eventId} and r.is_active and not ${asksSafety(sql`r.id`)}`.execute(
    tx,
  );
  const reports = found.rows.map(({ id }) => id);
  const { rows } = await sql<AnswerFact>`
    with present as (
      select person_id as who, true as arrived from arrivals
      where report_id = any(${reports}) and person_id is not null group by person_id),
    everyone as (
      select who, p.kind, coalesce(p.asked or p.kind is not null, false) as asked, arrived
      from ${eachPersonOnce(sql`${reports}::int[]`)} p full join present using (who)),
    lines as (
      select null::int as group_id, kind, asked, arrived from everyone where asked or arrived
      union all
      select g.group_id, p.kind, p.asked, p.arrived from everyone p join person_groups g on g.person_id = p.who
      where p.asked or p.arrived)
    select g.name as group, count(*) filter (where kind = 'POSITIVE') as positive,
      count(*) filter (where kind = 'NEGATIVE') as negative, count(*) filter (where kind = 'NEUTRAL') as neutral,
      count(*) filter (where asked and kind is null) as none, count(*) filter (where arrived) as arrived
    from lines l left join groups g on g.id = l.group_id where l.group_id is null or g.is_active
    group by l.group_id, g.id order by l.group_id is not null, g.sort_order, g.id`.execute(tx);
  const { people, asked, reserve, waiting, unreachable, notAsked } = await figuresOfAll(tx, reports);
  return { source: 'answers', groups: rows, people: { people, asked, reserve, waiting, unreachable, notAsked } };
}

async function limitFacts(tx: Tx, { eventId }: FactScope): Promise<Collected<'limits'>> {
  const reports = await tx
    .selectFrom('reports')
    .select('id')
    .where('eventId', '=', eventId)
    .where('isActive', '=', true)
    .orderBy('id')
    .execute();
  const limits = await loadProgress(
    tx,
    reports.map(({ id }) => id),
  );
  const groups = await tx.selectFrom('groups').select(['id', 'name']).execute();
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    source: 'limits',
    limits: limits.map(({ groupId, needed, reached, contacted }) => {
      return { group: names.get(groupId) ?? '–', needed, reached, contacted };
    }),
  };
}

async function taskFacts(tx: Tx, { eventId }: FactScope): Promise<Collected<'tasks'>> {
  const { rows } = await sql<Pick<Row<'tasks'>, 'text' | 'dueAt' | 'doneAt'> & TaskNames & { all: number }>`
    select t.text, g.name as group, t.due_at, t.done_at, u.first_name || ' ' || u.last_name as done_by,
      count(*) over () as all
    from tasks t left join groups g on g.id = t.group_id left join users u on u.id = t.done_by
    where t.event_id = ${eventId}
    order by t.done_at is not null, t.done_at desc, t.due_at nulls last, t.id limit ${factRows.tasks}`.execute(tx);
  const tasks = rows.map(({ text, group, dueAt, doneAt, doneBy }) => {
    return { text, group, dueAt: dueAt?.toISOString() ?? null, doneAt: doneAt?.toISOString() ?? null, doneBy };
  });
  return { source: 'tasks', tasks, more: (rows[0]?.all ?? 0) - rows.length };
}

type TaskNames = { group: string | null; doneBy: string | null };

const leftOut = [...countedKinds, ...Object.keys(situationReportKinds)];

type LogRow = Pick<Row<'logEntries'>, 'at' | 'kind' | 'text' | 'data'> & {
  correctsAt: Date | null;
  isCorrected: boolean;
  all: number;
};

/**
 * Returns the log without entries counted elsewhere. Locks it, so that no entry is missed by this and the next report.
 */
async function logFacts(tx: Tx, { eventId, after }: FactScope): Promise<Collected<'log'>> {
  await holdLog(tx, eventId);
  const { rows } = await sql<LogRow>`
    select coalesce(l.happened_at, l.at) as at, l.kind, l.text, l.data, coalesce(c.happened_at, c.at) as corrects_at,
      exists (select 1 from log_entries x where x.corrects = l.id) as is_corrected, count(*) over () as all
    from log_entries l left join log_entries c on c.id = l.corrects
    where l.event_id = ${eventId} and l.id > ${after} and l.kind <> all(${leftOut})
    order by l.id desc limit ${factRows.log}`.execute(tx);
  const entries = rows
    .toReversed()
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, kind, text, data, correctsAt, isCorrected }) => ({
      ...{ at: at.toISOString(), kind, text, data },
      ...(correctsAt ? { corrects: correctsAt.toISOString() } : {}),
      ...(isCorrected ? { isCorrected } : {}),
    }));
  const { rows: read } = await sql<{ last: number }>`
    select coalesce(max(id), 0) as last from log_entries where event_id = ${eventId}`.execute(tx);
  return { source: 'log', entries, more: (rows[0]?.all ?? 0) - rows.length, last: read[0]!.last };
}
