import { sql } from 'kysely';
import { hasProvider, hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type AlarmSteps, delayOf, readAlarmSteps, standardSteps } from '#shared/alarm-steps.ts';

/** A channel as far as a message on it is concerned. */
export type StepChannel = Pick<MessageRow, 'channelId' | 'channel' | 'channelEn' | 'channelType' | 'channelSettings'>;

/** The same with whether it is in trouble. */
export type ActiveChannel = StepChannel & { isSilent: boolean };

/** The steps of an alarm: those of the type it was prepared for, else of its event's, else the standard. */
export async function stepsOf(db: Db | Tx, reportId: number): Promise<AlarmSteps> {
  const { rows } = await sql<{ alarmSteps: unknown }>`
    select t.alarm_steps from reports r join events e on e.id = r.event_id
    join event_types t on t.id = coalesce(r.event_type_id, e.activation_event_type_id, e.event_type_id)
    where r.id = ${reportId}`.execute(db);
  return readAlarmSteps(rows[0]?.alarmSteps) ?? standardSteps;
}

/**
 * The channels that an alarm may be handed over to, in the order of the steps: those that can send to people just now and
 * need nobody's release. One whose handed-over message was stopped stays out.
 */
export async function usableChannels(db: Db | Tx, reportId: number, steps: AlarmSteps): Promise<StepChannel[]> {
  return (await activeChannels(db, reportId, steps)).filter(({ isSilent }) => !isSilent);
}

/** The same with those that are in trouble. */
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
