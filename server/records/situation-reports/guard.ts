import { sql } from 'kysely';
import { isClosed, isReportClosed } from '#server/api/by-person/closed.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import type { ReportData } from '#shared/situation-report-data.ts';
import type { AnswerFact, Facts } from '#shared/situation-report-facts.ts';
import { dataOf, type SituationReportRow } from './rows.ts';

/**
 * Returns a report's data: after the event, facts without groups, stop limits and messages to fewer than five people,
 * also if continued. The stored report keeps them.
 */
export async function shownData(ctx: { loaders: Loaders }, row: SituationReportRow): Promise<ReportData> {
  const closed = loader(ctx.loaders, 'situationReport.isClosed', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from situation_reports s join events e on e.id = s.event_id
      where s.id = any(${ids}) and (${isClosed(sql.ref('e'), sql.ref('s.created_at'))} or exists (
        select from reports r where r.event_id = e.id and e.by_person_closed_at is not null and ${isReportClosed(sql`r.id`)}))`.execute(
      db,
    );
    return new Map(rows.map(({ id }) => [id, true]));
  });
  const data = dataOf(row);
  if (!(await closed.load(row.id))) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, isFacts(value) ? guardFacts(value) : value]),
  ) as ReportData;
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && 'source' in value;

const askedIn = ({ positive, negative, neutral, none }: AnswerFact) => positive + negative + neutral + none;

function guardFacts(facts: Facts): Facts {
  if (facts.source === 'answers')
    return { ...facts, groups: facts.groups.filter((line) => line.group === null && askedIn(line) >= smallestGroup) };
  if (facts.source === 'limits') return { ...facts, limits: [] };
  if (facts.source === 'log')
    return { ...facts, entries: facts.entries.filter(({ kind }) => !withheldKinds.includes(kind)) };
  if (facts.source !== 'messages') return facts;
  const messages = facts.messages.filter(({ total }) => total === 0 || total >= smallestGroup);
  return { ...facts, messages, more: facts.more + facts.messages.length - messages.length };
}
