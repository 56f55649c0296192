import { verifyField } from '#server/channels/verify-field.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';

const sending = [
  {
    name: 'host',
    receives: ['password'],
    section: { de: 'Mailserver', en: 'Mail server' },
    kind: 'text',
    required: true,
    label: { de: 'Server', en: 'Server' },
  },
  { name: 'port', kind: 'number', minimum: 1, maximum: 65_535, default: 587, label: { de: 'Port', en: 'Port' } },
  {
    name: 'secure',
    kind: 'select',
    default: 'starttls',
    label: { de: 'Verschlüsselung', en: 'Encryption' },
    options: [
      { value: 'starttls', label: { de: 'STARTTLS (Port 587)', en: 'STARTTLS (port 587)' } },
      { value: 'tls', label: { de: 'TLS (Port 465)', en: 'TLS (port 465)' } },
      { value: 'none', label: { de: 'Keine (nur im eigenen Netz)', en: 'None (own network only)' } },
    ],
  },
  verifyField,
  { name: 'user', kind: 'text', label: { de: 'Benutzername', en: 'User name' } },
  { name: 'password', kind: 'text', secret: true, label: { de: 'Passwort', en: 'Password' } },
  {
    name: 'from',
    section: { de: 'Absender', en: 'Sender' },
    kind: 'text',
    required: true,
    label: { de: 'Absender', en: 'Sender' },
    hint: { de: 'Zum Beispiel Krisenstab <alarm@example.org>', en: 'For example Crisis team <alarm@example.org>' },
  },
  {
    name: 'replyTo',
    kind: 'text',
    label: { de: 'Antwort an', en: 'Reply to' },
    hint: {
      de: 'Wenn das Programm keine Antworten liest, und für Mails, auf die es keine erwartet.',
      en: 'For channels without a mailbox for replies, and for e-mails that expect no reply.',
    },
  },
  {
    name: 'domain',
    advanced: true,
    kind: 'text',
    label: { de: 'Domain der Message-ID', en: 'Domain of the Message-ID' },
    hint: { de: 'Leer: die Domain des Absenders.', en: "Empty: the sender's domain." },
  },
  {
    name: 'maxConnections',
    advanced: true,
    section: { de: 'Menge', en: 'Volume' },
    kind: 'number',
    minimum: 1,
    maximum: 100,
    default: 10,
    label: { de: 'Verbindungen gleichzeitig', en: 'Connections at once' },
  },
  {
    name: 'mailsPerMinute',
    advanced: true,
    kind: 'number',
    minimum: 1,
    maximum: 100_000,
    label: { de: 'Höchstens Mails je Minute', en: 'Mails per minute at most' },
    hint: {
      de: 'Was der Mailserver erlaubt; leer: so viele, wie er annimmt. Alarme gehen immer vor.',
      en: 'Limit of the mail server; empty: no limit. Alarms always go first.',
    },
  },
] as const satisfies readonly ChannelSetting[];

const signing = [
  {
    name: 'dkimDomain',
    advanced: true,
    section: { de: 'Signatur (DKIM)', en: 'Signature (DKIM)' },
    kind: 'text',
    maximum: 253,
    label: { de: 'Domain', en: 'Domain' },
    hint: { de: 'Leer: die Domain des Absenders.', en: "Empty: the sender's domain." },
  },
  {
    name: 'dkimSelector',
    advanced: true,
    kind: 'text',
    maximum: 63,
    label: { de: 'Selektor', en: 'Selector' },
    hint: {
      de: 'Der öffentliche Schlüssel steht im DNS unter <Selektor>._domainkey.<Domain>.',
      en: 'The public key is in the DNS at <selector>._domainkey.<domain>.',
    },
  },
  {
    name: 'dkimKey',
    advanced: true,
    kind: 'text',
    maximum: 8_000,
    secret: true,
    label: { de: 'Privater Schlüssel', en: 'Private key' },
    hint: {
      de: 'RSA als PEM; nur nötig, wenn der Mailserver nicht selbst signiert.',
      en: 'RSA as PEM; only needed if the mail server does not sign e-mails itself.',
    },
  },
] as const satisfies readonly ChannelSetting[];

const reading = [
  {
    name: 'imapHost',
    receives: ['imapPassword', 'password'],
    section: { de: 'Postfach für Antworten (IMAP)', en: 'Mailbox for replies (IMAP)' },
    kind: 'text',
    label: { de: 'Server', en: 'Server' },
    hint: {
      de: 'Postfach, aus dem das Programm Antworten und Unzustellbarkeiten liest; leer: es liest keines.',
      en: 'Mailbox from which the program reads replies and bounces; empty: none.',
    },
  },
  {
    name: 'imapPort',
    kind: 'number',
    minimum: 1,
    maximum: 65_535,
    default: 993,
    label: { de: 'Port', en: 'Port' },
  },
  {
    name: 'imapSecure',
    kind: 'select',
    default: 'tls',
    label: { de: 'Verschlüsselung', en: 'Encryption' },
    options: [
      { value: 'tls', label: { de: 'TLS (Port 993)', en: 'TLS (port 993)' } },
      { value: 'starttls', label: { de: 'STARTTLS (Port 143)', en: 'STARTTLS (port 143)' } },
      { value: 'none', label: { de: 'Keine (nur im eigenen Netz)', en: 'None (own network only)' } },
    ],
  },
  {
    name: 'imapUser',
    kind: 'text',
    label: { de: 'Benutzername', en: 'User name' },
    hint: { de: 'Leer: wie beim Senden.', en: 'Empty: as for sending.' },
  },
  {
    name: 'imapPassword',
    kind: 'text',
    secret: true,
    label: { de: 'Passwort', en: 'Password' },
    hint: { de: 'Leer: wie beim Senden.', en: 'Empty: as for sending.' },
  },
  {
    name: 'imapMailbox',
    advanced: true,
    kind: 'text',
    default: 'INBOX',
    label: { de: 'Ordner', en: 'Folder' },
  },
  {
    name: 'imapDone',
    advanced: true,
    kind: 'text',
    label: { de: 'Ordner für Gelesenes', en: 'Folder for read e-mails' },
    hint: {
      de: 'Leer: Mails bleiben, wo sie sind, und werden als gelesen markiert; dann soll sonst niemand das Postfach öffnen.',
      en: 'Empty: e-mails stay in place and are marked as read; in this case no one else should open the mailbox.',
    },
  },
  {
    name: 'answerAddress',
    kind: 'text',
    label: { de: 'Antwortadresse', en: 'Reply address' },
    hint: {
      de: 'Adresse dieses Postfachs. Jede Mail bekommt ihre eigene: antwort+…@example.org, oder wie Sie sie mit {token} vorgeben.',
      en: 'Address of that mailbox. Every e-mail gets its own: reply+…@example.org, or use {token} to define the format.',
    },
  },
  {
    name: 'deliveryReports',
    advanced: true,
    kind: 'toggle',
    default: false,
    label: { de: 'Zustellung bestätigen lassen', en: 'Ask for delivery reports' },
    hint: {
      de: 'Für jede zugestellte Mail schickt der Mailserver eine Bestätigung an das gelesene Postfach, wenn er das kann.',
      en: 'For every delivered e-mail, the server sends a report to the mailbox above, if it supports this.',
    },
  },
] as const satisfies readonly ChannelSetting[];

/** The settings of an e-mail channel: sending, signing, reading. */
export const mailFields: readonly ChannelSetting[] = [...sending, ...signing, ...reading];
