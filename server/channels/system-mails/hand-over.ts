import { storeOnce } from '#server/api/files/store.ts';
import { type Attachment, DeliveryError, type Outgoing, type Sender } from '#server/channels/channel.ts';
import { isConfirmed, mailChannels } from '#server/channels/confirmed-server.ts';
import { openConfigured } from '#server/channels/from-environment.ts';
import { storeHealth } from '#server/channels/health.ts';
import { openSettings, type StoredSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { publish } from '#server/platform/live/live.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { RenderedMail } from './render.ts';

/** A mail with its recipient. */
export interface OutgoingMail extends RenderedMail {
  address: string;
  userId: number | null;
  personId: number | null;
  attachments: EnclosedFile[];
  /** The base of the Message-ID, the same on every attempt. */
  jobId: string;
  /** Always goes to the exercise mailbox. */
  exercise?: boolean;
  /** A mailing of a situation report; the mailbox keeps it once, readable for all its readers. */
  situationReportMailId?: number;
  /** Leaves only over SMTP_URL or a confirmed mail server. */
  confirmedOnly?: boolean;
}

/** An attachment; a stored file is kept once. */
export type EnclosedFile = Attachment & { fileId?: number };

/** A mail's way, and a refusal that gave up its address. */
export interface HandedOver {
  way: 'channel' | 'server' | 'mailbox';
  channelId: number | null;
  refusal: DeliveryError | null;
}

/**
 * Sends the mail over the first active e-mail channel, SMTP_URL, or the exercise mailbox. Throws to be retried, and
 * records the reason. Gives up an unknown address.
 */
export async function handOverMail(app: App, mail: OutgoingMail): Promise<HandedOver> {
  await refuseWhileHeld(app.db);
  const way = mail.exercise ? null : await findWay(app, mail.confirmedOnly);
  if (way === 'unconfirmed') throw new DeliveryError('temporary', 'channel_misconfigured');
  if (!way) {
    await keepInMailbox(app, mail);
    return { way: 'mailbox', channelId: null, refusal: null };
  }
  const channelId = way.channel?.id ?? null;
  const handed = { way: channelId === null ? 'server' : 'channel', channelId } as const;
  try {
    await sendOver(way.open(), mail);
    await storeOutcome(app, way, null);
    return { ...handed, refusal: null };
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.kind !== 'permanent') {
      await storeOutcome(app, way, error instanceof DeliveryError ? error.reason : 'outcome_unknown');
      throw error;
    }
    app.log.warn({ event: 'system_mail_refused', job: mail.jobId, user: mail.userId, reason: error.reason });
    return { ...handed, refusal: error };
  }
}

/** A mail server, with its channel if any. */
interface Way {
  channel: StoredSettings | null;
  open(): Sender;
}

async function sendOver(sender: Sender, mail: OutgoingMail): Promise<void> {
  try {
    await sender.send(outgoing(mail));
  } finally {
    await sender.close();
  }
}

async function storeOutcome({ db }: App, { channel }: Way, failure: DeliveryReason | null): Promise<void> {
  if (!channel) return;
  await storeHealth(db, [{ channel, succeeded: failure === null, failure }]).catch(
    () => undefined, // the mail's outcome stays valid
  );
}

/** Returns whether real mail can leave. */
export const hasMailServer = async (app: App): Promise<boolean> => (await findWay(app)) !== null;

/** Returns whether mail that requires a confirmed server has to wait. */
export const mustWait = async (app: App): Promise<boolean> => (await findWay(app, true)) === 'unconfirmed';

/** Finds the server for a mail: a channel, else the environment's; `unconfirmed` if none is confirmed. */
async function findWay(app: App, confirmedOnly = false): Promise<Way | 'unconfirmed' | null> {
  const configured = openConfigured(app);
  const environment = configured && { channel: null, open: () => configured };
  const channels = await mailChannels(app.db);
  const channel = confirmedOnly ? channels.find(isConfirmed) : channels[0];
  if (!channel) return environment ?? (confirmedOnly && channels.length ? 'unconfirmed' : null);
  return {
    channel,
    open: () => channel.adapter.open(openSettings(app.secrets, channel.adapter, channel), app),
  };
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
  const files: number[] = [];
  for (const attached of attachments) files.push(attached.fileId ?? (await storeOnce(app.db, attached)).id);
  await inTransaction(app.db, async (tx) => {
    const kept = await tx
      .insertInto('exerciseMessages')
      .values({ kind: 'mail', address, userId, personId, subject, text, html, situationReportMailId })
      .onConflict((c) => c.column('situationReportMailId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!kept || !files.length) return;
    const rows = files.map((fileId, place) => ({ exerciseMessageId: kept.id, place, fileId }));
    await tx.insertInto('exerciseMessageFiles').values(rows).execute();
  });
  await publish(app.db, { exercise: [0] });
}
