import { sql } from 'kysely';
import { DeliveryError } from '#server/channels/channel.ts';
import { repeatedKey } from '#server/channels/rendering/key.ts';
import { commonValues, findText } from '#server/channels/system-mails/deliver.ts';
import { findSendingChannel, handOverText } from '#server/channels/system-mails/over-channel.ts';
import { renderMail } from '#server/channels/system-mails/render.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { DutyPush } from '#server/platform/jobs/queues.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { withoutMoment } from '#shared/event-name.ts';
import { findDeadline } from './due.ts';
import { deadlinePage, deadlineValues } from './remind.ts';

interface Duty {
  identifier: 'deadline_due' | 'task_overdue';
  values: Record<string, string>;
  page: string;
}

/** Notifies devices of an open duty. Throws to be retried. */
export async function sendDutyPush(app: App, { duty, channel: id, to, language }: DutyPush): Promise<void> {
  const open = 'task' in duty ? await openTask(app.db, duty.task) : await openDeadline(app.db, duty, language);
  const channel = open ? await findSendingChannel(app, id) : null;
  const text = open && channel ? await findText(app, open.identifier, language) : null;
  if (!open || !channel || !text) return;
  const { values, page } = open;
  const person = { 'user.firstName': '', 'user.lastName': '', 'person.firstName': '', 'person.lastName': '' };
  const all = { ...(await commonValues(app, language)), ...person, ...values, link: `${app.publicUrl}/#${page}` };
  const key = repeatedKey(app.secrets, `duty ${JSON.stringify(duty)} ${to}`);
  await handOverText(app, channel, { ...renderMail(text, language, all), language, to, urgent: true, key }).catch(
    (error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error;
      app.log.warn({ event: 'duty_push_failed', channel: channel.id, reason: error.reason });
      if (error.kind === 'temporary' || error.kind === 'channel') throw error; // retried
    },
  );
}

async function openTask(db: Db, task: number): Promise<Duty | null> {
  const { rows } = await sql<{ text: string; eventId: number; eventName: string }>`
    select t.text, t.event_id, e.name as event_name from tasks t join events e on e.id = t.event_id
    where t.id = ${task} and t.done_at is null and e.is_active and e.is_running`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const values = { 'event.name': withoutMoment(row.eventName), 'task.text': row.text };
  return { identifier: 'task_overdue', values, page: `/event/${row.eventId}` };
}

async function openDeadline(
  db: Db,
  { deadline, dueAt }: { deadline: number; dueAt: string },
  language: string,
): Promise<Duty | null> {
  const row = await findDeadline(db, deadline);
  if (!row?.dueAt || row.reportedAt || row.waivedAt || row.dueAt.toISOString() !== dueAt) return null;
  const event = await db
    .selectFrom('events')
    .select('name')
    .where('id', '=', row.eventId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!event) return null;
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const values = deadlineValues({ ...row, dueAt: row.dueAt }, event.name, language, timeZone);
  return { identifier: 'deadline_due', values, page: deadlinePage(row) };
}
