import { type Adapter, DeliveryError } from '#server/channels/channel.ts';

/** Publishes messages on a fake public board: a channel without recipients. */
export default {
  type: 'webfeed',
  label: { de: 'Test-Aushang', en: 'Test notice board' },
  fields: [{ name: 'url', kind: 'text', label: { de: 'Adresse', en: 'Address' } }],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  slots: () => 1,
  open: ({ url }) => ({
    async send({ key, subject, text, begin }) {
      if (!url) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
      begin();
      const body = JSON.stringify({ key, subject, text });
      const response = await fetch(String(url), { method: 'POST', body }).catch((cause: unknown) => {
        throw new DeliveryError('unknown', 'outcome_unknown', { cause });
      });
      if (!response.ok) throw new DeliveryError('permanent', 'message_rejected');
      return {};
    },
    close: async () => {},
  }),
} satisfies Adapter;
