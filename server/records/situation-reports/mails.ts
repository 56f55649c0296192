import { sql } from 'kysely';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { withoutMoment } from '#shared/event-name.ts';
import { localeOf } from '#shared/languages.ts';
import { type DueReport, dueReports } from './overdue.ts';
import type { SituationReportRow } from './rows.ts';

/** Mails possible approvers, except authors and submitter. */
export async function mailApprovers(app: Pick<App, 'jobs'>, tx: Tx, row: SituationReportRow): Promise<void> {
  const { rows } = await sql<{ name: string; mode: string; author: string | null }>`
    select e.name, e.mode, u.first_name || ' ' || u.last_name as author
    from events e left join users u on u.id = ${row.submittedBy} where e.id = ${row.eventId}`.execute(tx);
  const event = rows[0]!;
  const own = [row.insertedBy, row.submittedBy];
  const approvers = (await findHolders(tx, 'approve_situation_report')).filter(({ id }) => !own.includes(id));
  const mails = approvers.map(({ id, language }) => ({
    identifier: 'situation_report_approval_request' as const,
    exercise: event.mode !== 'LIVE',
    to: id,
    language,
    values: {
      'author.name': event.author ?? '',
      'event.name': withoutMoment(event.name),
      'report.number': String(row.number),
    },
    page: `/event/${row.eventId}/situation-report/${row.id}`,
  }));
  await sendSystemMail(app, tx, ...mails);
}

/** Reminds authors once of a due report, recorded in the mails' transaction. */
export async function remindOfDueReports(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const due = await claimDue(tx);
    if (!due.length) return;
    const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(tx, 'time_zone');
    const writers = await findHolders(tx, 'create_situation_report_event');
    const mails = due.flatMap((report) =>
      writers.map(({ id, language }) => ({
        identifier: 'situation_report_due' as const,
        exercise: report.mode !== 'LIVE',
        to: id,
        language,
        values: {
          'event.name': withoutMoment(report.eventName),
          'report.number': String(report.number),
          'report.due': new Date(report.next).toLocaleString(localeOf(language), {
            dateStyle: 'medium',
            timeStyle: 'short',
            timeZone,
          }),
        },
        page: `/event/${report.eventId}/situation-reports`,
      })),
    );
    await sendSystemMail(app, tx, ...mails);
  });
}

/** Claims reports due within a day without a reminder. */
async function claimDue(tx: Tx): Promise<DueReport[]> {
  const { rows } = await sql<DueReport>`
    update situation_reports s set reminded_for = due.next
    from (${dueReports}) due
    where s.id = due.id and s.reminded_for is distinct from due.next
      and due.next collate "C" > to_char((now() - interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS')
    returning due.*`.execute(tx);
  return rows;
}
