import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { fromGsm, smsParts, toGsm } from '#shared/sms.ts';

export interface EncodedSms {
  dataCoding: number;
  /** Each part starts with a header. */
  joined: boolean;
  parts: Buffer[];
}

/** The default alphabet is assumed to be GSM 03.38. */
export const codings = { gsm: 0, ascii: 1, latin1: 3, ucs2: 8 } as const;

/**
 * Encodes a text in the parts that `smsSize` counts. The key determines the reference (8 bits), so that a telephone
 * joins parts of two attempts.
 */
export function encodeText(text: string, key: string): EncodedSms {
  const { encoding, parts } = smsParts(text);
  const octets = parts.map((part) => (encoding === 'GSM-7' ? Buffer.from(toGsm(part)) : toUcs2(part)));
  const reference = createHash('sha256').update(key).digest()[0]!;
  const header = (at: number) => Buffer.from([5, 0, 3, reference, parts.length, at + 1]);
  const joined = parts.length > 1;
  return {
    dataCoding: encoding === 'GSM-7' ? codings.gsm : codings.ucs2,
    joined,
    parts: joined ? octets.map((part, at) => Buffer.concat([header(at), part])) : octets,
  };
}

/** The maximum that the header can number. */
export const mostParts = 255;

const toUcs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

// the table of SMPP 3.4 (5.2.19), by the lower half of a data coding below 0x10
const tables: Readonly<Record<number, string>> = {
  5: 'iso-2022-jp',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  9: 'shift_jis',
  10: 'iso-2022-jp',
  13: 'iso-2022-jp',
  14: 'euc-kr',
};

/** Decodes octets in a data coding of SMPP 3.4, or of GSM 03.38 from 0x10 on. */
export function decodeText(octets: Buffer, dataCoding: number): string {
  const alphabet = alphabetOf(dataCoding);
  if (isUnmarkedWide(octets)) return fromUcs2(octets);
  if (alphabet === codings.ucs2) return isPlainAscii(octets) ? octets.toString('latin1') : fromUcs2(octets);
  const table = tables[alphabet];
  if (table) return new TextDecoder(table).decode(octets);
  // eight-bit octets aren't in the GSM alphabet, and some gateways mark it wrongly
  const isGsm = alphabet === codings.gsm || octets.some((octet) => octet < 0x20 && !signs.includes(octet));
  return isGsm && octets.every((octet) => octet < 0x80) ? fromGsm(octets) : fromOctets(octets);
}

/** NUL, tab and line breaks: the only octets below 0x20 in a text that isn't GSM 03.38. */
const signs = [0x00, 0x09, 0x0a, 0x0d];

