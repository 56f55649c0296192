import { sql } from 'kysely';
import { isAllClear, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { inReserve } from '#server/alerting/progress/status.ts';
import { endedBy } from '#server/alerting/stopping/all-clear.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { messageSets } from '#shared/delivery-states.ts';

/** The effects of an all-clear. */
export interface AlarmEnd {
  /** Reserve people who won't be asked. */
  reserve: number;
  /** Recipients by channel whose step, retry or turn is cancelled. */
  waiting: { channelId: number; recipients: number }[];
  /** Waiting follow-ups. */
  followUps: number;
}

/** Returns what an all-clear would stop; otherwise null. */
export async function alarmEndOf(db: Db, message: MessageRow | undefined): Promise<AlarmEnd | null> {
  if (!message || !isAllClear(message)) return null;
  const { rows } = await sql<{
    channelId: number;
    recipients: number;
    people: number[];
    isPlanned: boolean;
    reportId: number;
  }>`
    select m.channel_id, m.report_id, m.status in ${messageStates.waiting} as is_planned,
      count(r.id) filter (where not ${inReserve}) as recipients,
      coalesce(array_agg(distinct r.person_id) filter (where ${inReserve}), '{}') as people
    from messages m left join message_recipients r on r.message_id = m.id
      and r.status in ${recipientStates.cancellable} and not r.superseded
    where m.report_id in (${endedBy(message)}) and m.is_active and m.status = any(${messageSets.stoppable})
    group by m.id order by m.id`.execute(db);
  const channels = Map.groupBy(rows, ({ channelId }) => channelId);
  const waiting = [...channels].map(([channelId, some]) => ({
    channelId,
    recipients: some.reduce((sum, { recipients }) => sum + recipients, 0),
  }));
  return {
    reserve: new Set(rows.flatMap(({ people }) => people)).size,
    waiting: waiting.filter(({ recipients }) => recipients > 0),
    followUps: new Set(rows.filter(({ isPlanned }) => isPlanned).map(({ reportId }) => reportId)).size,
  };
}
