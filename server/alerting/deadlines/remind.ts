import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { organisationZone } from '#server/alerting/event-log/organisation-zone.ts';
import type { DeadlineRow } from '#server/api/graphql/types.ts';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readIn } from '#shared/administration/translated.ts';
import { remindedHours } from '#shared/deadlines.ts';
import { withoutMoment } from '#shared/event-name.ts';
import { localeOf } from '#shared/languages.ts';
import { deadlinesWithDue, hasRealDeadlines, isOpenDeadline } from './due.ts';
import { pushWaysTo } from './push-ways.ts';
import { announceDeadlines, deadlineReference } from './write.ts';

type DueDeadline = DeadlineRow & { dueAt: Date; eventName: string; mode: string };

const isToRemind = sql`(d.due_at <= now() + make_interval(hours => ${sql.lit(remindedHours)})
  and d.reminded_for is distinct from d.due_at)`;

/**
 * Reminds editors of events of each deadline within four hours, once, and again if it moved. Also for finished and
 * archived events. Exercises notify no device.
 */
export async function remindOfDeadlines(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  while (await inTransaction(app.db, (tx) => remindOfNext(app, tx)));
}

async function remindOfNext(app: Pick<App, 'db' | 'jobs'>, tx: Tx): Promise<boolean> {
  const due = await claimNext(tx);
  if (!due) return false;
  const { id, eventId, dueAt } = due;
  const isLive = due.mode === 'LIVE';
  const timeZone = await organisationZone(tx);
  const holders = await findHolders(tx, 'edit_event');
  const mails = holders.map((user) => ({
    identifier: 'deadline_due' as const,
    exercise: !isLive,
    to: user.id,
    language: user.language,
    values: deadlineValues(due, due.eventName, user.language, timeZone),
    page: deadlinePage(due),
  }));
  await sendSystemMail(app, tx, ...mails);
  for (const { id: userId, language } of isLive ? holders : []) {
    const duty = { deadline: id, dueAt: dueAt.toISOString() };
    const ways = await pushWaysTo(tx, { userId });
    await app.jobs.enqueue(tx, 'duty_push', ...ways.map((way) => ({ ...way, duty, language })));
  }
  const data = { ...deadlineReference(due), dueAt, timeZone };
  await appendLog(tx, { eventId, by: null, kind: 'deadline_reminded', data });
  await announceDeadlines(tx, eventId);
  return true;
}

/** Claims a deadline in the transaction of its mails. */
async function claimNext(tx: Tx): Promise<DueDeadline | null> {
  const { rows: found } = await sql<{ id: number }>`
    select d.id from ${deadlinesWithDue(sql`${hasRealDeadlines} and ${isOpenDeadline}`)} d
    where ${isToRemind} order by d.due_at, d.id`.execute(tx);
  for (const { id } of found) {
    const locked = await sql`select 1 from deadlines where id = ${id} for update skip locked`.execute(tx);
    if (!locked.rows.length) continue;
    // it may have been reported since
    const { rows } = await sql<DueDeadline>`
      update deadlines t set reminded_for = d.due_at
      from ${deadlinesWithDue(sql`d.id = ${id} and ${hasRealDeadlines} and ${isOpenDeadline}`)} d join events e on e.id = d.event_id
      where t.id = d.id and ${isToRemind}
      returning d.*, e.name as event_name, e.mode`.execute(tx);
    if (rows[0]) return rows[0];
  }
  return null;
}

/** Returns the values of the texts about a deadline. */
export function deadlineValues(
  due: Pick<DueDeadline, 'name' | 'nameEn' | 'dueAt'>,
  eventName: string,
  language: string,
  timeZone: string,
): Record<string, string> {
  const moment = due.dueAt.toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    'event.name': withoutMoment(eventName),
    'report.title': readIn(due, 'name', language),
    'report.due': moment,
  };
}

/** Returns the path of the page with a deadline. */
export const deadlinePage = ({ eventId, id }: Pick<DeadlineRow, 'eventId' | 'id'>): string =>
  `/event/${eventId}/deadlines?deadline=${id}`;