const usual = /^[A-Za-zÄÖÜäöüß\d \n\r.,:;!?'"()/+-]*$/;
const readable = /^[A-Za-zÄÖÜäöüß\d \n\r.,:;!?'"()/+*#%=@_€&<>-]*$/;
const unprintable = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Returns a person's text. One that may be misread begins with U+FFFD, which chooses no answer, so a person checks it:
 * it has control characters, or its octets are usual words only as packed septets, which SMPP doesn't allow.
 */
export function textOfPerson(octets: Buffer, dataCoding: number): string {
  const text = decodeText(octets, dataCoding)
    .replace(/[\0\r]+$/, '')
    .replace(unprintable, '\ufffd');
  const isWide = isUnmarkedWide(octets) || alphabetOf(dataCoding) === codings.ucs2;
  const words = isWide || readable.test(text) ? '' : unpacked(octets);
  if (words && usual.test(words)) return `\ufffd${words}`;
  return text.includes('\ufffd') ? `\ufffd${text}` : text;
}

/** Decodes eight septets in seven octets (3GPP TS 23.038, 6.1.2.1), without padding. */
function unpacked(octets: Buffer): string {
  const septets = Array.from({ length: Math.floor((octets.length * 8) / 7) }, (_, at) => {
    const [place, shift] = [(at * 7) >> 3, (at * 7) & 7];
    return (((octets[place] ?? 0) | ((octets[place + 1] ?? 0) << 8)) >> shift) & 0x7f;
  });
  return fromGsm(Uint8Array.from(septets)).replace(/[@\r]$/, '');
}

function alphabetOf(dataCoding: number): number {
  const coding = dataCoding & 0xff;
  return coding < 0x10 ? coding : gsmAlphabet(coding);
}

function gsmAlphabet(coding: number): number {
  const group = coding >> 4;
  if (group >= 0x0c && group <= 0x0e) return group === 0x0e ? codings.ucs2 : codings.gsm; // message waiting
  if (group === 0x0f) return coding & 0x04 ? codings.latin1 : codings.gsm;
  const bits = (coding >> 2) & 0x03;
  return bits === 2 ? codings.ucs2 : bits === 1 ? codings.latin1 : codings.gsm;
}

/** Returns whether octets can only be Western text with two octets per character. */
export function isUnmarkedWide(octets: Buffer): boolean {
  if (octets.length < 4 || octets.length % 2) return false;
  const zeros = [0, 1].map((odd) => octets.filter((octet, at) => at % 2 === odd && octet === 0).length);
  const [first, second] = zeros as [number, number];
  const most = octets.length / 2;
  return (first > most / 2 && second === 0) || (second > most / 2 && first === 0);
}

const ascii = /^[\w.,:;!?#+*/()"' \n\r-]+$/;
const words =
  /^(?:[jJ][aA]|[oO][kK]|[nN][oO]|(?:[a-z]{3,}|[A-Z][a-z]{2,}|[A-Z]{3,})(?:[ ,.;:!?-]{1,3}(?:[A-Za-z][a-z]*|[A-Z]{2,}))*[ .!?]{0,3})$/;

/**
 * Returns whether octets in UCS-2 are ASCII words. Those that are also usual Chinese or Japanese letters have to be
 * whole words.
 */
function isPlainAscii(octets: Buffer): boolean {
  const text = octets.toString('latin1');
  if (!ascii.test(text)) return false;
  const isAlsoAsian =
    octets.length % 2 === 0 && octets.every((octet, at) => at % 2 === 1 || octet === 0x30 || octet >= 0x4e);
  return !isAlsoAsian || words.test(text);
}

function fromUcs2(octets: Buffer): string {
  const whole = Buffer.from(octets.subarray(0, octets.length & ~1));
  const mark = whole.length >= 2 ? whole.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return whole.subarray(2).toString('utf16le');
  // the answer "1" alone is too short to tell the order of its octets, but U+3100 is no letter of a reply
  const isDigit = whole.length === 2 && whole[1] === 0 && whole[0]! >= 0x30 && whole[0]! <= 0x39;
  if (isDigit || (isUnmarkedWide(whole) && whole[1] === 0)) return whole.toString('utf16le');
  return (mark === 0xfeff ? whole.subarray(2) : whole).swap16().toString('utf16le');
}

const concatenations: Readonly<Record<number, number>> = { 0: 3, 8: 4 };

/** Returns whether an unmarked text begins with a part's header. */
export function beginsWithHeader(octets: Buffer): boolean {
  const [length = 0, kind = 1, size = 0] = octets;
  return concatenations[kind] === size && length === size + 2 && splitHeader(octets).place !== null;
}

/** Decodes valid UTF-8, otherwise Windows-1252. */
function fromOctets(octets: Buffer): string {
  return new TextDecoder(isUtf8(octets) ? 'utf-8' : 'windows-1252').decode(octets);
}

/** Which part of a longer text this is. */
export interface PartNumber {
  reference: number;
  number: number;
  total: number;
}

/** Splits off the header of a text in parts. */
export function splitHeader(octets: Buffer): { place: PartNumber | null; rest: Buffer } {
  const length = octets[0] ?? 0;
  const [header, rest] = [octets.subarray(1, 1 + length), octets.subarray(1 + length)];
  if (!isHeader(header, length)) return { place: null, rest: octets };
  for (let at = 0; at + 1 < header.length; at += 2 + header[at + 1]!) {
    const [kind, size] = [header[at], header[at + 1]];
    const data = header.subarray(at + 2, at + 2 + size!);
    const wide = kind === 8 && data.length === 4;
    if (!wide && !(kind === 0 && data.length === 3)) continue;
    const [total, number] = [data.at(-2)!, data.at(-1)!];
    const reference = wide ? data.readUInt16BE(0) : data[0]!;
    return { place: placed({ reference, number, total }), rest };
  }
  return { place: null, rest };
}

/** Returns whether the elements of a header fill it exactly. */
function isHeader(header: Buffer, length: number): boolean {
  let at = 0;
  while (at + 1 < header.length) at += 2 + header[at + 1]!;
  return header.length === length && at === length;
}

/** Validates a place; a text in one part is whole. */
export const placed = (place: PartNumber): PartNumber | null =>
  place.total > 1 && place.number >= 1 && place.number <= place.total ? place : null;
