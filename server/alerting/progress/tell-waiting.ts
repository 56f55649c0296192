import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

/** Notifies viewers of messages on a channel whose state changed. */
export async function tellWaiting(db: Db | Tx, channelId: number): Promise<void> {
  const { rows } = await sql<{ reportId: number; eventId: number }>`
    select distinct m.report_id, p.event_id from messages m join reports p on p.id = m.report_id
    where m.channel_id = ${channelId} and m.status = 'sending'`.execute(db);
  if (!rows.length) return;
  await publish(db, {
    report: rows.map(({ reportId }) => reportId),
    event: [...new Set(rows.map(({ eventId }) => eventId))],
    running: true,
  });
}
