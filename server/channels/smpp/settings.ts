import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { checkPrices, priceFields } from '#server/channels/price-fields.ts';
import { verifyField } from '#server/channels/verify-field.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type Judgement, statusTable } from './errors.ts';
import type { IdForm } from './ids.ts';
import type { Smsc } from './link.ts';

const asWritten: Label = { de: 'Leer: nach der Schreibweise.', en: 'Empty: by how it is written.' };

/** The settings of an SMPP channel. */
export const fields: readonly ChannelSetting[] = [
  {
    name: 'hosts',
    receives: ['password'],
    section: { de: 'Verbindung', en: 'Connection' },
    kind: 'text',
    maximum: 1000,
    required: true,
    label: { de: 'SMSC', en: 'SMSC' },
    hint: {
      de: 'Adresse und Port, zum Beispiel smsc1.example.org:2775; mehrere desselben Anbieters mit Komma. Es sendet der erste erreichbare.',
      en: 'Host and port, for example smsc1.example.org:2775. Separate several servers of the same provider with commas; the first reachable one sends.',
    },
  },
  { name: 'systemId', kind: 'text', maximum: 15, required: true, label: { de: 'system_id', en: 'system_id' } },
  {
    name: 'password',
    kind: 'text',
    maximum: 64,
    secret: true,
    label: { de: 'Passwort', en: 'Password' },
    hint: { de: 'Nach dem Standard höchstens 8 Zeichen.', en: 'At most 8 characters according to the standard.' },
  },
  {
    name: 'secure',
    kind: 'select',
    default: 'tls',
    label: { de: 'Verschlüsselung', en: 'Encryption' },
    options: [
      { value: 'tls', label: { de: 'TLS', en: 'TLS' } },
      { value: 'none', label: { de: 'Keine (nur über VPN)', en: 'None (over a VPN only)' } },
    ],
  },
  {
    name: 'mode',
    advanced: true,
    kind: 'select',
    default: 'transceiver',
    label: { de: 'Art der Verbindung', en: 'Bind' },
    options: [
      { value: 'transceiver', label: { de: 'Transceiver (beide Richtungen)', en: 'Transceiver (both ways)' } },
      { value: 'separate', label: { de: 'Transmitter und Receiver getrennt', en: 'Transmitter and receiver' } },
    ],
  },
  verifyField,
  {
    name: 'systemType',
    advanced: true,
    kind: 'text',
    maximum: 12,
    label: { de: 'system_type', en: 'system_type' },
  },
  {
    name: 'source',
    section: { de: 'Absender und Empfänger', en: 'Sender and recipient' },
    kind: 'text',
    maximum: 20,
    label: { de: 'Absender (source_addr)', en: 'Sender (source_addr)' },
    hint: {
      de: 'Nummer mit +, Kurzwahl oder bis zu 11 Buchstaben. Nur auf eine Nummer kann geantwortet werden. Leer: die des Anbieters.',
      en: 'Number with +, short code, or up to 11 letters. People can reply only to a number. Empty: the provider’s sender.',
    },
  },
  code('sourceTon', 6, 'Absender: TON', 'Sender: TON', asWritten),
  code('sourceNpi', 18, 'Absender: NPI', 'Sender: NPI', asWritten),
  code('destTon', 6, 'Empfänger: TON', 'Recipient: TON', {
    de: 'Leer: 1 (international).',
    en: 'Empty: 1 (international).',
  }),
  code('destNpi', 18, 'Empfänger: NPI', 'Recipient: NPI', { de: 'Leer: 1 (ISDN).', en: 'Empty: 1 (ISDN).' }),
  {
    name: 'window',
    advanced: true,
    section: { de: 'Menge', en: 'Volume' },
    kind: 'number',
    minimum: 1,
    maximum: 100,
    default: 10,
    label: { de: 'Fenster', en: 'Window' },
    hint: {
      de: 'Wie viele Nachrichten ohne Antwort unterwegs sein dürfen.',
      en: 'Most messages in transit without a response.',
    },
  },
  {
    name: 'perSecond',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 1000,
    label: { de: 'Nachrichtenteile je Sekunde', en: 'Message parts per second' },
    hint: { de: 'Was der Anbieter erlaubt; leer: ohne Grenze.', en: 'What the provider permits; empty: no limit.' },
  },
  {
    name: 'enquireLink',
    advanced: true,
    kind: 'number',
    minimum: 5,
    maximum: 600,
    default: 30,
    unit: 'seconds',
    label: { de: 'enquire_link alle', en: 'enquire_link every' },
  },
  {
    name: 'idForm',
    advanced: true,
    section: { de: 'Rückmeldungen', en: 'What comes back' },
    kind: 'select',
    default: 'same',
    label: { de: 'Nummern in Zustellberichten', en: 'Ids in receipts' },
    hint: {
      de: 'Manche SMSC nennen die Nummer der Nachricht im Zustellbericht anders als bei der Annahme.',
      en: 'Some SMSCs write the id of a message differently in the receipt than in the response.',
    },
    options: [
      { value: 'same', label: { de: 'Selbst erkennen', en: 'Detect automatically' } },
      {
        value: 'hexDecimal',
        label: { de: 'Annahme hexadezimal, Bericht dezimal', en: 'Taken hexadecimal, reported decimal' },
      },
      {
        value: 'decimalHex',
        label: { de: 'Annahme dezimal, Bericht hexadezimal', en: 'Taken decimal, reported hexadecimal' },
      },
    ],
  },
  {
    name: 'statusCodes',
    advanced: true,
    kind: 'text',
    maximum: 500,
    label: { de: 'Eigene command_status', en: 'Own command_status' },
    hint: {
      de: 'Was Codes des Anbieters bedeuten, zum Beispiel 0x67 channel; 0x442 permanent; 0x443 temporary.',
      en: "What the provider's codes mean, for example 0x67 channel; 0x442 permanent; 0x443 temporary.",
    },
  },
  ...priceFields,
];

