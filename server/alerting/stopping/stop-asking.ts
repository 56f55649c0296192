import { holdReport, messagesOf } from '#server/alerting/cascade/cascade-queries.ts';
import { stopCascades } from '#server/alerting/cascade/stop-cascades.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Context } from '#server/platform/context.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';

/** Ends a report's stop limits: reserve people get nothing, asked ones keep their steps. */
export async function stopAsking(ctx: Context, reportId: number): Promise<void> {
  const by = ctx.viewer!.id;
  await withRetries(ctx.db, async (tx) => {
    const report = await tx
      .selectFrom('reports')
      .select(['eventId', 'title'])
      .where('id', '=', reportId)
      .where('isActive', '=', true)
      .executeTakeFirst();
    if (!report) throw new Refusal('error_not_found');
    const open = (await holdReport(tx, reportId)).filter(({ status }) => status === 'running');
    if (!open.length) throw new Refusal('error_message_over');
    const left = await stopCascades(tx, reportId, { all: true, reason: 'stopped', onlyReserve: true });
    const { eventId, title } = report;
    await appendLog(tx, { eventId, by, kind: 'asking_stopped', data: { report: reportId, title, left } });
    const message = await messagesOf(
      tx,
      open.map(({ id }) => id),
    );
    await publish(tx, { message, report: [reportId], event: [eventId], running: true, work: true });
  });
}
