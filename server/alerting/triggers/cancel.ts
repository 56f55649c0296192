import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { holdAlone } from '#server/alerting/event-log/states.ts';
import { stepEvent } from '#server/alerting/events/steps.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { TriggerWay } from '#shared/trigger-ways.ts';

/** Too late once a message may have left. */
export type Cancelled = 'cancelled' | 'too_late';

interface Start {
  triggerId: number;
  name: string;
  way: TriggerWay;
  eventId: number;
  reportId: number;
  isCancelled: boolean;
}

/** Cancels a start while nothing has left; its event ends. Idempotent. */
export async function cancelStart(app: Pick<App, 'db'>, callId: number, by: number | null): Promise<Cancelled> {
  return withRetries(app.db, async (tx) => {
    const { rows } = await sql<Start>`
      select c.trigger_id, t.name, c.way, e.id as event_id, c.report_id, c.cancelled_at is not null as is_cancelled
      from trigger_calls c join triggers t on t.id = c.trigger_id join events e on e.id = c.event_id
      where c.id = ${callId} and c.outcome = 'started' and c.report_id is not null for update of c`.execute(tx);
    const start = rows[0];
    if (!start) throw new Refusal('error_not_found');
    if (start.isCancelled) return 'cancelled';
    await holdAlone(tx, start.eventId);
    if (await hasLeft(tx, callId, start)) return 'too_late';
    await sql`update trigger_calls set cancelled_at = clock_timestamp() where id = ${callId}`.execute(tx);
    const { eventId, triggerId: trigger, name, way } = start;
    await stepEvent(tx, eventId, 'finish', by).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error; // a user has already ended it
    });
    await appendLog(tx, { eventId, by, kind: 'trigger_cancelled', data: { trigger, name, way } });
    return 'cancelled';
  });
}

/** Returns whether a message may have left, and prevents it. Locks like the end of an event. */
async function hasLeft(tx: Tx, callId: number, { eventId, reportId }: Start): Promise<boolean> {
  await sql`select 1 from events where id = ${eventId} for no key update`.execute(tx);
  await sql`select 1 from messages where report_id = ${reportId} order by id for no key update`.execute(tx);
  const { rows } = await sql`
    select 1 from trigger_calls c where c.id = ${callId} and c.undo_until > clock_timestamp() and not exists (
      select 1 from messages m where m.report_id = ${reportId} and m.status = 'sending')
    and not exists (
      select 1 from message_recipients r
      where r.report_id = ${reportId} and (r.attempts > 0 or r.status = 'sending'))`.execute(tx);
  return rows.length === 0;
}
