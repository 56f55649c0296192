import { sql } from 'kysely';
import { tellWaiting } from '#server/alerting/progress/tell-waiting.ts';
import { wakeLost, wakeWaiting } from '#server/alerting/recipients/step-wakes.ts';
import { shortDetail } from '#server/channels/told.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

/** What a channel may be unable to do: send, or hear what comes back. */
export type TroubleKind = 'trouble' | 'hearingTrouble';

/** A channel, and why it cannot; null: it can. */
interface Troubled {
  channelId: number;
  kind: TroubleKind;
  reason: string | null;
  /** The provider's words. */
  detail?: string | null;
}

/**
 * Stores why a channel cannot send or hear, or that it can again (`isNews`: it is not stored yet). Alarms that wait for one
 * that cannot send go another way, also those that began to wait meanwhile; those that found no way look again when there
 * is one more.
 */
export async function storeTrouble(
  db: Db,
  { channelId, kind, reason, detail }: Troubled,
  isNews: boolean,
): Promise<void> {
  if (isNews) {
    const words = reason && shortDetail(detail);
    await db
      .updateTable('channels')
      .set({ [kind]: reason, [`${kind}At`]: reason && sql`now()`, [`${kind}Detail`]: words })
      .where('id', '=', channelId)
      .execute();
    await publish(db, { channels: true });
    if (kind === 'trouble') await tellWaiting(db, channelId);
  }
  if (kind === 'trouble') await (reason ? wakeWaiting(db, channelId) : wakeLost(db));
}
