import { sql } from 'kysely';
import { hasProvider, hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type AlarmSteps, delayOf, readAlarmSteps, standardSteps } from '#shared/alarm-steps.ts';

/** A channel's fields for a message. */
export type StepChannel = Pick<MessageRow, 'channelId' | 'channel' | 'channelEn' | 'channelType' | 'channelSettings'>;

/** The same, with whether it is failing. */
export type ActiveChannel = StepChannel & { isSilent: boolean };

/** Returns an alarm's steps: of its prepared event type, its event's, or the default. */
export async function stepsOf(db: Db | Tx, reportId: number): Promise<AlarmSteps> {
  const { rows } = await sql<{ alarmSteps: unknown }>`
    select t.alarm_steps from reports r join events e on e.id = r.event_id
    join event_types t on t.id = coalesce(r.event_type_id, e.activation_event_type_id, e.event_type_id)
    where r.id = ${reportId}`.execute(db);
  return readAlarmSteps(rows[0]?.alarmSteps) ?? standardSteps;
}

/**
 * Returns an alarm's fallback channels in order: those that send to people without approval, and whose fallback message
 * wasn't stopped.
 */
export async function usableChannels(db: Db | Tx, reportId: number, steps: AlarmSteps): Promise<StepChannel[]> {
  return (await activeChannels(db, reportId, steps)).filter(({ isSilent }) => !isSilent);
}

/** The same, including failing channels. */
export async function activeChannels(db: Db | Tx, reportId: number, steps: AlarmSteps): Promise<ActiveChannel[]> {
  const { rows } = await sql<ActiveChannel>`
    select c.id as channel_id, c.name as channel, c.name_en as channel_en, t.identifier as channel_type,
      c.settings as channel_settings, c.trouble is not null as is_silent
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and not c.requires_release and not t.requires_release
      and t.identifier <> 'exercise' and not exists (
        select 1 from messages m where m.report_id = ${reportId} and m.channel_id = c.id and m.handed_over
          and m.status = 'cancelled')
    order by c.id`.execute(db);
  return rows
    .filter((channel) => hasProvider(channel) && hasRecipients(channel))
    .sort((a, b) => delayOf(steps, a.channelType) - delayOf(steps, b.channelType));
}
