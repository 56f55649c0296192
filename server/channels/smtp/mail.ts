import MailComposer from 'nodemailer/lib/mail-composer';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { isMailAddress, type Mailbox } from './mail-address.ts';

/** With what a mail is signed. */
export interface Signature {
  domain: string;
  selector: string;
  /** An RSA key as PEM. */
  key: string;
}

/** What all mails of a channel have in common. */
export interface MailHeading {
  from: Mailbox;
  /** Where answers to a mail go, if not to its sender. */
  replyTo: Mailbox | null;
  /** The second half of Message-IDs. */
  domain: string;
  signature: Signature | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** The button of mail programs (RFC 8058); it asks for an encrypted connection, a link alone does not. */
const unsubscribing = ({ unsubscribe }: Outgoing): Record<string, string> => ({
  ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe}>` } : {}),
  ...(unsubscribe?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});

/** The whole message as bytes (every character one), text and HTML, unsigned; it can read no file and no address from anywhere. */
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
  // a lone CR could end the mail for a server that takes it for the end of a line
  return /\r(?!\n)/.test(mail) ? mail.replace(/\r(?!\n)/g, '\r\n') : mail;
}
