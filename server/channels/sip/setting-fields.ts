import { phoneCallFields } from '#server/channels/phone-call-fields.ts';
import { callPriceFields } from '#server/channels/price-fields.ts';
import { verifyField } from '#server/channels/verify-field.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';

const connectionFields: readonly ChannelSetting[] = [
  {
    name: 'server',
    receives: ['password'],
    section: { de: 'Telefonanlage', en: 'Telephone system' },
    kind: 'text',
    maximum: 255,
    required: true,
    label: { de: 'Anlage oder Anbieter', en: 'PBX or provider' },
    hint: {
      de: 'Adresse und, wenn nötig, Port, zum Beispiel pbx.example.org oder 192.168.1.1:5060.',
      en: 'Host and, if needed, port, for example pbx.example.org or 192.168.1.1:5060.',
    },
  },
  {
    name: 'user',
    kind: 'text',
    maximum: 100,
    required: true,
    label: { de: 'Benutzername', en: 'User name' },
    hint: { de: 'Wie die Anlage ein Telefon anmeldet.', en: 'As the PBX knows a telephone.' },
  },
  { name: 'password', kind: 'text', maximum: 200, secret: true, label: { de: 'Passwort', en: 'Password' } },
  {
    name: 'transport',
    receives: ['password'],
    kind: 'select',
    default: 'udp',
    label: { de: 'Übertragung', en: 'Transport' },
    options: [
      { value: 'udp', label: { de: 'UDP', en: 'UDP' } },
      { value: 'tcp', label: { de: 'TCP', en: 'TCP' } },
      { value: 'tls', label: { de: 'TLS (nur die Signalisierung)', en: 'TLS (signalling only)' } },
    ],
  },
  {
    name: 'domain',
    advanced: true,
    kind: 'text',
    maximum: 255,
    label: { de: 'Domain', en: 'Domain' },
    hint: { de: 'Leer: die Adresse der Anlage.', en: 'Empty: the host of the PBX.' },
  },
  {
    name: 'register',
    advanced: true,
    kind: 'toggle',
    default: true,
    label: { de: 'Anmelden (REGISTER)', en: 'Register' },
    hint: {
      de: 'Nur ausschalten, wenn der Anbieter Ihre Adresse kennt.',
      en: 'Switch off only if the provider knows your address.',
    },
  },
  verifyField,
  {
    name: 'publicAddress',
    advanced: true,
    kind: 'text',
    maximum: 60,
    label: { de: 'Eigene Adresse nach außen', en: 'Own public address' },
    hint: {
      de: 'Die IP-Adresse, unter der die Anlage diesen Rechner sieht. Leer: die eigene.',
      en: 'The IP address at which the PBX sees this machine. Empty: its own.',
    },
  },
  {
    name: 'ports',
    advanced: true,
    kind: 'text',
    maximum: 11,
    label: { de: 'Ports für den Ton', en: 'Ports for sound' },
    hint: {
      de: 'Zum Beispiel 40000-40999, wenn eine Firewall sie freigeben muss. Leer: beliebige.',
      en: 'For example 40000-40999, if a firewall must open them. Empty: any.',
    },
  },
];

const dialFields: readonly ChannelSetting[] = [
  {
    name: 'from',
    kind: 'text',
    maximum: 60,
    label: { de: 'Anrufernummer', en: 'Caller number' },
    hint: {
      de: 'Eine Nummer, die die Anlage anzeigen darf. Leer: der Benutzername.',
      en: 'A number that the PBX may show. Empty: the user name.',
    },
  },
  {
    name: 'prefix',
    kind: 'text',
    maximum: 10,
    label: { de: 'Statt + wählen', en: 'Dial instead of +' },
    hint: {
      de: 'Zum Beispiel 00, oder 000 mit einer 0 für das Amt. Leer: die Nummer bleibt mit +.',
      en: 'For example 00, or 000 with a 0 for an outside line. Empty: the number keeps its +.',
    },
  },
  {
    name: 'lines',
    kind: 'number',
    minimum: 1,
    maximum: 250,
    default: 10,
    label: { de: 'Anrufe gleichzeitig', en: 'Calls at once' },
    hint: {
      de: 'So viele Leitungen darf die Meldekette belegen. Lassen Sie Leitungen für andere frei.',
      en: 'The most lines that Meldekette may use. Leave some for others.',
    },
  },
  {
    name: 'perSecond',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 50,
    default: 2,
    label: { de: 'Neue Anrufe je Sekunde', en: 'New calls per second' },
  },
  {
    name: 'limits',
    advanced: true,
    kind: 'longText',
    maximum: 2000,
    lines: 'callLimits',
    label: { de: 'Grenzen je Vorwahl', en: 'Limits by prefix' },
    hint: {
      de: 'Je Zeile Vorwahl, Anrufe gleichzeitig und, wenn gewünscht, neue Anrufe je Sekunde, zum Beispiel +4915 4 1.',
      en: 'Per line a prefix, calls at once and, if you like, new calls per second, for example +4915 4 1.',
    },
  },
  {
    name: 'machines',
    advanced: true,
    kind: 'toggle',
    default: true,
    label: { de: 'Anrufbeantworter erkennen', en: 'Detect answering machines' },
    hint: {
      de: 'Wer lange ohne Pause spricht, ist ein Anrufbeantworter: Er bekommt den Text, und es wird später wieder angerufen.',
      en: 'A long greeting without a pause is a machine: it gets the text, and the person is called again later.',
    },
  },
  {
    name: 'callBack',
    kind: 'toggle',
    default: false, // an extension in a ring group would take every call
    preset: true,
    label: { de: 'Rückrufe annehmen', en: 'Take calls back' },
    hint: {
      de: 'Wer zurückruft, hört die offene Frage und antwortet mit Tasten. Jeder Anruf wird sofort angenommen: Nehmen Sie die Nebenstelle aus Rufgruppen heraus. Es zählt die übertragene Rufnummer, die gefälscht sein kann.',
      en: 'People who call back hear the open question and answer by keys. Every call is answered at once: Take the extension out of ring groups. The shown number counts, which can be forged.',
    },
  },
  {
    name: 'triggers',
    kind: 'toggle',
    default: false,
    label: { de: 'Alarme per Anruf auslösen', en: 'Start alarms by call' },
    hint: {
      de: 'Wer anruft, kann mit der Nummer eines Auslösers und seiner PIN einen Alarm starten. Jeder Anruf wird sofort angenommen.',
      en: 'Callers can start an alarm with the number of a trigger and its PIN. Every call is answered at once.',
    },
  },
  {
    name: 'speed',
    advanced: true,
    kind: 'number',
    minimum: 80,
    maximum: 250,
    default: 140,
    label: { de: 'Wörter je Minute', en: 'Words per minute' },
    hint: {
      de: 'Das Programm espeak-ng auf dem Server spricht den Text.',
      en: 'The program espeak-ng on the server speaks the text.',
    },
  },
];

/** The settings of a channel over SIP. */
export const sipFields: readonly ChannelSetting[] = [
  ...connectionFields,
  ...phoneCallFields,
  ...dialFields,
  ...callPriceFields,
];
