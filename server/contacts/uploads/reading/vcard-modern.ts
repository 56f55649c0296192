import { isUtf8 } from 'node:buffer';
import { decodeSingleByte, likelySingleByte } from '#server/platform/character-sets/single-byte.ts';
import { isQuotedPrintable, propertyName } from './vcard-lines.ts';

/** Converts a line of any version to vCard 3.0 and 4.0: kinds become parameters, values are decoded. Default: 2.1. */
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
    ? unquoted(written, charset)
    : isBase64
      ? decoded(Buffer.from(written, 'base64'), charset)
      : written;
  const value = plain.replace(/\r\n?|\n/g, '\\n');
  const kept = given.filter(
    (word) => !/^(CHARSET|ENCODING|LANGUAGE)=|^(QUOTED-PRINTABLE|BASE64|8BIT|7BIT|B)$/i.test(word),
  );
  const parameters = kept.filter((word) => word).map((word) => (word.includes('=') ? word : `TYPE=${word}`));
  const isText = isOld && ['NOTE', 'FN', 'TITLE', 'ROLE'].includes(propertyName(line));
  return `${[name, ...parameters].join(';')}:${isText ? value.replace(/(?<!\\)[,;]/g, '\\$&') : value}`;
}

/** Detects unnamed kinds or value encodings, which only vCard 2.1 has. */
const isWrittenAsOld = (head: string): boolean =>
  /;(?:[\w-]+[;:]|ENCODING=|CHARSET=)/i.test(head.replace(/"[^"]*"/g, ''));

/** UTF-8 letters in undeclared quoted-printable. */
const hidden = /=(?:C[2-9A-F]|D[0-9A-F]|E[0-9A-F]=[89AB][0-9A-F])=[89AB][0-9A-F]/;

const codePages = { 437: 'ibm437', 850: 'ibm850', 858: 'ibm850', 852: 'ibm852' } as const;

/** Decodes bytes in the named set, UTF-8 or Windows-1252. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  const page = /^(?:IBM|CP|DOS|PC|OEM)?-?(437|850|858|852)$/i.exec(charset ?? '')?.[1];
  if (page) return decodeSingleByte(bytes, codePages[page as unknown as keyof typeof codePages]);
  try {
    if (charset) return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // unknown or wrong character set
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** Decodes a quoted-printable value. */
function unquoted(written: string, charset: string | undefined): string {
  const codes = /(?:=[0-9a-f]{2})+/gi;
  const plain = written.replace(codes, (run) => decoded(Buffer.from(run.replaceAll('=', ''), 'hex'), charset));
  if (!/[\u0080-\u009F]/.test(plain) || /[^\p{ASCII}]/u.test(written)) return plain;
  // such a control character is another set's letter
  const bytes = Buffer.from(
    written.replace(codes, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('latin1')),
    'latin1',
  );
  return decodeSingleByte(bytes, likelySingleByte(bytes));
}
