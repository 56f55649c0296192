import { isUtf8 } from 'node:buffer';
import { isQuotedPrintable, nameOf } from './vcard-lines.ts';

/**
 * A property line as vCard 3.0 and 4.0 have it, whatever the card says it is: kinds are parameters ("TEL;CELL"), and values
 * are neither quoted-printable nor Base64. Cards of no version are of 2.1.
 */
export function modernLine(line: string, version: string): string {
  const isOld = version === '2.1' || version === '';
  const at = line.indexOf(':');
  if (at < 0 || !(isOld || isWrittenAsOld(line.slice(0, at + 1)) || hidden.test(line.slice(at)))) return line;
  const [name, ...given] = line.slice(0, at).split(';');
  const charset = given.map((word) => /^CHARSET="?([^"]+)"?$/i.exec(word)?.[1]).find(Boolean);
  const isBase64 = given.some((word) => /^(?:ENCODING=)?(?:b|base64)$/i.test(word));
  const isQuoted = isQuotedPrintable(line) || hidden.test(line.slice(at));
  const written = line.slice(at + 1);
  const plain = isQuoted
    ? written.replace(/(?:=[0-9a-f]{2})+/gi, (codes) => decoded(Buffer.from(codes.replaceAll('=', ''), 'hex'), charset))
    : isBase64
      ? decoded(Buffer.from(written, 'base64'), charset)
      : written;
  const value = plain.replace(/\r\n?|\n/g, '\\n');
  const kept = given.filter(
    (word) => !/^(CHARSET|ENCODING|LANGUAGE)=|^(QUOTED-PRINTABLE|BASE64|8BIT|7BIT|B)$/i.test(word),
  );
  const parameters = kept.filter((word) => word).map((word) => (word.includes('=') ? word : `TYPE=${word}`));
  const isText = isOld && ['NOTE', 'FN', 'TITLE', 'ROLE'].includes(nameOf(line));
  return `${[name, ...parameters].join(';')}:${isText ? value.replace(/(?<!\\)[,;]/g, '\\$&') : value}`;
}

/** Kinds without a name, or an encoding of a value, as only vCard 2.1 has them. */
const isWrittenAsOld = (head: string): boolean =>
  /;(?:[\w-]+[;:]|ENCODING=|CHARSET=)/i.test(head.replace(/"[^"]*"/g, ''));

/** Letters of UTF-8 in quoted-printable in a value that does not say it is that. */
const hidden = /=(?:C[2-9A-F]|D[0-9A-F]|E[0-9A-F]=[89AB][0-9A-F])=[89AB][0-9A-F]/;

/** The text of bytes in the character set that is named; else, or where none goes by that name, UTF-8 or Windows-1252. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  try {
    if (charset) return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // no such character set, or the wrong one
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