function code(name: string, maximum: number, de: string, en: string, hint: Label): ChannelSetting {
  return { name, advanced: true, kind: 'number', minimum: 0, maximum, label: { de, en }, hint };
}

/** An address with its type of number and numbering plan. */
export interface SmppAddress {
  ton: number;
  npi: number;
  address: string;
}

/** The parsed settings. */
export interface SmppSettings {
  smscs: Smsc[];
  mode: 'transceiver' | 'separate';
  source: SmppAddress;
  destination: Omit<SmppAddress, 'address'>;
  window: number;
  perSecond: number | null;
  enquire: number;
  idForm: IdForm;
  statuses: Map<number, Judgement>;
}

/** Parses the settings; throws a DeliveryError if they can't send. */
export function settingsOf(values: Values): SmppSettings {
  const text = (name: string) => String(values[name] ?? '').trim();
  const number = (name: string) => (typeof values[name] === 'number' ? values[name] : null);
  const idForm = text('idForm');
  const statuses = statusTable(text('statusCodes'));
  const smscs = hostsOf(text('hosts'), values);
  if (!smscs.length || !text('systemId') || !statuses)
    throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  return {
    smscs,
    mode: text('mode') === 'separate' ? 'separate' : 'transceiver',
    source: sourceOf(text('source'), number('sourceTon'), number('sourceNpi')),
    destination: { ton: number('destTon') ?? 1, npi: number('destNpi') ?? 1 },
    window: number('window') ?? 10,
    perSecond: number('perSecond'),
    enquire: (number('enquireLink') ?? 30) * 1000,
    idForm: idForm === 'hexDecimal' || idForm === 'decimalHex' ? idForm : 'same',
    statuses,
  };
}

/** Refuses settings that can't send. */
export function checkSettings(values: Values): Record<string, RefusalKey> {
  const faults = checkPrices(values);
  const source = String(values['source'] ?? '').trim();
  if (!hostsOf(String(values['hosts'] ?? '').trim(), values).length) faults['hosts'] = 'error_unlike_hint';
  if (!statusTable(String(values['statusCodes'] ?? ''))) faults['statusCodes'] = 'error_unlike_hint';
  if (source && !/^\+?\d{1,20}$|^.{1,11}$/.test(source)) faults['source'] = 'error_unlike_hint';
  return faults;
}

/** Parses a list of SMSCs; empty if one entry is invalid. */
function hostsOf(list: string, values: Values): Smsc[] {
  const tls = values['secure'] !== 'none';
  const common = {
    tls,
    verify: values['verify'] !== false,
    systemId: String(values['systemId'] ?? ''),
    password: String(values['password'] ?? ''),
    systemType: String(values['systemType'] ?? ''),
  };
  const entries = list.split(/[\s,;]+/).filter(Boolean);
  const smscs = entries.flatMap((entry) => {
    const match = /^(\[[\da-f:.]+\]|[^:\s]+)(?::(\d{1,5}))?$/i.exec(entry);
    const port = Number(match?.[2] ?? (tls ? 3550 : 2775));
    return match && port > 0 && port < 65_536 ? [{ ...common, host: match[1]!.replace(/^\[|\]$/g, ''), port }] : [];
  });
  return smscs.length === entries.length ? smscs : [];
}

/** International with +, a name when it has letters, else as the provider sees fit. */
function sourceOf(source: string, ton: number | null, npi: number | null): SmppAddress {
  const usual = source.startsWith('+')
    ? { ton: 1, npi: 1 }
    : /[^\d]/.test(source)
      ? { ton: 5, npi: 0 }
      : { ton: 0, npi: 0 };
  return { ton: ton ?? usual.ton, npi: npi ?? usual.npi, address: source.replace(/^\+/, '') };
}
