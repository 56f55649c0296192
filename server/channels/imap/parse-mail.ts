import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { decodeSingleByte, type SingleByte } from '#server/platform/character-sets/single-byte.ts';

/**
 * Parses a mail. Texts whose character set is labelled wrongly, or that the library can't decode, are corrected: UTF-8 labelled as
 * Latin-1 and the reverse, MS-DOS code pages, UTF-7, and UTF-16 in network order.
 */
export async function parseMail(raw: Buffer, options: PostalMimeOptions = {}): Promise<Email> {
  const mail = await PostalMime.parse(raw, options);
  const label = labelsIn(raw).find((name) => isUndecoded(name)) ?? null;
  if (label === null && !`${mail.text ?? ''}${mail.html ?? ''}`.includes('\uFFFD')) {
    return withTexts(mail, mail, (text) => asUtf8(octetsOf(text)) ?? text);
  }
  return withTexts(mail, await PostalMime.parse(relabelled(raw), options), (text, library) => {
    const octets = octetsOf(text);
    return octets ? reread(octets, label, library) : text;
  });
}

function withTexts(mail: Email, { text, html }: Email, decode: (text: string, library: string) => string): Email {
  return {
    ...mail,
    ...(text === undefined ? {} : { text: decode(text, mail.text ?? '') }),
    ...(html === undefined ? {} : { html: decode(html, mail.html ?? '') }),
  };
}

/** Decodes the octets of a text, unless the library knew its character set: the label may be that of another part. */
function reread(octets: Buffer, label: string | null, library: string): string {
  if (octets.includes(0)) return label !== null && isUtf16(label) ? fromUtf16(octets) : library;
  return octetsOf(library.replaceAll('\uFFFD', '')) === null ? library : decoded(octets, label);
}

// in the header of a part, the label may be in a folded line
const labelled =
  /^(content-type:[^\r\n]{0,300}?|[ \t]{1,9}(?:[\w-]{1,30}=[^\r\n;]{0,100};[ \t]{0,3}){0,3})charset[ \t]{0,3}=[ \t]{0,3}["']?([\w.:-]{1,40})["']?/gim;
const unlabelled = /^(content-type:[ \t]{0,9}text\/(?:plain|html))[ \t]{0,9};?[ \t]{0,9}(?=\r?\n(?![ \t]))/gim;

const labelsIn = (raw: Buffer): string[] =>
  [...raw.toString('latin1').matchAll(labelled)].map(([, , name]) => name!.toLowerCase());

const codePages: Readonly<Record<string, SingleByte>> = { '850': 'ibm850', '437': 'ibm437', '852': 'ibm852' };

const codePageOf = (label: string): SingleByte | undefined =>
  codePages[/^(?:cp|ibm|dos|x-cp|oem)?[-_]?(\d{3})$/.exec(label)?.[1] ?? ''];

const isUtf7 = (label: string): boolean => /utf-?7$/.test(label);
const isUtf16 = (label: string): boolean => /^utf-?16$/.test(label);
const isUndecoded = (label: string): boolean => codePageOf(label) !== undefined || isUtf7(label) || isUtf16(label);

/** Labels all texts as Windows-1252, which has a character for each octet, so that the octets can be recovered. */
function relabelled(raw: Buffer): Buffer {
  const text = raw.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const before = /^content-type:/im.test(text.slice(0, end))
    ? ''
    : 'Content-Type: text/plain; charset=windows-1252\r\n';
  const written = text.replace(labelled, '$1charset=windows-1252').replace(unlabelled, '$1; charset=windows-1252');
  return Buffer.from(before + written, 'latin1');
}

const windows1252 = new TextDecoder('windows-1252');
const octetOf = new Map(
  Array.from({ length: 256 }, (_none, octet) => [windows1252.decode(Uint8Array.of(octet)), octet] as const),
);

/** Returns the octets that were decoded as Windows-1252; null if the text has other characters. */
function octetsOf(text: string): Buffer | null {
  const octets = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const octet = octetOf.get(text[at]!);
    if (octet === undefined) return null;
    octets[at] = octet;
  }
  return octets;
}

/** Decodes octets that can only be UTF-8; null for others. */
const asUtf8 = (octets: Buffer | null): string | null =>
  octets?.some((octet) => octet >= 0x80) && isUtf8(octets) ? octets.toString('utf8') : null;

function decoded(octets: Buffer, label: string | null): string {
  if (label !== null && isUtf7(label) && octets.every((octet) => octet < 0x80))
    return fromUtf7(octets.toString('latin1'));
  const utf8 = asUtf8(octets);
  if (utf8 !== null) return utf8;
  const page = label === null ? undefined : codePageOf(label);
  if (page) return decodeSingleByte(octets, page);
  // a mail cut within a character is UTF-8 nevertheless
  const lenient = octets.toString('utf8');
  const damaged = lenient.split('\uFFFD').length - 1;
  const whole = lenient.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return whole > damaged ? lenient : windows1252.decode(octets);
}

/** Without a mark, UTF-16 is in network order (RFC 2781, 4.3), unless the zeros of Western text are in the other octets. */
function fromUtf16(octets: Buffer): string {
  const mark = octets.length > 1 ? octets.readUInt16BE(0) : 0;
  const zeros = (odd: number) => octets.filter((octet, at) => octet === 0 && at % 2 === odd).length;
  const isLittle = mark === 0xfffe || (mark !== 0xfeff && zeros(1) > zeros(0));
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(octets);
}

/** Decodes UTF-7 (RFC 2152): UTF-16 in base64 between + and -. */
const fromUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z\d+/]*)-?/g, (_whole, coded: string) =>
    coded === '' ? '+' : new TextDecoder('utf-16be').decode(evenPart(Buffer.from(coded, 'base64'))),
  );

const evenPart = (octets: Buffer): Buffer => octets.subarray(0, octets.length & ~1);
