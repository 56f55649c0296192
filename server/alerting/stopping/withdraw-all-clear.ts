import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { mayHaveIt } from '#server/alerting/progress/status.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

interface Withdrawn {
  id: number;
  title: string;
}

/**
 * Reverts an all-clear that was stopped before it reached anyone. What it cancelled stays so. The caller has locked the
 * message.
 */
export async function withdrawAllClear(
  tx: Tx,
  { reportId, eventId }: { reportId: number; eventId: number },
  by: number | null,
): Promise<void> {
  await sql`select 1 from reports where all_clear_id = ${reportId} order by id for no key update`.execute(tx);
  const { rows } = await sql<Withdrawn>`
    update reports p set all_clear_at = null, all_clear_id = null from report_types t
    where p.all_clear_id = ${reportId} and t.id = p.report_type_id and not exists (
      select 1 from messages m where m.report_id = ${reportId} and m.launched_at is not null and (
        m.status <> 'cancelled' or exists (select 1 from message_recipients r where r.message_id = m.id
          and (r.status = 'sending' or ${mayHaveIt}))))
    returning p.id, case when t.identifier = 'activation' then p.title end as title`.execute(tx);
  for (const { id, title } of rows) {
    if (title !== null) await appendLog(tx, { eventId, by, kind: 'all_clear_withdrawn', data: { report: id, title } });
  }
  if (rows.length) await publish(tx, { report: rows.map(({ id }) => id), event: [eventId], running: true });
}
