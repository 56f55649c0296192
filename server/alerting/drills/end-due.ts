import { type RawBuilder, sql } from 'kysely';
import { stepEvent } from '#server/alerting/events/steps.ts';
import { figuresOfReports, noFigures } from '#server/alerting/progress/people-figures.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { describeError } from '#server/platform/log.ts';
import { mailAuthor } from './mail-author.ts';
import { isRealEventRunning } from './real-event.ts';

type Parts = Pick<App, 'db' | 'jobs' | 'log'>;

/** Ends drills whose time is over, whose event is finished, or all for a real event. */
export async function endDueDrills(app: Parts, at: RawBuilder<Date>): Promise<void> {
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    select d.id, d.ends_at <= ${at}::timestamptz or not coalesce(e.is_running and e.is_active, false) as is_over
    from drills d left join events e on e.id = d.event_id where d.state = 'running' order by d.id`.execute(app.db);
  const isReal = rows.length > 0 && (await isRealEventRunning(app.db));
  for (const { id, isOver } of rows) {
    if (!isOver && !isReal) continue;
    await inTransaction(app.db, (tx) => endDrill(app, tx, id, isOver ? null : 'real_event')).catch((error: unknown) => {
      app.log.warn({ event: 'drill_end_failed', error: describeError(error) });
    });
  }
}

/** Finishes a drill's event and mails the result. Idempotent. */
export async function endDrill(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  id: string,
  reason: 'real_event' | 'cancelled' | null,
): Promise<void> {
  const { rows } = await sql<{ authorId: number | null; eventId: number | null; reportId: number | null }>`
    select author_id, event_id, report_id from drills
    where id = ${id}::uuid and state = 'running' for update skip locked`.execute(tx);
  const drill = rows[0];
  if (!drill) return;
  const { rows: running } = await sql<{ id: number }>`
    select id from events where id = ${drill.eventId} and is_running and is_active`.execute(tx);
  for (const event of running) await stepEvent(tx, event.id, 'finish', reason === 'cancelled' ? drill.authorId : null);
  await sql`
    update drills set state = 'done', reason = ${reason}, ended_at = clock_timestamp() where id = ${id}::uuid`.execute(
    tx,
  );
  const { eventId, reportId } = drill;
  const figures = reportId === null ? null : ((await figuresOfReports(tx, [reportId])).get(reportId) ?? noFigures);
  const ran = eventId !== null && figures ? { eventId, figures } : null;
  await mailAuthor(app, tx, drill.authorId, { eventType: null, reason, ran });
}
