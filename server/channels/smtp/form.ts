import { randomBytes } from 'node:crypto';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import type { Outgoing } from '#server/channels/channel.ts';
import { composeMail, type MailHeading } from './mail.ts';
import { isMailAddress, type Mailbox } from './mail-address.ts';
import { type Encoded, openEncoder } from './text-part.ts';

/** The common parts of a message's mails. */
export interface MailForm {
  head: Field[];
  /** The pieces around the two texts. */
  body: string[];
  encodeText: (text: string) => Encoded;
  encodeHtml: (html: string) => Encoded;
}

type Field = string | { before: string; place: Place; after: string };

type Place = 'to' | 'key' | 'replyTo' | 'unsubscribe' | 'date';

/** The values of one mail. */
export interface Filling {
  to: string;
  key: string;
  text: string;
  html: string;
  replyTo: Mailbox | null;
  unsubscribe?: string;
}

const plain = /^[A-Za-z\d.+_-]+@[a-z\d.-]+$/;

export const isPlain = (address: string): boolean => plain.test(address) && isMailAddress(address);

/** Composes a mail without recipient, and cuts out the differences. */
export async function makeForm(outgoing: Outgoing, letterhead: MailHeading): Promise<MailForm> {
  const mark = () => `m${randomBytes(12).toString('hex')}`;
  const { unsubscribe } = outgoing;
  const marks = {
    to: `${mark()}@mark.invalid`,
    key: mark(),
    replyTo: `${mark()}@mark.invalid`,
    unsubscribe: unsubscribe ? `${unsubscribe.split(':')[0]}://${mark()}.invalid` : mark(),
  };
  const texts = { text: mark(), html: mark() };
  const { replyTo } = letterhead;
  const sample = await composeMail(
    {
      ...outgoing,
      ...texts,
      to: marks.to,
      key: marks.key,
      attachments: [],
      ...(unsubscribe ? { unsubscribe: marks.unsubscribe } : {}),
    },
    { ...letterhead, replyTo: replyTo && { ...replyTo, address: marks.replyTo } },
  );
  const end = sample.indexOf('\r\n\r\n');
  const head = sample
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((line) => cutField(line, marks));
  const [beforeText, rest] = cutPart(sample.slice(end + 4), texts.text);
  const [beforeHtml, behind] = cutPart(rest, texts.html);
  return { head, body: [...beforeText, ...beforeHtml, behind], encodeText: openEncoder(), encodeHtml: openEncoder() };
}

function cutField(line: string, marks: Record<Exclude<Place, 'date'>, string>): Field {
  if (line.startsWith('Date: ')) return { before: 'Date: ', place: 'date', after: '' };
  const unfolded = line.replaceAll('\r\n', '');
  for (const place of ['to', 'key', 'replyTo', 'unsubscribe'] as const) {
    const at = unfolded.indexOf(marks[place]);
    if (at >= 0) return { before: unfolded.slice(0, at), place, after: unfolded.slice(at + marks[place].length) };
  }
  return line;
}

const encodedAs = 'Content-Transfer-Encoding: ';

function cutPart(body: string, mark: string): [before: string[], behind: string] {
  const at = body.indexOf(mark);
  const encoding = body.lastIndexOf(encodedAs, at) + encodedAs.length;
  const line = body.indexOf('\r\n', encoding);
  return [[body.slice(0, encoding), body.slice(line, at)], body.slice(at + mark.length)];
}

/** Fills in one recipient's mail. */
export function fillForm({ head, body, ...form }: MailForm, filling: Filling): { head: string; body: string } {
  const { to, key, replyTo, unsubscribe = '' } = filling;
  const date = new Date().toUTCString().replace('GMT', '+0000');
  const values = { to, key, replyTo: replyTo?.address ?? '', unsubscribe, date };
  const lines = head.map((field) =>
    typeof field === 'string' ? field : foldLines(`${field.before}${values[field.place]}${field.after}`, 76),
  );
  const text = form.encodeText(filling.text);
  const html = form.encodeHtml(filling.html);
  return {
    head: lines.join('\r\n'),
    body: `${body[0]}${text.encoding}${body[1]}${text.content}${body[2]}${html.encoding}${body[3]}${html.content}${body[4]}`,
  };
}
