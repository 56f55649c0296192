import { createHash } from 'node:crypto';
import { atLinks } from '#shared/web-links.ts';
import { graphemes, type PostLimit } from './thread.ts';

/** A post's limits: 300 graphemes, 3,000 bytes. */
export const blueskyLimit: PostLimit = {
  limit: 300,
  length: (text) => Math.max(graphemes(text), Math.ceil(Buffer.byteLength(text) / 10)),
};

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const [year2020, year2025] = [1_577_836_800_000_000n, 1_735_689_600_000_000n];

/**
 * Returns a deterministic record key: a past moment in microseconds and a clock number (TID), which reveals nothing
 * about the time.
 */
export function recordKey(key: string): string {
  const bytes = createHash('sha256').update(key).digest();
  const moment = year2020 + (bytes.readBigUInt64BE(0) % (year2025 - year2020));
  const value = (moment << 10n) | BigInt(bytes.readUInt16BE(8) & 1023);
  return Array.from({ length: 13 }, (_, place) => alphabet[Number((value >> BigInt(60 - 5 * place)) & 31n)]).join('');
}

export interface Facet {
  index: { byteStart: number; byteEnd: number };
  features: { $type: 'app.bsky.richtext.facet#link'; uri: string }[];
}

/** Returns a text's links, which would be plain words without facets. */
export function linkFacets(text: string): Facet[] {
  let byteEnd = 0;
  return atLinks(text).flatMap((piece, at) => {
    const byteStart = byteEnd;
    byteEnd += Buffer.byteLength(piece);
    if (at % 2 === 0 || !URL.canParse(piece)) return [];
    const features = [{ $type: 'app.bsky.richtext.facet#link' as const, uri: piece }];
    return [{ index: { byteStart, byteEnd }, features }];
  });
}
