import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';

/**
 * Running events whose last situation report named a moment for the next one (data.nextReport, RFC 3339 in UTC) that
 * has passed; the longest overdue first. The moments are compared as text, so that no odd entry can fail the query.
 */
export async function overdueSituationReports(db: Db, first: number): Promise<Row<'events'>[]> {
  const { rows } = await sql<Row<'events'>>`
    select e.* from events e
    cross join lateral (
      select data ->> 'nextReport' as next from situation_reports where event_id = e.id order by number desc limit 1
    ) last
    where e.is_active and e.is_running and last.next ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*Z$'
      and last.next collate "C" < to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')
    order by last.next collate "C" limit ${first}`.execute(db);
  return rows;
}
