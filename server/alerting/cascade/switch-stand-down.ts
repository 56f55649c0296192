import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { featureFor } from '#server/alerting/messages/report-rules.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { notNeeded } from './not-needed.ts';

/** Whether a report's stand-down is on, planned, and sent. */
export interface StandDown {
  on: boolean;
  dueAt: Date | null;
  people: number;
  told: number;
  reached: number;
  noticeId: number | null;
}

export async function loadStandDowns(db: Db, reportIds: readonly number[]): Promise<Map<number, StandDown>> {
  const { rows } = await sql<StandDown & { reportId: number }>`
    select p.id as report_id, p.stand_down as on, s.due_at, s.notice_id,
      case when s.due_at is null then 0 else (select count(*) from (${notNeeded(sql`p.id`)}) n) end as people,
      n.told, n.reached
    from reports p left join stand_downs s on s.report_id = p.id
    cross join lateral (
      select count(distinct r.person_id) as told,
        count(distinct r.person_id) filter (where r.status in ${recipientStates.accepted}) as reached
      from message_recipients r
      where r.report_id = s.notice_id and not r.superseded and r.status not in ${recipientStates.suppressedOrCancelled}) n
    where p.id = any(${reportIds})`.execute(db);
  return new Map(rows.map((row) => [row.reportId, row]));
}

interface Switched {
  title: string;
  eventId: number;
  /** The report has or had running stop limits. */
  limited: boolean;
}

/**
 * Switches a report's stand-down. Off drops a plan; on plans it for a new undo window if limits are reached. Changes
 * before the launch aren't logged.
 */
export async function setStandDown(ctx: Context, reportId: number, on: boolean): Promise<void> {
  const report = await ctx.db
    .selectFrom('reports as r')
    .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
    .select('t.identifier')
    .where('r.id', '=', reportId)
    .where('r.isActive', '=', true)
    .executeTakeFirst();
  if (!report) throw new Refusal('error_not_found');
  if (!can(ctx, featureFor('edit', report.identifier))) throw new Refusal('error_forbidden');
  await withRetries(ctx.db, async (tx) => {
    const { rows } = await sql<Switched>`
      update reports p set stand_down = ${on} where id = ${reportId} and stand_down <> ${on}
      returning title, event_id, exists (select 1 from cascades c where c.report_id = p.id) as limited`.execute(tx);
    const switched = rows[0];
    if (!switched) return;
    // a parallel step may have left a plan with its old time
    await sql`update stand_downs set due_at = null where report_id = ${reportId}`.execute(tx);
    await sql`
      insert into cascade_wakes (cascade_id) select id from cascades
      where report_id = ${reportId} and status = 'reached'`.execute(tx);
    const { title, eventId, limited } = switched;
    const data = { report: reportId, title, on };
    if (limited) await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'stand_down_switched', data });
    await publish(tx, { report: [reportId], event: [eventId], work: true });
  });
}
