import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { standingOf } from '#server/messages/progress/standing.ts';
import { type Renewal, renewRecipients } from '#server/messages/recipients/renew.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { databaseNow, lockCascades } from './cascade-queries.ts';

interface Lost {
  id: number;
  isEnded: boolean;
  groupId: number;
  group: string;
  needed: number;
  reached: number;
  overdue: number;
}

/**
 * Opens stop limits again that were reached and are not any more while the event runs, because somebody took a yes back
 * or is overdue: those who were skipped wait again, and the messages go on. Nothing that was stopped starts again: a limit
 * that is closed, or all of whose messages were stopped, ends as it stands, and of the others only messages that were not
 * stopped go on. Answers what the log says of it. The caller holds the report's messages.
 */
export async function reopenCascades(app: Pick<App, 'secrets'>, tx: Tx, reportId: number): Promise<LogContent[]> {
  await lockCascades(tx, reportId);
  const { rows: cascades } = await sql<Lost>`
    update cascades c set status = case when n.is_ended then 'stopped' else 'running' end,
      finished_at = case when n.is_ended then clock_timestamp() end, due_at = case when not n.is_ended then c.due_at end
    from (
      select k.id, count(*) filter (where s.coming) as reached,
        count(*) filter (where s.overdue_at <= clock_timestamp() and s.kind = 'POSITIVE' and not s.coming
          and s.told_at is null) as overdue,
        k.closed_at is not null or not exists (
          select 1 from cascade_messages x join messages g on g.id = x.message_id
          where x.cascade_id = k.id and g.status <> 'cancelled') as is_ended
      from cascades k join cascade_members m on m.cascade_id = k.id
      cross join lateral ${standingOf(sql`k.report_id`, sql`m.person_id`)} s
      where k.report_id = ${reportId} and k.status = 'reached' group by k.id) n, events e, groups g
    where n.id = c.id and e.id = c.event_id and g.id = c.group_id and e.is_running and c.status = 'reached'
      and c.needed > n.reached
    returning c.id, n.is_ended, c.group_id, g.name as group, c.needed, n.reached, n.overdue`.execute(tx);
  const ids = cascades.filter(({ isEnded }) => !isEnded).map(({ id }) => id);
  const { rows } = await sql<Renewal>`
    select distinct r.id, r.target_address as target, r.address_norm as norm, r.is_private
    from cascade_members m
    join cascade_messages cm on cm.cascade_id = m.cascade_id
    join messages g on g.id = cm.message_id and g.status <> 'cancelled'
    join message_recipients r on r.message_id = g.id and r.person_id = m.person_id
    cross join lateral ${standingOf(sql`r.report_id`, sql`m.person_id`)} s
    where m.cascade_id = any(${ids}) and not r.superseded and s.told_at is null
      and r.status = 'skipped' and r.status_reason = 'limit_reached'`.execute(tx);
  await renewRecipients(app, tx, rows, { status: 'pending', at: await databaseNow(tx) });
  await sql`
    update messages set status = 'sending', finished_at = null
    where id in (select message_id from cascade_messages where cascade_id = any(${ids}))
      and status in ('sent', 'sent_with_errors', 'failed')`.execute(tx);
  return cascades.map(({ id: _id, isEnded, overdue, ...limit }) => {
    const data = { report: reportId, ...limit };
    return isEnded
      ? { kind: 'limit_not_reached', data: { ...data, isEnded } }
      : { kind: 'limit_reopened', data: { ...data, overdue } };
  });
}
