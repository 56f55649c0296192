import { type Attachment, DeliveryError, type Outgoing, type Sender } from '#server/channels/channel.ts';
import { openConfigured } from '#server/channels/from-environment.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { App } from '#server/context.ts';
import { storeOnce } from '#server/files/store.ts';
import { publish } from '#server/live/live.ts';
import type { RenderedMail } from './render.ts';

/** A mail with the one who gets it. */
export interface OutgoingMail extends RenderedMail {
  address: string;
  userId: number | null;
  personId: number | null;
  attachments: Attachment[];
  /** Makes the Message-ID, which stays the same on every attempt. */
  jobId: string;
  /** Never leaves the house: it goes to the exercise mailbox whatever is set up. */
  exercise?: boolean;
  /** Which mailing of a situation report it is: readable for everyone with the mailbox, and kept there once. */
  situationReportMailId?: number;
}

/**
 * Hands the mail to the first active e-mail channel, else to SMTP_URL, else keeps it in the exercise mailbox. Throws to
 * be tried again; an address the server does not know is given up, and its refusal is the answer.
 */
export async function handOver(app: App, mail: OutgoingMail): Promise<DeliveryError | null> {
  const sender = mail.exercise ? null : await openSender(app);
  if (!sender) {
    await keepInMailbox(app, mail);
    return null;
  }
  try {
    await sender.send(outgoing(mail));
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.kind !== 'permanent') throw error;
    app.log.warn({ event: 'system_mail_refused', job: mail.jobId, user: mail.userId, reason: error.reason });
    return error;
  } finally {
    await sender.close();
  }
}

async function openSender(app: App): Promise<Sender | null> {
  const channels = await app.db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.settings', 'c.secrets', 't.identifier as type'])
    .where('t.identifier', '<>', 'exercise')
    .where('c.isActive', '=', true)
    .where('t.isActive', '=', true)
    .orderBy('c.id')
    .execute();
  for (const channel of channels) {
    const adapter = adapterFor(channel.type, channel.settings);
    if (adapter?.shape === 'mail') return adapter.open(openSettings(app.secrets, adapter, channel), app);
  }
  return openConfigured(app);
}

const outgoing = ({ jobId, address, personId, subject, text, html, attachments }: OutgoingMail): Outgoing => ({
  recipientId: null,
  generation: 1,
  personId,
  to: address,
  key: jobId,
  subject,
  text,
  html,
  attachments,
  urgent: false,
  careful: false,
  begin: () => {},
});

async function keepInMailbox(app: App, mail: OutgoingMail): Promise<void> {
  const { address, userId, personId, subject, text, html, attachments, situationReportMailId = null } = mail;
  const [attached] = attachments; // the program never attaches more than one file
  const file = attached ? await storeOnce(app.db, attached) : null;
  await app.db
    .insertInto('exerciseMessages')
    .values({
      kind: 'mail',
      address,
      userId,
      personId,
      subject,
      text,
      html,
      situationReportMailId,
      fileId: file?.id ?? null,
    })
    .onConflict((c) => c.column('situationReportMailId').doNothing())
    .execute();
  await publish(app.db, { exercise: [0] });
}
