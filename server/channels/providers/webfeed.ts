import { whole } from '#server/channels/arrival.ts';
import type { Adapter } from '#server/channels/channel.ts';
import { englishFields, relationField, titleSettings, windowSettings } from '#server/channels/publications/fields.ts';
import { publicPath } from '#server/channels/publications/paths.ts';
import { draftOf, published, publishOnce } from '#server/channels/publications/publish.ts';

export default {
  type: 'webfeed',
  label: { de: 'Öffentliche Seite mit Atom und RSS', en: 'Public page with Atom and RSS' },
  fields: [...titleSettings, ...windowSettings],
  feedFields: [relationField('new'), ...englishFields],
  publicPath,
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  arrives: async (outgoing, settings, app) => {
    const { post } = outgoing;
    return post ? { parts: published(await draftOf(app, { ...outgoing, post })) } : whole(outgoing, settings, app);
  },
  slots: () => 2,
  open: (_settings, app) => ({
    send: (outgoing) => publishOnce(app, outgoing),
    close: async () => {},
  }),
} satisfies Adapter;
