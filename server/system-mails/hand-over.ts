import { createTransport } from 'nodemailer';
import type { App } from '../context.ts';
import { publish } from '../live/live.ts';
import type { Attachment } from './deliver.ts';
import type { RenderedMail } from './render.ts';

/** A mail with the one who gets it. */
export interface OutgoingMail extends RenderedMail {
  address: string;
  userId: number | null;
  personId: number | null;
  files: Attachment[];
  /** Makes the Message-ID, which stays the same on every attempt. */
  jobId: string;
}

/** Hands the mail to the mail server, or keeps it in the exercise mailbox where none is set up; throws to be tried again. */
export async function handOver(app: App, mail: OutgoingMail): Promise<void> {
  if (app.config.SMTP_URL) await overSmtp(app, app.config.SMTP_URL, mail);
  else await keepInMailbox(app, mail);
}

async function overSmtp(app: App, url: string, mail: OutgoingMail): Promise<void> {
  const host = URL.parse(app.publicUrl)?.hostname ?? 'localhost';
  const from = app.config.MAIL_FROM ?? `no-reply@${host}`;
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  const envelope = { from: /<([^<>]+)>/.exec(from)?.[1] ?? from, to: [mail.address] };
  try {
    await transport.sendMail({
      envelope, // never derived from headers, which would parse what people typed
      from,
      to: { name: '', address: mail.address },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.jobId}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: mail.files.map(({ name, mimeType, content }) => ({
        filename: name ?? 'attachment',
        contentType: mimeType,
        content,
      })),
    });
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const refused = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 550 && responseCode <= 553;
    if (!refused) throw error;
    app.log.warn({ event: 'system_mail_refused', job: mail.jobId, user: mail.userId, responseCode }); // for good
  } finally {
    transport.close();
  }
}

async function keepInMailbox(
  app: App,
  { address, userId, personId, subject, text, html }: OutgoingMail,
): Promise<void> {
  const kept = await app.db
    .insertInto('exerciseMessages')
    .values({ kind: 'mail', address, userId, personId, subject, text, html })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publish(app.db, { exercise: [kept.id] });
}
