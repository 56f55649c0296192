import { sql } from 'kysely';
import { sortReplies } from '#server/alerting/answers/replies.ts';
import { joinPieces } from '#server/alerting/answers/reply-pieces.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Loop } from '#server/platform/nodes/loop.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { steadyPace, type WorkPace } from '#server/platform/nodes/work-pace.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { startProgress } from './progress.ts';
import { applyReceipts, isStray, receivedWithin } from './receipts.ts';

const interval = 1_000;
const day = 86_400;
const minute = 60;

/**
 * Settles waiting receipts and replies periodically. Retries unmatched receipts for a minute; at the start and after a
 * failure, those of a day.
 */
export function startSettling(app: Pick<App, 'db' | 'jobs' | 'log'>, pace: WorkPace = steadyPace): Loop {
  const progress = startProgress(app, interval);
  let seconds = day;
  let newest: number | null = null;
  const turn = async () => {
    const span = seconds;
    seconds = day;
    const waiting = await findWaiting(app.db, span);
    if (waiting.receipts) progress.changed(await applyReceipts(app.db, { seconds: span }));
    seconds = minute;
    if (waiting.pieces) await joinPieces(app.db);
    if (waiting.replies || waiting.pieces) await sortReplies(app);
    if (waiting.stray !== newest) await publish(app.db, { channels: true });
    newest = waiting.stray;
  };
  const loop = pace.loop(app.log, 'callbacks', [interval, interval], turn, { calm: usualTimes.slow, isWatched: true });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await progress.stop();
    },
  };
}

interface Waiting {
  receipts: boolean;
  replies: boolean;
  pieces: boolean;
  /** The newest receipt whose message wasn't found in time. */
  stray: number | null;
}

/** Returns whether anything waits, the only cost when idle. */
async function findWaiting(db: Db, seconds: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select exists (select 1 from receipts where ${receivedWithin(seconds)}) as receipts,
      exists (select 1 from replies where sorted_at is null and command is null) as replies,
      exists (select 1 from reply_pieces) as pieces,
      (select id from receipts where ${isStray} order by received_at desc limit 1) as stray`.execute(db);
  return rows[0]!;
}

/** Deletes unmatched receipts and parts after a month, and replies without an event with events. */
export async function purgeCallbacks(db: Db): Promise<void> {
  await sql`delete from receipts where received_at < now() - interval '30 days'`.execute(db);
  await sql`delete from message_parts where inserted_at < now() - interval '30 days'`.execute(db);
  const { retention_months: months } = await readSettings(db, 'retention_months');
  if (!months) return;
  await sql`
    delete from replies where event_id is null and sorted_at < now() - make_interval(months => ${Number(months)}::int)`.execute(
    db,
  );
}
