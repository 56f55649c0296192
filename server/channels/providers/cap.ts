import { whole } from '#server/channels/arrival.ts';
import { type CapMessage, capDocument, capReference } from '#server/channels/cap/document.ts';
import { englishWarning, senderSettings, warningFields } from '#server/channels/cap/fields.ts';
import { type Adapter, DeliveryError, type Values } from '#server/channels/channel.ts';
import { englishFields, relationField, titleSettings, windowSettings } from '#server/channels/publications/fields.ts';
import { publicationUrl, publicPath } from '#server/channels/publications/paths.ts';
import { draftOf, type Publishing, published, publishOnce } from '#server/channels/publications/publish.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';

const hour = 3_600_000;

/** Publishes warnings as CAP 1.2 messages in a public feed and on a public page. */
export default {
  type: 'cap',
  label: { de: 'Warnungen im Common Alerting Protocol 1.2', en: 'Warnings in the Common Alerting Protocol 1.2' },
  fields: [...senderSettings, ...titleSettings, ...windowSettings],
  feedFields: [...warningFields, relationField('update'), ...englishFields, ...englishWarning],
  publicPath,
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  arrives: async (outgoing, settings, app) => {
    const { post } = outgoing;
    if (!post) return whole(outgoing, settings, app);
    const draft = await draftOf(app, { ...outgoing, post });
    return { parts: published(draft), document: capDocument(await warningOf(settings, draft, app)) };
  },
  slots: () => 2,
  check: ({ sender }) => (isSender(sender) ? {} : { sender: 'error_cap_sender' }),
  open: (settings, app) => ({
    send(outgoing) {
      if (!isSender(settings['sender'])) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
      return publishOnce(app, outgoing, async (publishing, db) => {
        const message = await warningOf(settings, publishing, { ...app, db });
        const { expiresAt } = message;
        return { expiresAt, reference: capReference(message), document: capDocument(message) };
      });
    },
    close: async () => {},
  }),
} satisfies Adapter;

async function warningOf(
  { sender, senderName, contact }: Values,
  publishing: Publishing,
  { db, publicUrl }: { db: Db | Tx; publicUrl: string },
): Promise<CapMessage> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { key, channelId, at, post, earlier } = publishing;
  return {
    ...publishing,
    sender: String(sender ?? ''),
    timeZone,
    senderName: String(senderName || post.organisation),
    contact: contact ? String(contact) : null,
    expiresAt: new Date(at.getTime() + Number(post.values['expires']) * hour),
    references: earlier.flatMap(({ reference }) => reference ?? []),
    web: publicationUrl({ publicUrl }, channelId, key),
  };
}

const isSender = (sender: unknown): sender is string => typeof sender === 'string' && /^[^\s,<&]+$/.test(sender);
