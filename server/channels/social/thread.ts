import type { Arrival, ArrivingPart } from '#server/channels/arrival.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { mapLinks } from '#shared/web-links.ts';

const mostPosts = 25;

export interface PostLimit {
  limit: number;
  length(text: string): number;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Counts visible characters. */
export const graphemes = (text: string): number => [...segmenter.segment(text)].length;

const narrow = [
  [0, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

/** Measures like X: an address counts 23, an emoji or a character beyond Latin, Greek and Cyrillic 2. */
export function weighed(text: string): number {
  const shortened = mapLinks(text, () => 'x'.repeat(23));
  return [...segmenter.segment(shortened)].reduce((sum, { segment }) => sum + weightOf(segment), 0);
}

function weightOf(grapheme: string): number {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(grapheme)) return 2;
  return [...grapheme].reduce((sum, sign) => {
    const code = sign.codePointAt(0)!;
    return sum + (narrow.some(([from, to]) => code >= from && code <= to) ? 1 : 2);
  }, 0);
}

/** Returns subject and text without repetition. */
export const postText = ({ subject, text }: { subject: string; text: string }): string =>
  [...(repeats(text, subject) ? [] : [subject]), text].filter(Boolean).join('\n\n');

/** "Brandwache" doesn't repeat the subject "Brand". */
const repeats = (text: string, subject: string): boolean =>
  text.startsWith(subject) && !/^[\p{L}\p{N}]/u.test(text.slice(subject.length));

/**
 * Splits a text into numbered posts (1/3) within the limit; a text that fits stays unchanged. Parts end at a line or
 * word if possible. Drops only blanks. Throws a DeliveryError for too long a thread.
 */
export function threadParts(text: string, post: PostLimit): string[] {
  const whole = text.trim();
  if (firstPart(whole, post) === whole) return [whole];
  for (let digits = 1; ; digits++) {
    const numbers = `\n(${'9'.repeat(digits)}/${'9'.repeat(digits)})`;
    const parts = split(whole, { ...post, limit: post.limit - post.length(numbers) });
    if (parts.length > mostPosts) throw new DeliveryError('permanent', 'message_too_large');
    if (String(parts.length).length > digits) continue;
    return parts.map((part, index) => `${part}\n(${index + 1}/${parts.length})`);
  }
}

function split(text: string, post: PostLimit): string[] {
  const parts: string[] = [];
  for (let rest = text; rest && parts.length <= mostPosts; ) {
    const part = firstPart(rest, post);
    parts.push(part.trimEnd());
    rest = rest.slice(part.length).trimStart();
  }
  return parts;
}

/** Returns the text of one post, up to its last line break or word. */
function firstPart(text: string, post: PostLimit): string {
  let fits = longestFitting(text, post);
  if (fits === text) return text;
  fits ||= segmenter.segment(text).containing(0)!.segment; // a single oversized grapheme: better than never ending
  if (/^\s/.test(text.slice(fits.length, fits.length + 1))) return fits;
  const line = fits.lastIndexOf('\n');
  const word = Math.max(line, fits.search(/\s\S*$/));
  return line > fits.length / 2 ? fits.slice(0, line) : word > 0 ? fits.slice(0, word) : fits;
}

/** Returns the longest fitting prefix of whole graphemes. */
function longestFitting(text: string, { limit, length }: PostLimit): string {
  const segments = segmenter.segment(text);
  const startOf = (place: number) => segments.containing(place)?.index ?? text.length;
  const fitsTo = (place: number) => length(text.slice(0, place)) <= limit;
  let [fits, tooLong] = [0, 64];
  for (; fitsTo(startOf(tooLong)); tooLong *= 2) {
    fits = startOf(tooLong);
    if (fits === text.length) return text;
  }
  tooLong = startOf(tooLong);
  while (fits < tooLong) {
    const { index, segment } = segments.containing(fits)!;
    const middle = Math.max(startOf((fits + tooLong) >> 1), index + segment.length);
    if (middle >= tooLong) break;
    if (fitsTo(middle)) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits);
}

/** Returns the thread on one network; for too long a thread, a single post. */
export function threadArrival(text: string, post: PostLimit, place?: string): Arrival {
  const named = (part: string): ArrivingPart => ({
    text: part,
    ...(place === undefined ? {} : { place }),
    length: post.length(part),
    limit: post.limit,
  });
  try {
    return { parts: threadParts(text, post).map(named) };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return {
      parts: [named(text)],
      losses: [{ kind: 'too_long', ...(place === undefined ? {} : { places: [place] }) }],
    };
  }
}
