import { type Adapter, DeliveryError, type Outgoing, type Sender, type Values } from '#server/channels/channel.ts';
import { SmtpFailure, toDeliveryError } from '#server/channels/smtp/errors.ts';
import type { Server } from '#server/channels/smtp/link.ts';
import { composeMail, parseMailbox } from '#server/channels/smtp/mail.ts';
import { openPool } from '#server/channels/smtp/pool.ts';

// While this long nothing but the message's end is missing: a connection that broke in the middle shows by then.
const carefulHold = 250;

/** E-mail over any SMTP server. */
export default {
  type: 'email',
  label: { de: 'E-Mail über SMTP', en: 'E-mail over SMTP' },
  fields: [
    { name: 'host', kind: 'text', required: true, label: { de: 'Server', en: 'Server' } },
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
    {
      name: 'verify',
      kind: 'toggle',
      default: true,
      label: { de: 'Zertifikat prüfen', en: 'Check the certificate' },
      hint: { de: 'Nur für Tests ausschalten.', en: 'Switch off for tests only.' },
    },
    { name: 'user', kind: 'text', label: { de: 'Benutzername', en: 'User name' } },
    { name: 'password', kind: 'text', secret: true, label: { de: 'Passwort', en: 'Password' } },
    {
      name: 'from',
      kind: 'text',
      required: true,
      label: { de: 'Absender', en: 'Sender' },
      hint: { de: 'Zum Beispiel Krisenstab <alarm@example.org>', en: 'For example Crisis team <alarm@example.org>' },
    },
    { name: 'replyTo', kind: 'text', label: { de: 'Antwort an', en: 'Reply to' } },
    {
      name: 'maxConnections',
      kind: 'number',
      minimum: 1,
      maximum: 100,
      default: 10,
      label: { de: 'Verbindungen gleichzeitig', en: 'Connections at once' },
    },
    {
      name: 'domain',
      kind: 'text',
      label: { de: 'Domain der Message-ID', en: 'Domain of the Message-ID' },
      hint: { de: 'Leer: die Domain des Absenders.', en: "Empty: the sender's domain." },
    },
  ],
  addresses: ['email'],
  shape: 'mail',
  cost: null,
  gives: { receipts: false, replies: false },
  slots: (settings) => Number(settings['maxConnections'] ?? 10),
  open,
} satisfies Adapter;

function open(settings: Values): Sender {
  const from = parseMailbox(String(settings['from'] ?? ''));
  const host = String(settings['host'] ?? '');
  if (!from || !host) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const replyTo = parseMailbox(String(settings['replyTo'] ?? ''));
  const domain = String(settings['domain'] || from.address.split('@')[1]);
  const pool = openPool(serverOf(host, settings));
  return {
    async send(outgoing: Outgoing) {
      const message = await composeMail(outgoing, { from, replyTo, domain });
      const hold = outgoing.careful ? carefulHold : 0;
      const transaction = { from: from.address, to: outgoing.to, message, hold, begin: outgoing.begin };
      const reply = await pool.send(transaction).catch((error: unknown) => {
        throw error instanceof SmtpFailure ? toDeliveryError(error) : error;
      });
      return { externalId: reply.slice(0, 200) };
    },
    close: async () => pool.close(),
  };
}

function serverOf(host: string, settings: Values): Server {
  const secure = settings['secure'];
  return {
    host,
    port: Number(settings['port'] ?? 587),
    secure: secure === 'tls' || secure === 'none' ? secure : 'starttls',
    verify: settings['verify'] !== false,
    user: settings['user'] ? String(settings['user']) : null,
    password: settings['password'] ? String(settings['password']) : null,
  };
}
