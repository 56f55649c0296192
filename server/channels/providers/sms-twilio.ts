import {
  type Adapter,
  type AdapterApp,
  type CallbackRequest,
  DeliveryError,
  type Outgoing,
  type Receipt,
  type Received,
  RequestRefused,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { gatewayFields, handOver, wordsOf } from '#server/channels/http/gateway.ts';
import { errorOfCode, reasonOfCode, signedForm } from '#server/channels/http/twilio.ts';
import { priceFields } from '#server/channels/price-fields.ts';
import { smsSize } from '#shared/sms.ts';

/** SMS over Twilio, and over gateways with the same interface. */
export default {
  type: 'sms',
  label: { de: 'SMS über Twilio', en: 'SMS over Twilio' },
  fields: [
    {
      name: 'accountSid',
      kind: 'text',
      maximum: 64,
      required: true,
      label: { de: 'Account SID', en: 'Account SID' },
      hint: { de: 'Beginnt mit AC.', en: 'Begins with AC.' },
    },
    {
      name: 'authToken',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'Auth Token', en: 'Auth token' },
      hint: {
        de: 'Damit werden auch die Rückmeldungen geprüft.',
        en: 'What comes back is checked with it too.',
      },
    },
    {
      name: 'from',
      kind: 'text',
      maximum: 30,
      label: { de: 'Absender (From)', en: 'Sender (From)' },
      hint: {
        de: 'Eine Nummer mit +, oder leer mit Messaging Service.',
        en: 'A number with +, or empty with a messaging service.',
      },
    },
    {
      name: 'messagingServiceSid',
      kind: 'text',
      maximum: 64,
      label: { de: 'Messaging Service SID', en: 'Messaging service SID' },
      hint: { de: 'Beginnt mit MG; an Stelle des Absenders.', en: 'Begins with MG; instead of the sender.' },
    },
    {
      name: 'baseUrl',
      kind: 'text',
      default: 'https://api.twilio.com',
      label: { de: 'Adresse der Schnittstelle', en: 'Address of the interface' },
    },
    ...gatewayFields,
    ...priceFields,
  ],
  addresses: ['phone_mobile'],
  shape: 'short',
  cost: smsSize,
  gives: { receipts: true, replies: true },
  slots: (settings) => Number(settings['maxRequests'] ?? 10),
  open,
  receive,
} satisfies Adapter;

interface Account {
  url: URL;
  sid: string;
  token: string;
  sender: Record<string, string>;
}

function accountOf(settings: Values): Account | null {
  const text = (name: string) => String(settings[name] ?? '').trim();
  const [sid, token, from, service] = [
    text('accountSid'),
    text('authToken'),
    text('from'),
    text('messagingServiceSid'),
  ];
  const base = text('baseUrl').replace(/\/+$/, '');
  const url = URL.parse(`${base}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`);
  if (!url || !sid || !token || !(from || service)) return null;
  return { url, sid, token, sender: service ? { MessagingServiceSid: service } : { From: from } };
}

function open(settings: Values, app: AdapterApp): Sender {
  const account = accountOf(settings);
  if (!account) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const { url, sid, token, sender } = account;
  const headers = {
    authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'accept-encoding': 'identity',
  };
  return {
    async send({ to, text, begin }: Outgoing) {
      if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new DeliveryError('permanent', 'address_invalid');
      const form = new URLSearchParams({ To: to, ...sender, Body: text });
      if (app.callbackUrl) form.set('StatusCallback', app.callbackUrl);
      begin();
      try {
        const { body } = await handOver(url, { method: 'POST', headers, body: form.toString() }, settings, false);
        return taken(body);
      } catch (error) {
        throw error instanceof DeliveryError && error.reason !== 'channel_limit' ? (byCode(error) ?? error) : error;
      }
    },
    close: async () => {},
  };
}

interface Message {
  sid?: unknown;
  error_code?: unknown;
}

/** What a status of success says: a message may be refused in its body all the same. */
function taken(body: Buffer): { externalId?: string } {
  const message = parsed(body);
  const code = Number(message?.error_code ?? 0);
  if (code)
    throw (
      errorOfCode(code, wordsOf(body)) ?? new DeliveryError('permanent', 'message_rejected', { detail: wordsOf(body) })
    );
  return typeof message?.sid === 'string' ? { externalId: message.sid } : {};
}

function parsed(body: Buffer): Message | null {
  try {
    return JSON.parse(body.toString('utf8')) as Message | null;
  } catch {
    return null;
  }
}

/** A refusal told by Twilio's own code, which says more than the status; one without leaves the status. */
function byCode({ detail }: DeliveryError): DeliveryError | undefined {
  const code = /^4\d\d .*"code"\s*:\s*(\d+)/.exec(detail ?? '')?.[1];
  return code ? errorOfCode(Number(code), detail!) : undefined;
}

const states: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};
const nothingToSay = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

function receive(request: CallbackRequest, settings: Values): Received {
  const form = signedForm(request, String(settings['authToken'] ?? ''));
  const id = form.get('MessageSid') ?? form.get('SmsSid');
  const word = form.get('MessageStatus');
  if (!id) throw new RequestRefused('content');
  if (word) return { receipts: [receiptOf(id, word, Number(form.get('ErrorCode') ?? 0))], replies: [] };
  const [from, text] = [form.get('From'), form.get('Body')];
  if (!from || text === null) throw new RequestRefused('content');
  const inReplyTo = form.get('OriginalRepliedMessageSid');
  return {
    receipts: [],
    replies: [{ id, from, text, ...(inReplyTo ? { inReplyTo } : {}) }],
    response: { type: 'text/xml; charset=utf-8', body: nothingToSay },
  };
}

function receiptOf(externalId: string, word: string, code: number): Receipt {
  const status = states[word];
  if (!status) throw new RequestRefused('content'); // a word nobody expected must not pass as success
  return { externalId, status, ...(status === 'failed' ? { reason: reasonOfCode(code) } : {}) };
}
