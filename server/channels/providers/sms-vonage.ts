import { type Meaning, meanings, refusal, smsProvider, toldIn, wordIn } from '#server/channels/http/sms-provider.ts';
import { providerState } from '#server/channels/receipt-words.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** SMS via Vonage (formerly Nexmo). */
export default smsProvider({
  label: { de: 'SMS über Vonage', en: 'SMS via Vonage' },
  address: 'https://rest.nexmo.com',
  account: [
    {
      name: 'apiKey',
      kind: 'text',
      maximum: 50,
      required: true,
      label: { de: 'API-Schlüssel (key)', en: 'API key' },
      hint: { de: 'Auf der Startseite der Vonage-Konsole.', en: 'On the first page of Vonage’s dashboard.' },
    },
    {
      name: 'apiSecret',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'API-Geheimnis (secret)', en: 'API secret' },
      hint: {
        de: 'Steht daneben. Für Antworten tragen Sie die Rückmeldeadresse bei Ihrer Nummer als „Inbound SMS webhook“ ein.',
        en: 'Next to the API key. For replies, enter the callback address at your number as “Inbound SMS webhook”.',
      },
    },
  ],
  sender: {
    required: true,
    hint: {
      de: 'Bis zu 11 Buchstaben, oder eine Nummer von Vonage, an die Antworten gehen.',
      en: 'Up to 11 letters, or a Vonage number for replies.',
    },
  },
  gives: { receipts: true, replies: true },
  request: (setting, { to, text, key, isUnicode, seconds, callback }) => ({
    path: '/sms/json',
    body: new URLSearchParams({
      api_key: setting('apiKey'),
      api_secret: setting('apiSecret'),
      from: setting('from').replace(/^\+/, ''),
      to: to.slice(1),
      text,
      type: isUnicode ? 'unicode' : 'text',
      'client-ref': key,
      ttl: String(Math.min(longestUse, seconds) * 1000),
      ...(callback ? { 'status-report-req': '1', callback } : {}),
    }),
  }),
  taken(answer, said) {
    const parts = (answer['messages'] ?? []) as Record<string, unknown>[];
    const refused = parts.find((part) => wordIn(part, 'status') !== '0');
    // the first of several parts may have left already
    if (refused) throw refusal(refused === parts[0] ? codes[wordIn(refused, 'status') ?? ''] : undefined, said);
    if (!parts[0]) throw refusal(undefined, said);
    const partIds = parts.flatMap((part) => wordIn(part, 'message-id') ?? []);
    const [externalId] = partIds;
    if (!externalId) return {};
    return partIds.length === 1 ? { externalId } : { externalId: `${externalId}+${partIds.length - 1}`, partIds };
  },
  receive,
});

/** Vonage's maximum in seconds. */
const longestUse = 604_800;

// developer.vonage.com: errors of the SMS API
const codes: Readonly<Record<string, Meaning>> = {
  '1': meanings.busy,
  '2': meanings.misconfigured,
  '3': meanings.rejected,
  '4': meanings.credentials,
  '6': meanings.rejected,
  '7': meanings.rejected, // barred number
  '8': meanings.credentials, // barred account
  '9': meanings.noCredit,
  '10': meanings.busy,
  '11': meanings.misconfigured,
  '12': meanings.tooLarge,
  '14': meanings.credentials,
  '15': meanings.misconfigured, // sender
  '22': meanings.invalidAddress,
  '23': meanings.misconfigured,
  '29': meanings.rejected, // numbers of a trial
  '32': meanings.credentials, // this account wants signed requests
  '33': meanings.invalidAddress,
};

const states: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'sent',
  buffered: 'sent',
  delivered: 'delivered',
  expired: 'expired',
  failed: 'failed',
  rejected: 'failed',
};

// developer.vonage.com, "Delivery receipts": error codes; those that concern the number stay undelivered, so that the way counts as failed
const failures: Readonly<Record<string, DeliveryReason>> = {
  '3': 'address_unknown', // no longer active
  '6': 'message_rejected', // spam filter
  '10': 'message_rejected',
  '11': 'address_unknown', // no route to the number
  '50': 'message_rejected',
  '51': 'message_rejected',
  '52': 'message_rejected',
  '53': 'message_rejected',
  '54': 'message_rejected',
};

function receive(request: CallbackRequest): Received {
  const told = toldIn(request);
  const [id, from, text, word] = ['messageId', 'msisdn', 'text', 'status'].map((name) => wordIn(told, name));
  if (!id) throw new RequestRefused('content');
  const state = providerState(word, states);
  if (state) {
    const reason = state.status === 'failed' ? failures[wordIn(told, 'err-code') ?? ''] : undefined;
    return { receipts: [{ externalId: id, ...state, ...(reason ? { reason } : {}) }], replies: [] };
  }
  if (word || !from || text == null) throw new RequestRefused('content');
  const [reference, number, total] = ['concat-ref', 'concat-part', 'concat-total'].map((name) => Number(told[name]));
  if (String(told['concat']) === 'true' && number && total)
    return {
      receipts: [],
      replies: [],
      pieces: [{ from: senderNumber(from, true), text, part: { reference: reference || 0, number, total } }],
    };
  return { receipts: [], replies: [{ id, from: senderNumber(from, true), text }] };
}
