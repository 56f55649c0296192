import { createHash, type KeyObject, verify } from 'node:crypto';

/** RFC 6376, relaxed/relaxed, rsa-sha256. */
export interface DkimResult {
  domain: string;
  selector: string;
  valid: boolean;
}

/** Checks a mail's signature. Throws without one. */
export function verifyDkim(mail: string, key: KeyObject): DkimResult {
  const end = mail.indexOf('\r\n\r\n');
  const fields = mail.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!;
  const tags = Object.fromEntries(
    signature
      .replace(/^[^:]*:/, '')
      .split(';')
      .map((tag) => tag.trim().match(/^(\w+)=(.*)$/s))
      .flatMap((found) => (found ? [[found[1]!, found[2]!.replace(/\s+/g, '')]] : [])),
  ) as Record<string, string>;
  const digest = createHash('sha256')
    .update(relaxedBody(mail.slice(end + 4)), 'latin1')
    .digest('base64');
  const signed = [
    ...tags['h']!.split(':').map((name) => fields.findLast((field) => nameOf(field) === name.toLowerCase()) ?? ''),
    signature.replace(/(;\s*b=)[^;]*/, '$1'),
  ]
    .filter(Boolean)
    .map(relaxedField)
    .join('\r\n');
  const valid =
    tags['a'] === 'rsa-sha256' &&
    tags['bh'] === digest &&
    verify('sha256', Buffer.from(signed, 'latin1'), key, Buffer.from(tags['b']!, 'base64'));
  return { domain: tags['d']!, selector: tags['s']!, valid };
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase();

const relaxedField = (field: string): string => {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${nameOf(field)}:${value}`;
};

const relaxedBody = (body: string): string =>
  body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');
