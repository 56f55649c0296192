import { type CalledBack, callbackUrl } from '#server/channels/callback.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { storeHealth } from '#server/channels/health.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { singleKey } from '#server/channels/rendering/key.ts';
import { openSettings, type StoredSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { textIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { commonValues, findText } from './deliver.ts';
import { renderMail } from './render.ts';
import type { SystemMailText } from './text.ts';
import { systemMailTexts } from './texts.ts';

export type SendingChannel = StoredSettings & CalledBack & { name: string; nameEn: string | null; type: string };

export async function findSendingChannel(app: Pick<App, 'db'>, id: number): Promise<SendingChannel | null> {
  const channel = await app.db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.name', 'c.nameEn', 'c.settings', 'c.secrets', 'c.callbackToken', 't.identifier as type'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return channel ?? null;
}

export interface SingleText {
  subject: string;
  text: string;
  html: string | null;
  language: string;
  to: string;
  urgent?: boolean;
  /** For a text to all devices of a person. */
  personId?: number;
  /** The page that a notification opens. */
  url?: string;
  /** The same for every attempt, so that a repetition replaces the notification. */
  key?: string;
}

/** Sends one text without a recipient's row. Throws a DeliveryError. */
export async function handOverText(
  app: App,
  channel: SendingChannel,
  { language, urgent = false, personId, url, key = singleKey(), ...text }: SingleText,
): Promise<void> {
  await refuseWhileHeld(app.db);
  const adapter = adapterFor(channel.type, channel.settings);
  if (!adapter) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const settings = openSettings(app.secrets, adapter, channel);
  const sender = adapter.open(settings, { ...app, callbackUrl: callbackUrl(app, channel) });
  const outgoing = {
    ...text,
    recipientId: null,
    generation: 1,
    personId: personId ?? null,
    ...(url ? { answer: { url, options: [], replyCode: null } } : {}),
    key,
    language: languageOf(language),
    urgent,
    careful: false,
    begin: () => {},
  };
  let failure: DeliveryReason | null = null;
  let isItsOwn = true;
  try {
    await sender.send(outgoing);
  } catch (error) {
    failure = error instanceof DeliveryError ? error.reason : 'outcome_unknown';
    isItsOwn = !(error instanceof DeliveryError) || error.kind === 'channel';
    throw error;
  } finally {
    await sender.close();
    // a wrong address doesn't affect the channel's health
    const health = [{ channel, succeeded: failure === null, failure }];
    if (isItsOwn) await storeHealth(app.db, health).catch(() => undefined); // the message's outcome stays valid
  }
}

/** Sends one of the program's texts, unless switched off. */
export async function sendOverChannel(
  app: App,
  channel: SendingChannel,
  { identifier, ...to }: Addressed & { identifier: SystemMailIdentifier },
): Promise<void> {
  const text = await findText(app, identifier, to.language);
  if (text) await handOverOwn(app, channel, to, text);
}

/** Sends a test message even if its text is switched off, so that success means sending. */
export async function sendTest(app: App, channel: SendingChannel, to: Addressed): Promise<void> {
  const identifier = 'test_message';
  const text = (await findText(app, identifier, to.language)) ?? textIn(systemMailTexts, to.language)[identifier];
  await handOverOwn(app, channel, to, text);
}

type Addressed = Pick<SingleText, 'language' | 'to'>;

async function handOverOwn(app: App, channel: SendingChannel, to: Addressed, text: SystemMailText): Promise<void> {
  const { language } = to;
  const values = { ...(await commonValues(app, language)), 'channel.name': readIn(channel, 'name', language) };
  await handOverText(app, channel, { ...renderMail(text, language, values), ...to });
}
