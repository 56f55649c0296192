import { sql } from 'kysely';
import { actualCosts } from '#server/alerting/costs/actual-cost.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { commonReason, countStatuses, openOf, type StatusCounts } from '#server/alerting/progress/status.ts';
import { foldMessages } from '#server/alerting/progress/tallies.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';

interface Ending {
  id: number;
  reportId: number;
  eventId: number;
  title: string;
  channel: string;
  channelEn: string | null;
  /** A stop limit of the message is in progress. */
  waiting: boolean;
  /** A stop limit wasn't reached or was lost, or some sent recipients have no confirmation. */
  wanting: boolean;
}

const isWanting = sql<boolean>`(exists (
    select 1 from cascade_messages x join cascades k on k.id = x.cascade_id
    where x.message_id = m.id and (k.status = 'exhausted' or k.is_lost))
  or exists (
    select 1 from message_recipients r where r.message_id = m.id and not r.superseded and r.status = 'sent'
      and r.status_reason = 'unconfirmed'))`;

/**
 * Ends a message once all recipients are final and no limit waits: sent, sent with errors, or failed if it reached no
 * one. Skips locked ones.
 */
export async function finishMessage(app: Pick<App, 'db' | 'publicUrl' | 'secrets'>, id: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<Ending>`
      select m.id, m.report_id, r.event_id, m.title, c.name as channel, c.name_en as channel_en,
        exists (select 1 from cascade_messages x join cascades k on k.id = x.cascade_id
          where x.message_id = m.id and k.status = 'running') as waiting,
        ${isWanting} as wanting
      from messages m join reports r on r.id = m.report_id join channels c on c.id = m.channel_id
      where m.id = ${id} and m.status = 'sending' for no key update of m skip locked`.execute(tx);
    const ending = rows[0];
    if (!ending || ending.waiting) return;
    const counts = (await countStatuses(tx, [id])).get(id)!;
    if (openOf(counts) > 0) return;
    const cost = (await actualCosts(app, tx, [id])).get(id) ?? null;
    await end(tx, ending, counts, cost);
    await foldMessages(tx, [id]);
  });
}

/** Returns the final status; missing addresses aren't errors. */
export function endStatusOf(counts: StatusCounts, wanting: boolean): 'sent' | 'sent_with_errors' | 'failed' {
  const got = counts.sent + counts.delivered + counts.read;
  const lost = counts.failed + counts.expired;
  if (lost > 0 && got === 0) return 'failed';
  return lost > 0 || wanting ? 'sent_with_errors' : 'sent';
}

/** Corrects ended messages whose recipients have them after all, in the same transaction. */
export async function correctEnded(tx: Tx, ids: readonly number[]): Promise<void> {
  const counts = ids.length ? await countStatuses(tx, ids) : new Map<number, StatusCounts>();
  for (const id of [...counts.keys()].sort((a, b) => a - b)) {
    const [full, wanting] = [endStatusOf(counts.get(id)!, false), endStatusOf(counts.get(id)!, true)];
    const { rows } = await sql<{ reportId: number; eventId: number }>`
      update messages m set status = o.status, error = case when o.status = 'failed' then m.error end
      from reports p, (
        select m.id, case when ${isWanting} then ${wanting}::text else ${full}::text end as status
        from messages m where m.id = ${id}) o
      where m.id = o.id and p.id = m.report_id and m.status in ${messageStates.finished} and m.status <> o.status
      returning m.report_id, p.event_id`.execute(tx);
    for (const { reportId, eventId } of rows) {
      await publish(tx, { message: [id], report: [reportId], event: [eventId], running: true });
    }
  }
}

async function end(tx: Tx, ending: Ending, counts: StatusCounts, cost: string | null): Promise<void> {
  const { id, reportId, eventId, title, channel, channelEn, wanting } = ending;
  const status = endStatusOf(counts, wanting);
  await sql`
    update messages m set status = ${status}, finished_at = clock_timestamp(),
      cost = coalesce(${cost}::numeric, m.cost),
      error = case when ${status} = 'failed' then coalesce(m.error, ${commonReason}) end
    where id = ${id}`.execute(tx);
  const { suppressed, skipped } = counts;
  const sent = counts.sent + counts.delivered + counts.read;
  const failed = counts.failed + counts.expired;
  await appendLog(tx, {
    eventId,
    by: null,
    kind: 'message_finished',
    data: { message: id, title, channel, channelEn, status, sent, failed, suppressed, skipped },
  });
  await publish(tx, { message: [id], report: [reportId], event: [eventId], running: true }); // perhaps it reached no one
}
