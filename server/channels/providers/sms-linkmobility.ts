import type { Json } from '#server/channels/http/json-api.ts';
import { meanings, refusal, smsProvider, toldIn, wordIn } from '#server/channels/http/sms-provider.ts';
import { type CallbackRequest, type Receipt, type Received, RequestRefused } from '#server/channels/received.ts';
import { isName } from '#server/channels/sender-name.ts';

/** SMS via LINK Mobility ("Common" platform). */
export default smsProvider({
  label: { de: 'SMS über LINK Mobility', en: 'SMS via LINK Mobility' },
  address: 'https://wsx.sp247.net',
  account: [
    {
      name: 'user',
      kind: 'text',
      maximum: 100,
      required: true,
      label: { de: 'Benutzername', en: 'User name' },
      hint: {
        de: 'Wie alle Angaben hier vom Support von LINK Mobility. Nennen Sie ihm die Rückmeldeadresse.',
        en: 'You get all of these settings from LINK Mobility’s support. Send them the callback address.',
      },
    },
    {
      name: 'password',
      kind: 'text',
      maximum: 200,
      required: true,
      secret: true,
      label: { de: 'Passwort', en: 'Password' },
    },
    {
      name: 'platformId',
      kind: 'text',
      maximum: 50,
      required: true,
      default: 'COMMON_API',
      label: { de: 'platformId', en: 'platformId' },
    },
    {
      name: 'platformPartnerId',
      kind: 'text',
      maximum: 50,
      required: true,
      label: { de: 'platformPartnerId', en: 'platformPartnerId' },
    },
    {
      name: 'gateId',
      kind: 'text',
      maximum: 50,
      label: { de: 'gateId der Zustellberichte', en: 'gateId of delivery reports' },
      hint: { de: 'Leer: keine Zustellberichte.', en: 'Empty: no delivery reports.' },
    },
  ],
  sender: {
    required: true,
    hint: { de: 'Bis zu 11 Buchstaben oder eine Nummer.', en: 'Up to 11 letters, or a number.' },
  },
  gives: { receipts: true, replies: false },
  request: (setting, { to, text, key, seconds }) => ({
    path: '/sms/send',
    headers: {
      authorization: `Basic ${Buffer.from(`${setting('user')}:${setting('password')}`).toString('base64')}`,
    },
    body: {
      ...sourceOf(setting('from')),
      destination: to,
      userData: text,
      platformId: setting('platformId'),
      platformPartnerId: setting('platformPartnerId'),
      refId: key,
      relativeValidityTime: seconds * 1000,
      // its default requires a gate
      useDeliveryReport: setting('gateId') !== '',
      ...(setting('gateId') ? { deliveryReportGates: [setting('gateId')] } : {}),
    },
  }),
  taken(answer, said) {
    if (wordIn(answer, 'resultCode') !== '1005') throw refusal(meanings.unknown, said);
    const externalId = wordIn(answer, 'messageId');
    return externalId ? { externalId } : {};
  },
  receive,
});

/** Returns the sender with its type. Without a type it is a name, which may have 11 characters. */
function sourceOf(from: string): Json {
  if (isName(from)) return { source: from };
  const digits = from.replace(/\D/g, '');
  if (digits.length < 7) return { source: digits, sourceTON: 'SHORTNUMBER' };
  return { source: digits.startsWith('0') ? digits : `+${digits}`, sourceTON: 'MSISDN' };
}

// LINK Mobility SMS REST API, "Result codes"
const states: readonly [Receipt['status'], readonly number[]][] = [
  ['sent', [1000, 1005, 1008, 1011, 1012, 1013]],
  ['delivered', [1001, 1007]],
  ['expired', [1002, 1010]],
  ['failed', [0, 1, 2, 3, 4, 5, 6, 1003, 1004, 1006, 1009]],
];

/** Returns the state for a code. Errors begin at 100, 2000, 3000 and 4000. */
function stateOf(code: string): Receipt['status'] | undefined {
  if (!/^\d{1,6}$/.test(code)) return undefined;
  const known = states.find(([, codes]) => codes.includes(Number(code)))?.[0];
  return known ?? (/^(?:1\d\d|[23]\d{3}|40\d\d)$/.test(code) ? 'failed' : undefined);
}

/**
 * Reads a delivery report. Each part of a text has one, with the id `{id}$0`, `{id}$1`, …: a failed part fails the
 * text. The number of parts is unknown, so delivered parts prove nothing.
 */
function receive(request: CallbackRequest): Received {
  const told = toldIn(request);
  const [id, code] = [wordIn(told, 'id'), wordIn(told, 'resultCode')];
  const state = code === null ? undefined : stateOf(code);
  const externalId = id?.replace(/\$\d{1,3}$/, '');
  if (!externalId || !state) throw new RequestRefused('content');
  const status = externalId !== id && state === 'delivered' ? 'sent' : state;
  return { receipts: [{ externalId, status }], replies: [] };
}
