import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { durably } from '#server/database/durably.ts';
import { Refusal } from '#server/errors.ts';
import { announce, noNews } from '#server/messages/news.ts';
import { standingOf } from '#server/messages/progress/standing.ts';
import { wakeCascades } from '#server/messages/stop-limits/cascade.ts';

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
    const who = await findPerson(tx, recipientId);
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
    await wakeCascades(tx, [{ reportId, personId }]);
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

async function findPerson(tx: Tx, recipientId: number): Promise<Arriving | null> {
  const { rows } = await sql<Arriving>`
    select r.person_id, r.report_id, p.event_id, s.kind from message_recipients r
    join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    cross join lateral ${standingOf(sql`r.report_id`, sql`r.person_id`)} s
    where r.id = ${recipientId} and r.person_id is not null`.execute(tx);
  return rows[0] ?? null;
}
