import type { Email } from 'postal-mime';
import type { Received, Reply } from '#server/channels/received.ts';
import { messageKeyIn } from '#server/channels/smtp/reply-address.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { isAutomatic, looksAutomatic } from './automatic.ts';
import { headersOf, readReport, returnedMail } from './bounce.ts';
import { parseMail } from './parse-mail.ts';
import { signedMail } from './smime.ts';
import { textOfHtml, writtenText } from './written-text.ts';

/** The content of a mail: receipts, a reply, or nothing. */
export type Brought = Pick<Received, 'receipts' | 'replies'>;

// lines cost far more than characters; a usual mail of 256 KB has some 4,000
const mostLines = 10_000;

function firstLines(raw: Buffer): Buffer {
  let end = -1;
  for (let lines = 0; lines < mostLines; lines++) {
    end = raw.indexOf(10, end + 1);
    if (end < 0) return raw;
  }
  return raw.subarray(0, end + 1);
}

const nothing: Brought = { receipts: [], replies: [] };

/**
 * Parses an incoming mail: a report yields receipts, an automatic mail nothing, any other a reply. Its recipient or
 * references identify the message. It may be truncated.
 */
export async function readMail(raw: Buffer, at: Date): Promise<Brought> {
  const lines = firstLines(raw);
  const mail = await parseMail(lines, { attachmentEncoding: 'utf8', forceRfc822Attachments: true });
  const report = readReport(mail);
  if (report) {
    const externalId = keyAddressed(mail) ?? keyReported(mail);
    return externalId ? { ...nothing, receipts: report.map((verdict) => ({ ...verdict, externalId, at })) } : nothing;
  }
  if (isAutomatic(mail)) return nothing;
  return { ...nothing, replies: [replyOf(mail, at, await bodyOf(mail, lines))] };
}

const addressHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to', 'cc'];

const keyAddressed = (mail: Email): string | null =>
  messageKeyIn(addressHeaders.flatMap((name) => headersOf(mail, name)).join('\n'));

/** Returns the key of the reported message, by envelope id or returned mail. */
function keyReported(mail: Email): string | null {
  const status = mail.attachments.find(({ mimeType }) => mimeType.endsWith('delivery-status'))?.content;
  const named = /^Original-Envelope-Id:(.*)$/im.exec(typeof status === 'string' ? status : '')?.[1];
  return (
    messageKeyIn(named ?? '') ?? keyReferred(mail) ?? messageKeyIn(returnedMail(mail)) ?? messageKeyIn(mail.text ?? '')
  );
}

const keyReferred = (mail: Email): string | null =>
  messageKeyIn(mail.inReplyTo ?? '') ??
  (mail.references ?? '')
    .split(/\s+/)
    .map(messageKeyIn)
    .findLast((found) => found !== null) ??
  null;

function replyOf(mail: Email, at: Date, body: Body): Reply {
  const from = mail.from?.address ?? mail.from?.name ?? '';
  const subject = mail.subject ?? '';
  const text = writtenText(body.text, `${mail.from?.name ?? ''} ${from}`) || subjectWords(subject);
  const inReplyTo = keyAddressed(mail) ?? keyReferred(mail);
  // duplicates are one reply; a copied Message-ID can't replace another person's
  const id = sha256(JSON.stringify([mail.messageId ?? at.toISOString(), from, text])).toString('base64url');
  const remark = looksAutomatic(subject, text) ? 'automatic' : text === '' ? body.why : undefined;
  return { id, from, text, subject, at, ...(inReplyTo ? { inReplyTo } : {}), ...(remark ? { remark } : {}) };
}

interface Body {
  text: string;
  why?: NonNullable<Reply['remark']>;
}

// notes of programs for readers without HTML
const onlyHtml =
  /^\s*(?:(?:diese|ihre) (?:nachricht|e-?mail|mail)\b[^\n]{0,60}\bhtml|ihr (?:e-?mail|mail)[^\n]{0,60}\bhtml|this (?:message|e-?mail|mail)\b[^\n]{0,60}\bhtml|your (?:e-?mail|mail)\b[^\n]{0,60}\bhtml)[^\n]{0,100}\s*$/i;

const textIn = (mail: Email): string =>
  mail.text?.trim() && !(mail.html && onlyHtml.test(mail.text)) ? mail.text : textOfHtml(mail.html ?? '');

const isSealed = ({ mimeType, filename }: Email['attachments'][number]): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || /\.p7m$/i.test(filename ?? '');

async function bodyOf(mail: Email, raw: Buffer): Promise<Body> {
  const text = textIn(mail);
  if (text.trim()) return /^-----BEGIN PGP MESSAGE-----/m.test(text) ? { text: '', why: 'encrypted' } : { text };
  if (mail.attachments.some(isSealed)) {
    const whole = await parseMail(raw, { attachmentEncoding: 'arraybuffer' });
    const content = whole.attachments.find(isSealed)?.content;
    const inside = content instanceof ArrayBuffer ? signedMail(Buffer.from(content)) : null;
    if (!inside) return { text: '', why: 'encrypted' };
    return { text: textIn(await parseMail(firstLines(inside))), why: 'attachment' };
  }
  if (/^multipart\/encrypted/i.test(headersOf(mail, 'content-type')[0] ?? '')) return { text: '', why: 'encrypted' };
  return mail.attachments.length ? { text: '', why: 'attachment' } : { text: '' };
}

const subjectWords = (subject: string): string =>
  /^\s*(?:re|aw|antw|antwort)\s*:/i.test(subject) ? '' : subject.trim();
