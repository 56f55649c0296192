import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { durably } from '#server/database/durably.ts';
import { Refusal } from '#server/errors.ts';
import { announce, noNews } from '#server/messages/news.ts';
import { standingOf } from '#server/messages/progress/standing.ts';
import { addWakes } from '#server/messages/stop-limits/cascade.ts';
import { lockCascades } from '#server/messages/stop-limits/cascade-queries.ts';

/** That somebody is there, or was recorded so by mistake. */
export interface ArrivalChange {
  recipientId: number;
  arrived: boolean;
  /** `link` when the person says it themselves. */
  source: 'link' | 'operator';
  by?: number | null;
}

/**
 * Records that somebody who said yes is there, or takes that back; the same again changes nothing. Whoever is there is not
 * overdue and counts for every stop limit that holds them.
 */
export async function recordArrival(app: Pick<App, 'db' | 'jobs'>, change: ArrivalChange): Promise<void> {
  const { recipientId, arrived, source, by = null } = change;
  await durably(app.db, async (tx) => {
    const who = await holdPerson(tx, recipientId);
    if (!who) throw new Refusal('error_not_found');
    const { personId, reportId, eventId, kind } = who;
    if (arrived && kind !== 'POSITIVE') throw new Refusal('error_not_coming');
    const { rows } = arrived
      ? await sql`
          insert into arrivals (report_id, person_id, source, by_user_id)
          values (${reportId}, ${personId}, ${source}, ${by}) on conflict do nothing returning at`.execute(tx)
      : await sql`delete from arrivals where report_id = ${reportId} and person_id = ${personId} returning at`.execute(
          tx,
        );
    if (!rows.length) return;
    await addWakes(tx, [{ reportId, personId }]);
    const news = noNews(reportId, eventId);
    const data = { report: reportId, person: personId, source };
    await announce(app, tx, { ...news, lines: [{ kind: arrived ? 'arrival' : 'arrival_withdrawn', data }] }, by);
  });
}

interface Arriving {
  personId: number;
  reportId: number;
  eventId: number;
  kind: string | null;
}

/**
 * How the person stands, and no answer of theirs comes in between until the transaction ends: an answer takes the report's
 * cascades first, and where there are none it refers to its person.
 */
async function holdPerson(tx: Tx, recipientId: number): Promise<Arriving | null> {
  const { rows: asked } = await sql<Pick<Arriving, 'personId' | 'reportId'>>`
    select person_id, report_id from message_recipients where id = ${recipientId} and person_id is not null`.execute(
    tx,
  );
  const [who] = asked;
  if (!who) return null;
  await lockCascades(tx, who.reportId);
  await sql`select 1 from people where id = ${who.personId} for update`.execute(tx);
  const { rows } = await sql<Arriving>`
    select ${who.personId}::int as person_id, p.id as report_id, p.event_id, s.kind
    from reports p join events e on e.id = p.event_id and e.is_active
    cross join lateral ${standingOf(sql`p.id`, sql`${who.personId}::int`)} s
    where p.id = ${who.reportId}`.execute(tx);
  return rows[0] ?? null;
}
