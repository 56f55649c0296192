import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { type Renewal, renewRecipients } from '#server/messages/recipients/renew.ts';
import { databaseNow, lockCascades } from './cascade-queries.ts';

/**
 * Opens stop limits again that were reached and are not any more, because somebody took a yes back while the event
 * runs: those who were skipped wait again, and the messages go on. The caller holds the report's messages.
 */
export async function reopenCascades(app: Pick<App, 'secrets'>, tx: Tx, reportId: number): Promise<void> {
  await lockCascades(tx, reportId);
  const { rows: cascades } = await sql<{ id: number }>`
    update cascades c set status = 'running', finished_at = null
    from events e
    where e.id = c.event_id and e.is_running and c.report_id = ${reportId} and c.status = 'reached' and c.needed > (
      select count(*) from cascade_members m
      join lateral (
        select o.kind from answers x join answer_options o on o.id = x.option_id
        where x.report_id = c.report_id and x.person_id = m.person_id order by x.id desc limit 1) a on true
      where m.cascade_id = c.id and a.kind = 'POSITIVE')
    returning c.id`.execute(tx);
  const ids = cascades.map((row) => row.id);
  if (!ids.length) return;
  const { rows } = await sql<Renewal>`
    select distinct r.id, r.target_address as target, r.address_norm as norm, r.is_private
    from cascade_members m
    join cascade_messages cm on cm.cascade_id = m.cascade_id
    join message_recipients r on r.message_id = cm.message_id and r.person_id = m.person_id
    where m.cascade_id = any(${ids}) and not r.superseded
      and r.status = 'skipped' and r.status_reason = 'limit_reached'`.execute(tx);
  await renewRecipients(app, tx, rows, { status: 'pending', at: await databaseNow(tx) });
  await sql`
    update messages set status = 'sending', finished_at = null
    where id in (select message_id from cascade_messages where cascade_id = any(${ids}))
      and status in ('sent', 'sent_with_errors', 'failed')`.execute(tx);
}
