import { type RawBuilder, sql } from 'kysely';
import { countedKinds } from '#server/alerting/event-log/counted-kinds.ts';
import { isClosed } from '#server/api/by-person/closed.ts';
import type { DeadlineRow, Row } from '#server/api/graphql/types.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { readIn } from '#shared/administration/translated.ts';
import { type ReportWay, reportWays } from '#shared/deadlines.ts';
import { deadlineKinds } from '#shared/event-log/deadline-kinds.ts';
import { logText } from '#shared/event-log/kinds.ts';
import { situationReportKinds } from '#shared/event-log/situation-report-kinds.ts';
import { taskKinds } from '#shared/event-log/task-kinds.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { draftWords } from './words.ts';

const mostEntries = 60;

const leftOut = [...countedKinds, ...Object.keys({ ...situationReportKinds, ...taskKinds, ...deadlineKinds })];

interface EventFacts {
  name: string;
  mode: string;
  description: string | null;
  eventDate: Date;
  knownAt: Date | null;
  finishedAt: Date | null;
  isRunning: boolean;
  place: string | null;
  typeName: string | null;
  typeNameEn: string | null;
}

type Entry = Pick<Row<'logEntries'>, 'at' | 'kind' | 'text' | 'data'> & { count: number };

/**
 * Returns a report's first text: facts, earlier reports, questions and log. Missing facts are named. Without names of
 * people.
 */
export async function suggestDraft(db: Db, deadline: DeadlineRow, language: string): Promise<string> {
  const { eventId } = deadline;
  const words = textIn(draftWords, language);
  const [{ time_zone: timeZone = 'Europe/Berlin', organisation_name: organisation }, event, earlier, entries] =
    await Promise.all([
      readSettings(db, 'time_zone', 'organisation_name'),
      factsOf(db, sql`e.id = ${eventId}`),
      reportedBefore(db, deadline),
      entriesOf(db, eventId),
    ]);
  const moment = (at: Date | null) =>
    at?.toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone, hour12: false }) ??
    null;
  const line = (label: string, value: string | null | undefined) => `${label}: ${value || words.unknown}`;
  const facts = [
    line(words.organisation, organisation),
    line(words.event, event.name),
    line(words.type, event.typeName && readIn({ name: event.typeName, nameEn: event.typeNameEn }, 'name', language)),
    line(words.place, event.place),
    line(words.began, moment(event.eventDate)),
    line(words.known, moment(event.knownAt)),
    line(
      words.state,
      event.isRunning ? words.running : event.finishedAt ? words.ended(moment(event.finishedAt)!) : null,
    ),
    line(words.description, event.description),
  ];
  const before = earlier.map((one) =>
    [
      `${moment(one.reportedAt)}: ${readIn(one, 'name', language)}`,
      textIn(reportWays[one.way as ReportWay], language),
      ...(one.reference ? [`${words.reference} ${one.reference}`] : []),
    ].join(', '),
  );
  const questions = (readIn(deadline, 'questions', language) ?? '').split('\n').filter((one) => one.trim());
  const log = entries.map((entry) => `${moment(entry.at)}  ${logText(entry, language)}`);
  const more = (entries[0]?.count ?? 0) - entries.length;
  const parts = [
    ...(event.mode === 'LIVE' ? [] : [words.exercise]),
    readIn(deadline, 'name', language),
    facts.join('\n'),
    ...(before.length ? [`${words.reported}\n${before.join('\n')}`] : []),
    ...questions.map((question) => `${question}\n${words.unknown}`),
    `${words.log}\n${log.length ? log.join('\n') : words.unknown}`,
    ...(more > 0 ? [words.more(more)] : []),
  ];
  return parts.join('\n\n');
}

async function factsOf(db: Db, where: RawBuilder<unknown>): Promise<EventFacts> {
  const { rows } = await sql<EventFacts>`
    select e.name, e.mode, e.description, e.event_date, e.known_at, e.finished_at, e.is_running,
      coalesce(concat_ws(', ', l.name, l.address), e.place) as place, t.name as type_name, t.name_en as type_name_en
    from events e left join event_types t on t.id = e.event_type_id left join locations l on l.id = e.location_id
    where ${where}`.execute(db);
  return rows[0]!;
}

async function reportedBefore(db: Db, { id, eventId }: DeadlineRow): Promise<Row<'deadlines'>[]> {
  const { rows } = await sql<Row<'deadlines'>>`
    select * from deadlines where event_id = ${eventId} and id <> ${id} and reported_at is not null
    order by reported_at, id`.execute(db);
  return rows;
}

async function entriesOf(db: Db, eventId: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select coalesce(l.happened_at, l.at) as at, l.kind, l.text, l.data, count(*) over ()::int as count
    from log_entries l
    where l.event_id = ${eventId} and l.kind <> all(${leftOut})
      and not exists (select from log_entries c where c.corrects = l.id)
      and not (l.kind = any(${withheldKinds}::text[]) and exists (
        select from events v where v.id = l.event_id and ${isClosed(sql.ref('v'), sql.ref('l.at'))}))
    order by l.id desc limit ${mostEntries}`.execute(db);
  return rows.sort((one, other) => one.at.getTime() - other.at.getTime());
}
