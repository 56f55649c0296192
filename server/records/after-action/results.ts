import { sql } from 'kysely';
import { eachPersonOnce, type PersonState, personState } from '#server/alerting/progress/people-figures.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { CellRow, CellWriter } from '#server/platform/sheets/cells.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { afterActionWords } from './words.ts';

const pageLength = 500;

/** Columns with typed values. */
export const resultValues = { 6: 'moment', 7: 'moment', 8: 'moment' } as const;

interface Result extends Pick<Row<'people'>, 'id' | 'firstName' | 'lastName'> {
  functions: string | null;
  channels: { name: string; nameEn: string | null }[] | null;
  label: string | null;
  labelEn: string | null;
  answeredAt: Date | null;
  expectedAt: Date | null;
  arrivedAt: Date | null;
}

/** Yields results by recipient name, in batches. */
export async function* resultRows(
  db: Db,
  reports: readonly number[],
  language: string,
  cells: CellWriter,
): AsyncGenerator<readonly CellRow[]> {
  const { person } = textIn(afterActionWords, language);
  const { rows: people } = await sql<{ id: number; state: PersonState | null }>`
    select n.id, max(s.state) as state from people n join (
      select p.who, ${personState} as state from ${eachPersonOnce(sql`${reports}::int[]`)} p
      union all select v.person_id, null from arrivals v where v.report_id = any(${reports})) s on s.who = n.id
    group by n.id order by n.last_name, n.first_name, n.id`.execute(db);
  const states = new Map(people.map(({ id, state }) => [id, state ?? 'not_asked']));
  for (let at = 0; at < people.length; at += pageLength) {
    const page = people.slice(at, at + pageLength).map(({ id }) => id);
    yield (await readResults(db, reports, page)).map((row) => [
      row.lastName,
      row.firstName,
      row.functions ?? '',
      person[states.get(row.id) ?? 'not_asked'],
      (row.channels ?? []).map((channel) => readIn(channel, 'name', language)).join(', '),
      readIn(row, 'label', language),
      cells.moment(row.answeredAt),
      cells.moment(row.expectedAt),
      cells.moment(row.arrivedAt),
    ]);
  }
}

/** Returns people's answers to their newest report. */
async function readResults(db: Db, reports: readonly number[], people: readonly number[]): Promise<Result[]> {
  const { rows } = await sql<Result>`
    select p.id, p.first_name, p.last_name, f.functions, d.channels, h.label, h.label_en, h.at as answered_at, h.expected_at,
      v.at as arrived_at
    from unnest(${people}::int[]) with ordinality as k (id, place) join people p on p.id = k.id
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('name', c.name, 'nameEn', c.name_en))
          filter (where r.status in ${recipientStates.accepted}) as channels
      from message_recipients r join channels c on c.id = r.channel_id
      where r.report_id = any(${reports}) and r.person_id = p.id and not r.superseded) d on true
    left join lateral (
      select o.label, o.label_en, a.at, a.at + make_interval(mins => a.minutes) as expected_at
      from answers a join answer_options o on o.id = a.option_id
      where a.report_id = any(${reports}) and a.person_id = p.id order by a.report_id desc, a.id desc limit 1) h on true
    left join lateral (
      select min(x.at) as at from arrivals x where x.report_id = any(${reports}) and x.person_id = p.id) v on true
    left join lateral (
      select string_agg(distinct g.name, ', ') as functions
      from cascade_members m join cascades c on c.id = m.cascade_id join groups g on g.id = c.group_id
      where m.person_id = p.id and c.report_id = any(${reports})) f on true
    order by k.place`.execute(db);
  return rows;
}
