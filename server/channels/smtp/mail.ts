import MailComposer from 'nodemailer/lib/mail-composer';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';

/** Who sends. */
export interface Mailbox {
  name: string;
  address: string;
}

// Deliberately narrower than RFC 5321: no quoted local parts, no comments, no addresses of two people in one.
const local = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain =
  /^(?=.{1,255}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text is one plain e-mail address and nothing else. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
}

/** Name and address out of "Crisis team <alarm@example.org>" or a bare address; null when it is neither. */
export function parseMailbox(text: string): Mailbox | null {
  const parts = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))\s*$/.exec(text);
  const address = parts?.[2]?.trim() ?? parts?.[3];
  return address && isMailAddress(address) ? { name: parts?.[1]?.trim() ?? '', address } : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get into a header
const controls = /[\u0000-\u001f\u007f\u2028\u2029]+/g;

/** The message as bytes, text and HTML; it can read no file and no address from anywhere. */
export async function composeMail(
  outgoing: Outgoing,
  { from, replyTo, domain: host }: { from: Mailbox; replyTo: Mailbox | null; domain: string },
): Promise<Buffer> {
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
    messageId: `<${outgoing.key}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(outgoing.urgent ? { Importance: 'high', 'X-Priority': '1 (Highest)' } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  });
  return composer.compile().build();
}
