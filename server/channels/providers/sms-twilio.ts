import { type Arrival, smsArrival } from '#server/channels/arrival.ts';
import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { gatewayFields } from '#server/channels/http/gateway.ts';
import { isExpiry, reasonOfCode, signedForm } from '#server/channels/http/twilio.ts';
import {
  accountFields,
  accountOf,
  baseField,
  checkAccount,
  create,
  isNumber,
  settingText,
} from '#server/channels/http/twilio-account.ts';
import { priceFields } from '#server/channels/price-fields.ts';
import { providerState } from '#server/channels/receipt-words.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { isName } from '#server/channels/sender-name.ts';
import { advanced } from '#shared/channel-setting.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { smsSize } from '#shared/sms.ts';

/** SMS via Twilio or a compatible gateway. */
export default {
  type: 'sms',
  label: { de: 'SMS über Twilio', en: 'SMS via Twilio' },
  fields: [
    ...accountFields,
    {
      name: 'from',
      kind: 'text',
      maximum: 30,
      label: { de: 'Absender (From)', en: 'Sender (From)' },
      hint: {
        de: 'Nummer mit +, Kurzwahl oder bis zu 11 Buchstaben; leer mit Messaging Service.',
        en: 'Number with +, short code, or up to 11 letters; empty with a messaging service.',
      },
    },
    {
      name: 'messagingServiceSid',
      kind: 'text',
      maximum: 64,
      label: { de: 'Messaging Service SID', en: 'Messaging service SID' },
      hint: { de: 'Beginnt mit MG; an Stelle des Absenders.', en: 'Begins with MG; instead of the sender.' },
    },
    baseField,
    ...advanced(gatewayFields),
    ...priceFields,
  ],
  addresses: ['phone_mobile'],
  shape: 'short',
  cost: smsSize,
  arrives,
  gives: { receipts: true, replies: true },
  hears: (settings) => settingText(settings, 'messagingServiceSid') !== '' || !isName(settingText(settings, 'from')),
  slots: (settings) => Number(settings['maxRequests'] ?? 10),
  check,
  open,
  receive,
} satisfies Adapter;

const longestText = 1_600;

function arrives(outgoing: Outgoing): Arrival {
  const arrival = smsArrival(outgoing);
  return outgoing.text.length > longestText ? { ...arrival, losses: [{ kind: 'too_long' }] } : arrival;
}

function check(settings: Values): Record<string, RefusalKey> {
  const [from, service] = [settingText(settings, 'from'), settingText(settings, 'messagingServiceSid')];
  const isSender = isNumber(from) || /^(?=.*[a-z])[a-z\d ]{1,11}$|^\d{3,8}$/i.test(from);
  const faults = checkAccount(settings);
  if (!from && !service) faults['from'] = 'error_required';
  if (from && !isSender) faults['from'] = 'error_unlike_hint';
  if (service && !/^MG\w+$/.test(service)) faults['messagingServiceSid'] = 'error_unlike_hint';
  return faults;
}

function open(settings: Values, app: AdapterApp): Sender {
  const account = accountOf(settings, 'Messages', app);
  const [from, service] = [settingText(settings, 'from'), settingText(settings, 'messagingServiceSid')];
  if (!account || !(from || service)) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const sender: Record<string, string> = service ? { MessagingServiceSid: service } : { From: from };
  return {
    async send({ recipientId, to, text, secondsLeft, begin }: Outgoing) {
      if (!/^\+[1-9]\d{6,14}$/.test(to)) throw new DeliveryError('permanent', 'address_invalid');
      if (text.length > longestText) throw new DeliveryError('permanent', 'message_too_large');
      const form = new URLSearchParams({ To: to, ...sender, Body: text });
      if (secondsLeft !== undefined) form.set('ValidityPeriod', String(validity(secondsLeft)));
      if (app.callbackUrl && recipientId !== null) form.set('StatusCallback', app.callbackUrl);
      begin();
      return create(account, form);
    },
    close: async () => {},
  };
}

const validity = (seconds: number): number => Math.min(36_000, Math.max(60, Math.round(seconds)));

const states: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  partially_delivered: 'failed', // a part is missing
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
  if (!id) throw new RequestRefused('content');
  const [from, text] = [form.get('From'), form.get('Body')];
  // older accounts report a status as SmsStatus, which replies have too
  const word = form.get('MessageStatus') ?? (text === null ? form.get('SmsStatus') : null);
  if (word && !(text !== null && /^receiv/i.test(word)))
    return { receipts: [receiptOf(id, word, Number(form.get('ErrorCode') ?? 0))], replies: [] };
  if (!from || text === null) throw new RequestRefused('content');
  const inReplyTo = form.get('OriginalRepliedMessageSid');
  return {
    receipts: [],
    replies: [{ id, from, text, ...(inReplyTo ? { inReplyTo } : {}) }],
    response: { type: 'text/xml; charset=utf-8', body: nothingToSay },
  };
}

function receiptOf(externalId: string, word: string, code: number): Receipt {
  const state = providerState(word, states);
  if (!state) throw new RequestRefused('content');
  if (state.status === 'failed' && isExpiry(code)) return { externalId, status: 'expired' };
  const reason = reasonOfCode(code);
  return {
    externalId,
    ...state,
    ...(state.status === 'failed' && (!state.reason || reason !== 'undelivered') ? { reason } : {}),
  };
}
