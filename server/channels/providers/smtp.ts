import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Hear,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { hearMailbox, type MailAccount, type MailboxListener } from '#server/channels/imap/hear-mailbox.ts';
import { storedTries } from '#server/channels/imap/mail-tries.ts';
import { openComposer } from '#server/channels/smtp/compose.ts';
import { dkimKey } from '#server/channels/smtp/dkim.ts';
import { SmtpFailure, smtpDeliveryError } from '#server/channels/smtp/errors.ts';
import { mailFields } from '#server/channels/smtp/fields.ts';
import type { Signature } from '#server/channels/smtp/mail.ts';
import { type Mailbox, parseMailbox } from '#server/channels/smtp/mail-address.ts';
import { openPace } from '#server/channels/smtp/pace.ts';
import { openPool } from '#server/channels/smtp/pool.ts';
import { addressFor, isReplyAddress } from '#server/channels/smtp/reply-address.ts';
import type { Server } from '#server/channels/smtp/wire.ts';
import type { RefusalKey } from '#shared/refusals.ts';

// Milliseconds to withhold the message's end, to notice a broken connection.
const carefulHold = 250;

const text = (settings: Values, name: string): string => String(settings[name] ?? '').trim();

export default {
  type: 'email',
  label: { de: 'E-Mail über SMTP', en: 'E-mail via SMTP' },
  fields: mailFields,
  addresses: ['email'],
  shape: 'mail',
  cost: null,
  gives: { receipts: true, replies: true },
  hears: (settings) => text(settings, 'imapHost') !== '',
  forgeable: true,
  check,
  slots: connections,
  open,
} satisfies Adapter;

function connections(settings: Values): number {
  return Number(settings['maxConnections'] ?? 10);
}

function check(settings: Values): Record<string, RefusalKey> {
  const faults: Record<string, RefusalKey> = {};
  if (!parseMailbox(text(settings, 'from'))) faults['from'] = 'error_invalid_input';
  if (text(settings, 'dkimKey') && !dkimKey(text(settings, 'dkimKey'))) faults['dkimKey'] = 'error_dkim_key';
  if (text(settings, 'dkimKey') && !text(settings, 'dkimSelector')) faults['dkimSelector'] = 'error_required';
  const answers = text(settings, 'answerAddress');
  if (answers && !isReplyAddress(answers)) faults['answerAddress'] = 'error_invalid_email';
  return faults;
}

function open(settings: Values, app: AdapterApp, hear?: Hear): Sender {
  const from = parseMailbox(text(settings, 'from'));
  const host = text(settings, 'host');
  if (!from || !host) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const replyTo = parseMailbox(text(settings, 'replyTo'));
  const senderDomain = from.address.split('@')[1]!;
  const domain = text(settings, 'domain') || senderDomain;
  const signature = signatureOf(settings, senderDomain, app);
  const server = serverOf(host, settings);
  const pool = openPool(server, connections(settings));
  const compose = openComposer({ from, domain, signature });
  const perMinute = Number(settings['mailsPerMinute'] ?? 0);
  const pace = perMinute ? openPace(app, `${server.user ?? ''}@${host}:${server.port}`, perMinute) : null;
  const account = accountOf(settings, server);
  const mailbox = hear && account ? hearMailbox(account, listenerOf(app), hear) : null;
  const answers = account ? text(settings, 'answerAddress') : '';
  return {
    async send(outgoing: Outgoing) {
      const { key, to, urgent, isFirst, careful, recipientId, begin } = outgoing;
      // only mails to recipients get an address for replies and bounces
      const own = answers && recipientId !== null ? addressFor(answers, key) : null;
      const message = await compose(outgoing, own ? answerTo(own, replyTo ?? from) : replyTo);
      await pace?.turn({ urgent, again: recipientId !== null });
      const report = { id: key, success: account !== null && settings['deliveryReports'] === true };
      const hold = careful ? carefulHold : 0;
      const transaction = { from: own ?? from.address, to, message, report, hold, begin };
      const hurried = urgent && isFirst === true;
      await pool.send({ ...transaction, urgent, hurried, patient: recipientId !== null }).catch((error: unknown) => {
        throw error instanceof SmtpFailure ? smtpDeliveryError(error, key) : error;
      });
      return { externalId: key };
    },
    prepare: pool.prepare,
    ...(pace ? {} : { room: pool.room }), // paced messages aren't fetched ahead
    async close() {
      pool.close();
      await mailbox?.stop();
    },
  };
}

const listenerOf = ({ channelId = 0, db, log }: AdapterApp): MailboxListener => ({
  channelId,
  log,
  tries: storedTries(db),
});

const answerTo = (address: string, { name }: Mailbox): Mailbox => ({ name, address });

// Saving refuses an unusable key; if one is stored anyway, an unsigned alarm is better than none.
function signatureOf(settings: Values, senderDomain: string, { log }: AdapterApp): Signature | null {
  const pasted = text(settings, 'dkimKey');
  if (!pasted) return null;
  const [key, selector] = [dkimKey(pasted), text(settings, 'dkimSelector')];
  if (key && selector) return { key, selector, domain: text(settings, 'dkimDomain') || senderDomain };
  log.error({ event: 'dkim_key_unusable' });
  return null;
}

function serverOf(host: string, settings: Values): Server {
  return {
    host,
    port: Number(settings['port'] ?? 587),
    secure: encryption(settings['secure'], 'starttls'),
    verify: settings['verify'] !== false,
    user: text(settings, 'user') || null,
    password: settings['password'] ? String(settings['password']) : null,
  };
}

function accountOf(settings: Values, { verify, user, password }: Server): MailAccount | null {
  const host = text(settings, 'imapHost');
  if (!host) return null;
  return {
    host,
    port: Number(settings['imapPort'] ?? 993),
    secure: encryption(settings['imapSecure'], 'tls'),
    verify,
    user: text(settings, 'imapUser') || user || '',
    password: settings['imapPassword'] ? String(settings['imapPassword']) : (password ?? ''),
    mailbox: text(settings, 'imapMailbox') || 'INBOX',
    done: text(settings, 'imapDone') || null,
  };
}

const encryption = (chosen: Values[string] | undefined, usual: Server['secure']): Server['secure'] =>
  chosen === 'tls' || chosen === 'starttls' || chosen === 'none' ? chosen : usual;
