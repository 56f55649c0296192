import { placeholdersIn } from './placeholders.ts';
import { blocksIn, outsideOfBlocks } from './read-only-blocks.ts';
import { isHtml } from './rich-text.ts';

/** Place and description of the incident; absent ones stay untouched. */
export interface SaidAloud {
  place?: boolean | undefined;
  description?: boolean | undefined;
}

export type Text = { title: string; content: string };

const lines: readonly { of: keyof SaidAloud; line: string; mentions: readonly string[] }[] = [
  { of: 'description', line: '{{ event.description }}', mentions: ['event.description'] },
  { of: 'place', line: '{{ event.place }}', mentions: ['event.place', 'event.location', 'event.address'] },
];

const beforePlace = ' – ';

/** Returns a prepared title: kind of message, incident and, if known, place. */
export function titleOf(kind: string, what: string, place: string | undefined, maximum: number): string {
  const end = place ? beforePlace + place : '';
  return (`${kind}: ${what}`.slice(0, Math.max(0, maximum - end.length)) + end).slice(0, maximum);
}

/** Replaces the old place at the end of a title; `isPrepared` also adds a missing one. */
export function withPlace(
  title: string,
  { before, after }: { before: string | undefined; after: string | undefined },
  isPrepared = false,
): string {
  const end = after ? beforePlace + after : '';
  if (!namesPlace(title, before)) return isPrepared && !before ? title + end : title;
  return title.slice(0, -(beforePlace + before).length) + end;
}

const endOf = (title: string) =>
  title.includes(beforePlace) ? title.slice(title.lastIndexOf(beforePlace) + beforePlace.length) : undefined;
const withoutEnd = (title: string) => title.replace(/ – (?:(?! – ).)*$/s, '').trim();

/** Returns whether two titles differ at most in their place. */
export const isSameBeforePlace = (one: string, other: string): boolean => withoutEnd(one) === withoutEnd(other);

/** Returns a title with the place that another title got. */
export const withPlaceSince = (title: string, before: string, now: string): string =>
  title === before ? now : withPlace(title, { before: endOf(before), after: endOf(now) });

const namesPlace = (title: string, place: string | undefined) => Boolean(place) && title.endsWith(beforePlace + place);

/**
 * Returns the content with a line below its first for each detail that neither content nor title contains, without the
 * lines of withdrawn details. A title that ends with `place` needs no line for it.
 */
export function withSaidLines({ title, content }: Text, said: SaidAloud, place?: string): string {
  let result = content;
  for (const { of, line, mentions } of lines) {
    if (said[of] === undefined) continue;
    const isInTitle = mentionsAny(title, mentions) || (of === 'place' && namesPlace(title, place));
    const isNeeded = said[of] && !isInTitle;
    if (isNeeded && !mentionsAny(result, mentions)) result = withLine(result, line);
    if (!isNeeded) result = withoutLine(result, line);
  }
  return result;
}

/** Returns the gained and lost details between two versions. */
export function saidSince(before: Text, now: Text): SaidAloud {
  const said: SaidAloud = {};
  for (const { of, line } of lines) {
    const [had, has] = [before, now].map(({ content }) => withoutLine(content, line) !== content);
    if (had !== has) said[of] = has;
  }
  return said;
}

/** Returns the content without incident detail lines, in any order. */
export const withoutSaidLines = (content: string): string =>
  lines.reduce((rest, { line }) => withoutLine(rest, line), content);

/**
 * Returns an edited text with the details that the stored text gained or lost since `before`; null if it changed
 * otherwise.
 */
export function withSaidSince(typed: Text, before: Text, stored: Text): Text | null {
  const isAll =
    isSameBeforePlace(before.title, stored.title) &&
    withoutSaidLines(before.content) === withoutSaidLines(stored.content);
  if (!isAll) return null;
  if (typed.title === before.title && typed.content === before.content) return stored;
  const title = withPlaceSince(typed.title, before.title, stored.title);
  return { title, content: withSaidLines(typed, saidSince(before, stored)) };
}

const mentionsAny = (text: string, mentions: readonly string[]) =>
  placeholdersIn(text).some((name) => mentions.includes(name));

function withLine(text: string, line: string): string {
  if (!isHtml(text)) {
    const [first, ...rest] = text.split('\n');
    return [first, line, ...rest].join('\n');
  }
  const end = text.indexOf('</p>');
  const first = end < 0 ? text.length : end + '</p>'.length;
  const at = blocksIn(text).find(({ start, end: after }) => start < first && first < after)?.end ?? first;
  return `${text.slice(0, at)}<p>${line}</p>${text.slice(at)}`;
}

function withoutLine(text: string, line: string): string {
  if (!isHtml(text)) {
    const [first, ...rest] = text.split('\n');
    return [first, ...rest.filter((one) => one !== line)].join('\n');
  }
  const paragraph = `<p>${line}</p>`;
  return outsideOfBlocks(text, (piece, at) =>
    at > 0 ? piece.replaceAll(paragraph, '') : piece.slice(0, 1) + piece.slice(1).replaceAll(paragraph, ''),
  );
}
