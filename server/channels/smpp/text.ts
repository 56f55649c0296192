import { createHash } from 'node:crypto';
import { fromGsm, smsParts, toGsm } from '#shared/sms.ts';

/** A text as it is submitted: the octets of its parts, and the data coding they are in. */
export interface Encoded {
  dataCoding: number;
  /** The parts begin with a header that joins them. */
  joined: boolean;
  parts: Buffer[];
}

/** Data codings of SMPP: the SMSC's default alphabet, taken as GSM 03.38, Latin-1 and UCS-2. */
export const codings = { gsm: 0, ascii: 1, latin1: 3, ucs2: 8 } as const;

/**
 * A text in exactly the parts that `smsSize` counts. Parts of the same key carry the same reference (8 bits, the smaller
 * header), so that a telephone joins parts of two attempts.
 */
export function encodeText(text: string, key: string): Encoded {
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

/** More parts the header cannot number. */
export const mostParts = 255;

const toUcs2 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Octets in a data coding as text; its upper half (message classes) says nothing about the alphabet. */
export function decodeText(octets: Buffer, dataCoding: number): string {
  const alphabet = dataCoding & 0x0f;
  if (alphabet === codings.ucs2)
    return Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le');
  if (alphabet === codings.ascii || alphabet === codings.latin1) return octets.toString('latin1');
  return fromGsm(octets);
}

/** Which part of a longer text this is. */
export interface Place {
  reference: number;
  number: number;
  total: number;
}

/** The header before a text that consists of parts, and the octets behind it. */
export function splitHeader(octets: Buffer): { place: Place | null; rest: Buffer } {
  const length = octets[0] ?? 0;
  const [header, rest] = [octets.subarray(1, 1 + length), octets.subarray(1 + length)];
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

/** A place that makes sense; a text in one part is whole. */
export const placed = (place: Place): Place | null =>
  place.total > 1 && place.number >= 1 && place.number <= place.total ? place : null;
