import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/connect.ts';
import { containing, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/graphql/page.ts';
import type { Row } from '#server/graphql/types.ts';

/** What a list of a report's people can be narrowed to. */
export type PeopleFilter =
  | 'all'
  | 'reached'
  | 'unreached'
  | 'waiting'
  | 'coming'
  | 'declined'
  | 'unclear'
  | 'unanswered'
  | 'late';

/** Someone a report goes to, whatever the number of channels. */
export interface ReportPerson {
  id: number;
  reportId: number;
  lastName: string;
  firstName: string;
}

const reached = sql`bool_or(r.status in ('sent', 'delivered', 'read'))`;
const waiting = sql`bool_or(r.status in ('pending', 'queued', 'sending', 'retrying'))`;
const failed = sql`bool_or(r.status in ('failed', 'expired', 'suppressed'))`;
const asked = sql`bool_or(m.request_answer and r.status not in ('suppressed', 'pending', 'skipped', 'cancelled'))`;
const answeredKind = (kind: string) => sql`(max(answer.kind) = ${kind})`;

const conditions: Record<PeopleFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  reached,
  unreached: sql`${failed} and not ${reached} and not ${waiting}`,
  waiting: sql`${waiting} and not ${reached}`,
  coming: answeredKind('POSITIVE'),
  declined: answeredKind('NEGATIVE'),
  unclear: answeredKind('NEUTRAL'),
  unanswered: sql`${asked} and max(answer.kind) is null`,
  late: sql`bool_or(answer.late)`,
};

const byName: OrderKey[] = [{ key: 'lastName', text: true }, { key: 'firstName', text: true }, { key: 'id' }];

/** The people a report goes to, each once, by name; a search looks at their names. */
export function listReportPeople(
  ctx: Context,
  reportId: number,
  args: PageArgs & { show?: PeopleFilter | null | undefined; search?: string | null | undefined },
): Promise<Page<ReportPerson>> {
  const { show, search, ...page } = args;
  const term = search?.trim() ? containing(search) : null;
  const named =
    term === null ? sql`true` : sql`p.first_name || ' ' || p.last_name || ' ' || p.first_name ilike ${term}`;
  const name = `report.people:${JSON.stringify([show, term])}`;
  const query = (parent: RawBuilder<number>) => sql<ReportPerson>`
    select p.id, r.report_id, p.last_name, p.first_name
    from message_recipients r join messages m on m.id = r.message_id and m.is_active join people p on p.id = r.person_id
    left join lateral (
      select o.kind, a.late from answers a join answer_options o on o.id = a.option_id
      where a.report_id = r.report_id and a.person_id = r.person_id order by a.id desc limit 1) answer on true
    where r.report_id = ${parent} and not r.superseded and ${named}
    group by p.id, r.report_id, p.last_name, p.first_name having ${conditions[show ?? 'all']}`;
  return nestedPage(ctx, name, reportId, page, query, byName);
}

/** The recipients that stand for these people on a report's messages, by `report:person`, in the order of the steps. */
export async function recipientsOfPeople(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, Row<'messageRecipients'>[]>> {
  const pairs = keys.map((key) => key.split(':').map(Number));
  const { rows } = await sql<Row<'messageRecipients'>>`
    select r.* from unnest(${pairs.map(([report]) => report)}::int[], ${pairs.map(([, person]) => person)}::int[])
      as k (report, person)
    join message_recipients r on r.report_id = k.report and r.person_id = k.person and not r.superseded
    join messages m on m.id = r.message_id and m.is_active
    order by m.handed_over, r.delay_seconds, r.message_id, r.id`.execute(db);
  return Map.groupBy(rows, (row) => `${row.reportId}:${row.personId}`);
}
