import MailComposer from 'nodemailer/lib/mail-composer';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { isMailAddress, type Mailbox } from './mail-address.ts';

/** The signing domain, selector and key. */
export interface Signature {
  domain: string;
  selector: string;
  /** An RSA key as PEM. */
  key: string;
}

/** Common to all mails of a channel. */
export interface MailHeading {
  from: Mailbox;
  /** The address for replies, if it isn't the sender. */
  replyTo: Mailbox | null;
  /** The second half of Message-IDs. */
  domain: string;
  signature: Signature | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** The unsubscribe headers (RFC 8058), which require HTTPS. */
const unsubscribing = ({ unsubscribe }: Outgoing): Record<string, string> => ({
  ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>` } : {}),
  ...(unsubscribe?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** Composes the unsigned message as bytes; it can't read files or addresses. */
export async function composeMail(
  outgoing: Outgoing,
  { from, replyTo, domain }: Omit<MailHeading, 'signature'>,
): Promise<string> {
  if (!isMailAddress(outgoing.to)) throw new DeliveryError('permanent', 'address_invalid');
  const composer = new MailComposer({
    from,
    to: { name: '', address: outgoing.to },
    ...(replyTo ? { replyTo } : {}),
    subject: outgoing.subject.replace(controls, ' ').trim(),
    text: outgoing.text,
    ...(outgoing.html === null ? {} : { html: outgoing.html }),
    attachments: (outgoing.attachments ?? []).map(({ name, mimeType, content }) => ({
      filename: name,
      contentType: mimeType,
      content,
    })),
    messageId: `<${outgoing.key}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply, RN, NRN', // not NDR: bounces are wanted
      ...unsubscribing(outgoing),
      ...(outgoing.urgent ? { Importance: 'high', 'X-Priority': '1 (Highest)' } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  });
  const mail = (await composer.compile().build()).toString('latin1');
  // some servers treat a lone CR as a line end, which could end the mail
  return /\r(?!\n)/.test(mail) ? mail.replace(/\r(?!\n)/g, '\r\n') : mail;
}
