import { sql } from 'kysely';
import { DeliveryError } from '#server/channels/channel.ts';
import { deliverSystemMail, type MailOutcome } from '#server/channels/system-mails/deliver.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import type { App } from '#server/platform/context.ts';
import { queues } from '#server/platform/jobs/queues.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { withoutMoment } from '#shared/event-name.ts';
import { attachmentsToMail } from './attachments.ts';
import { fileName } from './file-name.ts';
import { loadPaper, type Paper } from './paper.ts';
import { printReport } from './print.ts';

interface Mailing {
  id: number;
  personId: number;
  situationReportId: number;
  eventId: number;
  eventName: string;
  mode: string;
  number: number;
}

/**
 * Mails a report to one person, once. A crash in between repeats it with the same Message-ID. Records the last failure.
 */
export async function deliverSituationReport(app: App, mailId: number, jobId: string): Promise<void> {
  const mailing = await take(app, mailId);
  if (!mailing) return;
  try {
    await settle(app, mailing, await send(app, mailing, jobId));
  } catch (error) {
    if (mailing.attempts <= queues.situation_report_mail.retryLimit) throw error;
    await settle(app, mailing, { failure: error instanceof DeliveryError ? error.reason : 'outcome_unknown' });
  }
}

/** Counts the attempt; returns undefined if the mail needs none. */
async function take(app: App, mailId: number): Promise<(Mailing & { attempts: number }) | undefined> {
  const { rows } = await sql<Mailing & { attempts: number }>`
    update situation_report_mails m set attempts = m.attempts + 1
    from situation_reports s join events e on e.id = s.event_id
    where m.id = ${mailId} and m.status = 'queued' and s.id = m.situation_report_id
    returning m.id, m.person_id, m.attempts, s.id as situation_report_id, s.event_id, s.number, e.name as event_name,
      e.mode`.execute(app.db);
  return rows[0];
}

async function send(app: App, mailing: Mailing, jobId: string): Promise<MailOutcome> {
  const to = await mailAddressOf(app.db, mailing.personId);
  if (!to) return { failure: 'no_address' };
  const paper = await loadPaper(app, mailing.situationReportId, to.language);
  if (!paper) return { failure: 'expired' };
  const content = await printOnce(paper);
  const mail = {
    identifier: 'situation_report',
    to: { personId: mailing.personId },
    language: to.language,
    values: { 'event.name': withoutMoment(mailing.eventName), 'report.number': String(mailing.number) },
    exercise: mailing.mode !== 'LIVE',
  } as const;
  const pdf = { name: fileName(paper), mimeType: 'application/pdf', content };
  const attachments = [pdf, ...(await attachmentsToMail(app.db, mailing.situationReportId))];
  return deliverSystemMail(app, mail, jobId, { attachments, situationReportMailId: mailing.id });
}

const printed = new Map<string, Promise<Buffer>>();
const kept = 4;

/** Creates one PDF per version, because printing is slow. */
function printOnce(paper: Paper): Promise<Buffer> {
  const key = sha256(JSON.stringify(paper)).toString('hex');
  const pdf = printed.get(key) ?? printReport(paper);
  printed.delete(key);
  printed.set(key, pdf);
  pdf.catch(() => printed.delete(key));
  for (const oldest of [...printed.keys()].slice(0, -kept)) printed.delete(oldest);
  return pdf;
}

/** Records a mail's result; publishes after the last. */
async function settle(app: App, mailing: Mailing, { way, channelId, failure }: MailOutcome): Promise<void> {
  const { id, situationReportId, eventId } = mailing;
  await app.db
    .updateTable('situationReportMails')
    .set({
      way: way ?? null,
      channelId: channelId ?? null,
      reason: failure,
      status: failure ? 'failed' : 'sent',
      sentAt: failure ? null : new Date(),
    })
    .where('id', '=', id)
    .execute();
  const { rows } = await sql`
    select 1 from situation_report_mails
    where situation_report_id = ${situationReportId} and status = 'queued' limit 1`.execute(app.db);
  if (!rows.length) await publish(app.db, { event: [eventId] });
}
