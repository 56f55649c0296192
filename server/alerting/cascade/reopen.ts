import { sql } from 'kysely';
import type { PendingChanges } from '#server/alerting/messages/changes.ts';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { isEnded } from '#server/alerting/progress/ended.ts';
import { type Renewal, renewRecipients } from '#server/alerting/recipients/renew.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
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

type Told = Pick<PendingChanges, 'lines' | 'unreached' | 'messages'>;

/**
 * Reopens stop limits of a running event after a withdrawn yes or overdue person: skipped people wait again. Stopped
 * messages don't restart; a limit that was closed or has no other message ends with errors. The caller has locked the
 * report's messages.
 */
export async function reopenCascades(app: Pick<App, 'secrets'>, tx: Tx, reportId: number): Promise<Told> {
  await lockCascades(tx, reportId);
  const lost = await takeLost(tx, reportId);
  const [ended, reopened] = [lost.filter((limit) => limit.isEnded), lost.filter((limit) => !limit.isEnded)];
  return {
    lines: lost.map(({ id: _id, isEnded, overdue, ...limit }) => {
      const data = { report: reportId, ...limit };
      return isEnded
        ? { kind: 'limit_not_reached', data: { ...data, isEnded } }
        : { kind: 'limit_reopened', data: { ...data, overdue } };
    }),
    unreached: ended.map(({ group, needed, reached }) => ({ group, needed, reached })),
    messages: [...(await endWithErrors(tx, idsOf(ended))), ...(await goOn(app, tx, idsOf(reopened)))],
  };
}

const idsOf = (limits: readonly Lost[]): number[] => limits.map(({ id }) => id);

async function takeLost(tx: Tx, reportId: number): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    update cascades c set status = case when n.is_ended then 'stopped' else 'running' end, is_lost = n.is_ended,
      finished_at = case when n.is_ended then clock_timestamp() end, due_at = case when not n.is_ended then c.due_at end
    from (
      select k.id, count(*) filter (where s.coming) as reached,
        count(*) filter (where s.overdue_at <= clock_timestamp() and s.kind = 'POSITIVE' and not s.coming
          and s.told_at is null) as overdue,
        ${isEnded('k')} as is_ended
      from cascades k join cascade_members m on m.cascade_id = k.id
      cross join lateral ${answerStateOf(sql`k.report_id`, sql`m.person_id`)} s
      where k.report_id = ${reportId} and k.status = 'reached'
        and exists (select 1 from reports where id = k.report_id and all_clear_at is null) group by k.id) n, events e, groups g
    where n.id = c.id and e.id = c.event_id and g.id = c.group_id and e.is_running and c.status = 'reached'
      and c.needed > n.reached
    returning c.id, n.is_ended, c.group_id, g.name as group, c.needed, n.reached, n.overdue`.execute(tx);
  return rows;
}

/** Marks sent messages as incomplete. */
async function endWithErrors(tx: Tx, cascadeIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'sent_with_errors'
    where id in (select message_id from cascade_messages where cascade_id = any(${cascadeIds})) and status = 'sent'
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function goOn(app: Pick<App, 'secrets'>, tx: Tx, cascadeIds: number[]): Promise<number[]> {
  const { rows } = await sql<Renewal>`
    select distinct r.id, r.target_address as target, r.address_norm as norm, r.is_private
    from cascades c join cascade_members m on m.cascade_id = c.id
    join cascade_messages cm on cm.cascade_id = c.id
    join messages g on g.id = cm.message_id and g.status <> 'cancelled'
    join message_recipients r on r.message_id = g.id and r.person_id = m.person_id and r.id > coalesce(c.closed_after, 0)
    cross join lateral ${answerStateOf(sql`r.report_id`, sql`m.person_id`)} s
    where c.id = any(${cascadeIds}) and not r.superseded and s.told_at is null
      and r.status = 'skipped' and r.status_reason = 'limit_reached'`.execute(tx);
  await renewRecipients(app, tx, rows, { status: 'pending', at: await databaseNow(tx) });
  const going = await sql<{ id: number }>`
    update messages g set status = 'sending', finished_at = null
    from cascades c join cascade_messages cm on cm.cascade_id = c.id
    where c.id = any(${cascadeIds}) and g.id = cm.message_id and g.status in ${messageStates.finished}
      and exists (select 1 from message_recipients r where r.message_id = g.id and r.id > coalesce(c.closed_after, 0))
    returning g.id`.execute(tx);
  return going.rows.map(({ id }) => id);
}
