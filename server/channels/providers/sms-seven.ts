import { type Meaning, meanings, refusal, smsProvider, toldIn, wordIn } from '#server/channels/http/sms-provider.ts';
import { providerState } from '#server/channels/receipt-words.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { senderNumber } from '#server/channels/sender-number.ts';

/** SMS via seven (seven.io). */
export default smsProvider({
  label: { de: 'SMS über seven', en: 'SMS via seven' },
  address: 'https://gateway.seven.io',
  account: [
    {
      name: 'apiKey',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'API-Schlüssel', en: 'API key' },
      hint: {
        de: 'In seven unter „Entwickler“, „API-Schlüssel“. Tragen Sie dort unter „Webhooks“ die Rückmeldeadresse für „SMS-Zustellbericht“ und „SMS-Eingang“ ein.',
        en: 'In seven under “Developer”, “API keys”. Enter the callback address there under “Webhooks”, for “SMS delivery report” and “Inbound SMS”.',
      },
    },
  ],
  sender: {
    required: false,
    hint: {
      de: 'Bis zu 11 Buchstaben, oder eine Nummer von seven, an die Antworten gehen.',
      en: 'Up to 11 letters, or a seven number for replies.',
    },
  },
  gives: { receipts: true, replies: true },
  request: (setting, { to, text, key, seconds }) => ({
    path: '/api/sms',
    headers: { 'x-api-key': setting('apiKey') },
    body: {
      to,
      text,
      ...(setting('from') ? { from: setting('from') } : {}),
      foreign_id: key,
      ttl: Math.ceil(seconds / 60),
    },
  }),
  taken(answer, said, isRepeated) {
    // some refusals are the code alone, whatever format was asked for
    const code = wordIn(answer, 'success') ?? /^\s*(\d{2,3})\s*$/.exec(said)?.[1] ?? '';
    const [message] = (answer['messages'] ?? []) as Record<string, unknown>[];
    const error = message && wordIn(message, 'error');
    if (isRepeated && (code === duplicate || error === duplicate)) throw refusal(unproved, said);
    if (code !== '100' && code !== '101') throw refusal(codes[code], said);
    // 101: the text to one of the numbers failed, and there is one
    if (code === '101' || message?.['success'] === false) throw refusal(codes[error ?? ''] ?? meanings.rejected, said);
    const externalId = message && wordIn(message, 'id');
    return externalId ? { externalId } : {};
  },
  receive,
});

/** "Reload lock": the same text went to this number within the last 180 seconds. */
const duplicate = '402';
/** The lock doesn't say which request set it, nor whether its text left: another person may have the number. */
const unproved: Meaning = ['unknown', 'unconfirmed'];

// docs.seven.io: return codes; those of earlier versions as in the plugins of seven-io on GitHub
const codes: Readonly<Record<string, Meaning>> = {
  '11': ['temporary', 'recipient_deferred'], // carrier unavailable
  '201': meanings.misconfigured, // sender
  '202': meanings.invalidAddress,
  '300': meanings.misconfigured,
  '301': meanings.invalidAddress,
  '304': meanings.misconfigured,
  '305': meanings.rejected,
  '400': meanings.misconfigured,
  '401': meanings.tooLarge,
  [duplicate]: meanings.rejected,
  '403': meanings.rejected, // daily limit of this number
  '500': meanings.noCredit,
  '600': ['temporary', 'recipient_deferred'],
  '802': meanings.misconfigured,
  '900': meanings.credentials,
  '901': meanings.credentials,
  '902': meanings.credentials,
  '903': meanings.credentials, // from this address
};

const states: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'sent',
  buffered: 'sent',
  transmitted: 'sent',
  delivered: 'delivered',
  notdelivered: 'failed',
  failed: 'failed',
  rejected: 'failed',
  expired: 'expired',
};

function receive(request: CallbackRequest): Received {
  const told = toldIn(request);
  const data = (typeof told['data'] === 'object' && told['data'] !== null ? told['data'] : {}) as Record<
    string,
    unknown
  >;
  const [id, from] = [wordIn(data, 'id'), wordIn(data, 'sender')];
  if (told['webhook_event'] === 'sms_mo' && id && from)
    return { receipts: [], replies: [{ id, from: senderNumber(from), text: wordIn(data, 'text') ?? '' }] };
  const [externalId, state] = [wordIn(data, 'msg_id'), providerState(wordIn(data, 'status'), states)];
  if (told['webhook_event'] !== 'dlr' || !externalId || !state) throw new RequestRefused('content');
  return { receipts: [{ externalId, ...state }], replies: [] };
}
