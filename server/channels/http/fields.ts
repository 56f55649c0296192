import { priceFields } from '#server/channels/price-fields.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';
import { gatewayFields } from './gateway.ts';

const text = (name: string, de: string, en: string, hint?: { de: string; en: string }) =>
  ({
    name,
    kind: 'text',
    maximum: 2000,
    label: { de, en },
    ...(hint ? { hint } : {}),
  }) as const satisfies ChannelSetting;
const lines = (name: string, de: string, en: string, hint: { de: string; en: string }) =>
  ({ ...text(name, de, en, hint), kind: 'longText' }) as const satisfies ChannelSetting;

/** The settings of a template gateway: request, response, receipts, replies. */
export const templateFields: readonly ChannelSetting[] = [
  {
    name: 'method',
    section: { de: 'Auftrag', en: 'Request' },
    kind: 'select',
    default: 'POST',
    label: { de: 'Methode', en: 'Method' },
    options: ['POST', 'GET', 'PUT'].map((value) => ({ value, label: { de: value, en: value } })),
  },
  {
    ...text('url', 'Adresse', 'Address', {
      de: 'Mit Platzhaltern: {to} (+49…), {number} (ohne +), {text}, {from}, {key}, {callback}, {coding} (0 oder 2), {seconds} (so lange gültig), {user}, {secret}.',
      en: 'With placeholders: {to} (+49…), {number} (without +), {text}, {from}, {key}, {callback}, {coding} (0 or 2), {seconds} (validity), {user}, {secret}.',
    }),
    required: true,
    receives: ['secret'],
  },
  lines('headers', 'Kopfzeilen', 'Headers', {
    de: 'Eine je Zeile, zum Beispiel Authorization: Bearer {secret} oder Authorization: Basic {basic}.',
    en: 'One per line, for example Authorization: Bearer {secret} or Authorization: Basic {basic}.',
  }),
  {
    name: 'bodyKind',
    kind: 'select',
    default: 'json',
    label: { de: 'Art des Inhalts', en: 'Kind of body' },
    options: [
      { value: 'json', label: { de: 'JSON', en: 'JSON' } },
      { value: 'form', label: { de: 'Formular', en: 'Form' } },
      { value: 'xml', label: { de: 'XML', en: 'XML' } },
    ],
  },
  lines('body', 'Inhalt', 'Body', {
    de: 'Zum Beispiel {"to":"{to}","text":"{text}"} oder to={to}&text={text}. Bei GET leer.',
    en: 'For example {"to":"{to}","text":"{text}"} or to={to}&text={text}. Empty with GET.',
  }),
  text('from', 'Absender', 'Sender'),
  text('user', 'Benutzername', 'User name'),
  { ...text('secret', 'Passwort oder Schlüssel', 'Password or key'), secret: true },
  {
    name: 'keyed',
    advanced: true,
    kind: 'toggle',
    default: false,
    label: { de: 'Gateway nimmt denselben {key} nur einmal', en: 'The gateway takes the same {key} only once' },
    hint: {
      de: 'Dann wird bei ungewissem Ausgang ohne Gefahr einer Doppelung erneut gesendet.',
      en: 'Messages with an unknown outcome can then be sent again without the risk of a second copy.',
    },
  },
  {
    ...text('idAt', 'Nummer in der Antwort', 'Id in the answer', {
      de: 'Wo die Nummer der Nachricht steht, unter der das Gateway später berichtet: json:messages.0.id, regex:ID ([0-9]+), body (alles) oder key (unser {key}).',
      en: 'Location of the message id for later reports of the gateway: json:messages.0.id, regex:ID ([0-9]+), body (all of it), or key (our {key}).',
    }),
    section: { de: 'Antwort des Gateways', en: "The gateway's answer" },
  },
  text('success', 'Erfolg', 'Success', {
    de: 'Muster, das bei Erfolg in der Antwort steht; leer: ein Status 2xx genügt.',
    en: 'Pattern in a successful response; empty: a 2xx status is sufficient.',
  }),
  {
    ...text('refusal', 'Endgültige Ablehnung', 'Refusal for good', {
      de: 'Muster einer Antwort, nach der es nicht erneut versucht wird.',
      en: 'Pattern in a response after which sending is not retried.',
    }),
    advanced: true,
  },
  {
    ...text('receiptId', 'Nummer', 'Id', {
      de: 'Name des Parameters oder Pfad in JSON (results.*.id). Das Gateway ruft …/receipt unter der Rückmeldeadresse auf.',
      en: 'Name of the parameter, or path in JSON (results.*.id). The gateway calls …/receipt below the callback address.',
    }),
    section: { de: 'Zustellberichte', en: 'Receipts' },
  },
  text('receiptState', 'Zustand', 'State', { de: 'Ebenso.', en: 'Likewise.' }),
  lines('states', 'Zustände', 'States', {
    de: 'Je Zeile ein Wort des Gateways und sent, delivered, read, failed oder expired, zum Beispiel DELIVERED=delivered.',
    en: 'One line for each word of the gateway, with sent, delivered, read, failed or expired, for example DELIVERED=delivered.',
  }),
  {
    ...text('replyFrom', 'Nummer des Absenders', "Sender's number", {
      de: 'Parameter oder Pfad. Das Gateway ruft …/reply unter der Rückmeldeadresse auf.',
      en: 'Parameter or path. The gateway calls …/reply below the callback address.',
    }),
    section: { de: 'Antworten der Empfänger', en: 'Replies' },
  },
  text('replyText', 'Text', 'Text', { de: 'Ebenso.', en: 'Likewise.' }),
  {
    ...text('replyId', 'Nummer der Nachricht', "The message's id", {
      de: 'Leer, wenn das Gateway keine nennt.',
      en: 'Empty if the gateway sends none.',
    }),
    advanced: true,
  },
  {
    ...text('signatureHeader', 'Kopfzeile der Signatur', 'Header of the signature', {
      de: 'HMAC-SHA256 über den Inhalt (bei GET über alles nach dem Fragezeichen), hexadezimal oder Base64. Leer: die geheime Adresse genügt.',
      en: 'HMAC-SHA256 of the body (for GET: of the query string), hexadecimal or Base64. Empty: the secret address is sufficient.',
    }),
    section: { de: 'Prüfung der Rückmeldungen', en: 'Check of callbacks' },
    advanced: true,
  },
  {
    ...text('signatureSecret', 'Schlüssel der Signatur', 'Key of the signature'),
    secret: true,
    advanced: true,
  },
  ...gatewayFields,
  ...priceFields,
];
