import { meanings, refusal, smsProvider, toldIn, wordIn } from '#server/channels/http/sms-provider.ts';
import { providerState } from '#server/channels/receipt-words.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';

/** SMS via GatewayAPI (gatewayapi.eu stays within the European Union). */
export default smsProvider({
  label: { de: 'SMS über GatewayAPI', en: 'SMS via GatewayAPI' },
  address: 'https://gatewayapi.eu',
  account: [
    {
      name: 'token',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'API-Token', en: 'API token' },
      hint: {
        de: 'In GatewayAPI unter „API“, „API Keys“. Mit einem Konto bei gatewayapi.com ändern Sie unten die Adresse.',
        en: 'In GatewayAPI under “API”, “API keys”. With an account at gatewayapi.com, change the address below.',
      },
    },
  ],
  sender: {
    required: false,
    hint: {
      de: 'Bis zu 11 Buchstaben, oder eine gemietete Nummer, an die Antworten gehen.',
      en: 'Up to 11 letters, or a rented number for replies.',
    },
  },
  gives: { receipts: true, replies: true },
  request: (setting, { to, text, key, isUnicode, seconds, callback }) => ({
    path: '/rest/mtsms',
    headers: { authorization: `Token ${setting('token')}` },
    body: {
      message: text,
      recipients: [{ msisdn: Number(to.slice(1)) }],
      ...(setting('from') ? { sender: setting('from').replace(/^\+/, '') } : {}),
      encoding: isUnicode ? 'UCS2' : 'UTF8',
      userref: key,
      validity_period: seconds,
      ...(callback ? { callback_url: callback } : {}),
    },
  }),
  taken(answer, said) {
    const [id] = (answer['ids'] ?? []) as unknown[];
    if (typeof id !== 'number' && typeof id !== 'string') throw refusal(meanings.unknown, said);
    return { externalId: String(id) };
  },
  // docs/errors.rst: always status 403, but only the first and last concern the account
  codes: {
    '0x0213': meanings.credentials, // from this address
    '0x0214': meanings.rejected, // number blocked for the moment
    '0x0215': meanings.rejected, // number blocked
    '0x0217': meanings.rejected, // country not permitted
    '0x021F': meanings.rejected, // network not permitted
    '0x0216': meanings.noCredit,
  },
  receive,
});

// docs/errors.rst: there is no such number
const unknownNumber = new Set(['0x1010', '0x1020', '0x1060', '0x1084']);

// gatewayapi.com/docs: delivery status
const states: Readonly<Record<string, Receipt['status']>> = {
  scheduled: 'sent',
  buffered: 'sent',
  enroute: 'sent',
  accepted: 'sent',
  delivered: 'delivered',
  expired: 'expired',
  deleted: 'failed',
  undeliverable: 'failed',
  rejected: 'failed',
  skipped: 'failed',
};

function receive(request: CallbackRequest): Received {
  const told = toldIn(request);
  const [id, from, text, word, code] = ['id', 'msisdn', 'message', 'status', 'code'].map((name) => wordIn(told, name));
  if (!id) throw new RequestRefused('content');
  const state = providerState(word, states);
  if (state) {
    const isUnknown = state.status === 'failed' && code != null && unknownNumber.has(code);
    return {
      receipts: [{ externalId: id, ...state, ...(isUnknown ? { reason: 'address_unknown' } : {}) }],
      replies: [],
    };
  }
  if (word || !from || text == null || wordIn(told, 'receiver') === null) throw new RequestRefused('content');
  return { receipts: [], replies: [{ id, from: senderNumber(from, true), text }] };
}
