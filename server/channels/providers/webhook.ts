import { type Adapter, DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { allowedOf } from '#server/platform/network-address.ts';
import { type PostResult, postOutbound } from '#server/platform/outbound/post.ts';
import { signedHeaders } from '#server/platform/outbound/signature.ts';

const timeout = 15_000;
const leastSecret = 24;

/** Posts each message once, signed by Standard Webhooks; see docs/channels/webhook.md. */
export default {
  type: 'webhook',
  label: { de: 'Webhook (Standard Webhooks)', en: 'Webhook (Standard Webhooks)' },
  fields: [
    {
      name: 'url',
      kind: 'webAddress',
      required: true,
      label: { de: 'Adresse des Empfängers', en: 'Address of the receiver' },
      hint: {
        de: 'Beginnt mit https://; eine Adresse im eigenen Netz nur, wenn der Betreiber sie mit WEBHOOK_ALLOWED_HOSTS erlaubt.',
        en: 'Must begin with https://. An address in your own network also needs WEBHOOK_ALLOWED_HOSTS, set by the operator.',
      },
    },
    {
      name: 'secret',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'Geheimnis für die Signatur', en: 'Secret for the signature' },
      hint: {
        de: 'Nennt Ihnen der Betreiber des Empfängers, der damit prüft, wer ihm schreibt: whsec_ und mindestens 24 zufällige Bytes in Base64.',
        en: 'You get it from the operator of the receiver, which uses it to verify the sender: whsec_ followed by at least 24 random bytes in Base64.',
      },
    },
  ],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'program',
  slots: () => 2,
  check: ({ secret }) => (keyOf(secret).length < leastSecret ? { secret: 'error_webhook_secret' } : {}),
  open({ url: address, secret }, { config }) {
    const allowed = allowedOf(config.WEBHOOK_ALLOWED_HOSTS);
    return {
      async send(outgoing) {
        const url = URL.parse(String(address ?? ''));
        if (!url || keyOf(secret).length < leastSecret) throw misconfigured('');
        const body = bodyOf(outgoing);
        outgoing.begin();
        const headers = {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'accept-encoding': 'identity',
          'user-agent': 'Meldekette-Webhooks',
          'idempotency-key': outgoing.key,
          ...signedHeaders([String(secret)], outgoing.key, body),
        };
        const reply = await postOutbound(url, headers, body, { allowed, timeout });
        if (reply.error !== null) throw errorOf(reply);
        return { externalId: outgoing.key };
      },
      close: async () => {},
    };
  },
} satisfies Adapter;

const keyOf = (secret: unknown) => Buffer.from(String(secret ?? '').replace(/^whsec_/, ''), 'base64');

/** Contains no personal data. */
function bodyOf({ subject: title, text, post: about }: Outgoing): string {
  const timestamp = new Date().toISOString();
  if (!about) return JSON.stringify({ type: 'message.test', timestamp, data: { message: { title, text } } });
  const { messageId, reportId, reportType, eventId, eventName, eventType, organisation, language } = about;
  return JSON.stringify({
    type: 'message.published',
    timestamp,
    data: {
      mode: 'LIVE', // other messages go to the exercise mailbox
      organisation,
      message: { id: messageId, title, text, language },
      report: { id: reportId, type: reportType },
      event: { id: eventId, name: eventName, type: eventType },
    },
  });
}

const misconfigured = (detail: string) =>
  new DeliveryError('channel', 'channel_misconfigured', { broken: true, detail });

/** The key makes a second copy harmless, so an unknown outcome is retried. */
function errorOf({ status, error, retryAfter, response }: PostResult): DeliveryError {
  const detail = [status, error, response].filter(Boolean).join(' ');
  const details = { detail, ...(retryAfter === null ? {} : { retryAfter }) };
  if (status === null) {
    if (error === 'blocked') return misconfigured(detail);
    if (error === 'tls') return new DeliveryError('channel', 'channel_tls', details);
    if (error === 'dns') return new DeliveryError('channel', 'channel_unreachable', details);
    return new DeliveryError('temporary', 'connection_lost', details);
  }
  if (status === 401 || status === 403)
    return new DeliveryError('channel', 'channel_credentials', { ...details, broken: true });
  if (status === 429 || status === 503) return new DeliveryError('channel', 'channel_limit', details);
  if (status === 408 || status === 425 || status >= 500)
    return new DeliveryError('temporary', 'recipient_deferred', details);
  return new DeliveryError('permanent', 'message_rejected', details);
}
