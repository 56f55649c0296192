import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Adapter, DeliveryError, type Outgoing, type Values } from '#server/channels/channel.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { smsSize } from '#shared/sms.ts';

/** SMS through a fake gateway; everything that the program knows about it is in this file. */
export default {
  type: 'sms',
  label: { de: 'SMS über das Test-Gateway', en: 'SMS via the test gateway' },
  fields: [
    { name: 'url', kind: 'text', label: { de: 'Adresse', en: 'Address' } },
    { name: 'secret', kind: 'text', secret: true, label: { de: 'Geheimnis', en: 'Secret' } },
    { name: 'prices', kind: 'text', label: { de: 'Preise', en: 'Prices' } },
  ],
  addresses: ['phone_mobile'],
  shape: 'short',
  cost: smsSize,
  gives: { receipts: true, replies: true },
  slots: () => 4,
  open: (settings) => ({ send: (outgoing) => send(settings, outgoing), close: async () => {} }),
  receive,
} satisfies Adapter;

async function send(settings: Values, { to, text, key, begin }: Outgoing): Promise<{ externalId: string }> {
  if (!settings['url']) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  begin();
  const response = await fetch(String(settings['url']), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ to, text }),
  }).catch((cause: unknown) => {
    throw new DeliveryError('unknown', 'outcome_unknown', { cause });
  });
  if (response.status >= 500) throw new DeliveryError('channel', 'channel_unreachable');
  if (!response.ok) throw new DeliveryError('permanent', 'address_invalid');
  const { id } = (await response.json()) as { id: string };
  return { externalId: id };
}

const states: Readonly<Record<string, Receipt['status']>> = {
  ACCEPTD: 'sent',
  DELIVRD: 'delivered',
  READ: 'read',
  UNDELIV: 'failed',
  EXPIRED: 'expired',
};

type Told =
  | { kind: 'receipt'; id: string; state: string; at: string }
  | { kind: 'reply'; id: string; from: string; text: string; at: string; inReplyTo?: string };

function receive({ headers, path, body }: CallbackRequest, settings: Values): Received {
  const signature = createHmac('sha256', String(settings['secret'])).update(body).digest();
  const given = Buffer.from(String(headers['x-signature']), 'hex');
  if (given.length !== signature.length || !timingSafeEqual(given, signature)) throw new RequestRefused('signature');
  if (path !== 'news') throw new RequestRefused('content');
  const told = parsed(body);
  return {
    receipts: told.flatMap((one) => (one.kind === 'receipt' ? [receiptOf(one)] : [])),
    replies: told.flatMap((one) => (one.kind === 'reply' ? [{ ...one, at: new Date(one.at) }] : [])),
    response: { body: 'thanks' },
  };
}

function parsed(body: Buffer): Told[] {
  try {
    return JSON.parse(body.toString()) as Told[];
  } catch (cause) {
    throw new RequestRefused('content', { cause });
  }
}

function receiptOf({ id, state, at }: Extract<Told, { kind: 'receipt' }>): Receipt {
  const status = states[state];
  if (!status) throw new RequestRefused('content'); // an unknown state must not count as success
  return { externalId: id, status, at: new Date(at) };
}
