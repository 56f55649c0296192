import { sql } from 'kysely';
import { tellWaiting } from '#server/alerting/progress/tell-waiting.ts';
import { wakeLost, wakeWaiting } from '#server/alerting/recipients/step-wakes.ts';
import { shortDetail } from '#server/channels/told.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

/** A channel's failure: to send, or to receive. */
export type TroubleKind = 'trouble' | 'hearingTrouble';

interface Troubled {
  channelId: number;
  kind: TroubleKind;
  reason: string | null;
  detail?: string | null;
}

/**
 * Stores why a channel can't send or receive, or that it works (`isNews`: not stored yet). Waiting alarms use another
 * channel, or retry when one works.
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
