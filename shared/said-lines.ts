import { placeholdersIn } from './placeholders.ts';
import { blocksIn, outsideOfBlocks } from './read-only-blocks.ts';
import { isHtml } from './rich-text.ts';

/** What an author said about where and what exactly; empty where nothing was said. */
export interface SaidAloud {
  place: boolean;
  description: boolean;
}

type Text = { title: string; content: string };

const lines: readonly { of: keyof SaidAloud; line: string; mentions: readonly string[] }[] = [
  { of: 'description', line: '{{ event.description }}', mentions: ['event.description'] },
  { of: 'place', line: '{{ event.place }}', mentions: ['event.place', 'event.location', 'event.address'] },
];

/**
 * The content of a text with a line below its first for what was said and what neither it nor its title mentions; such a
 * line goes again when nothing is said any more. What the text mentions itself stays as it stands.
 */
export function withSaidLines({ title, content }: Text, said: SaidAloud): string {
  let result = content;
  for (const { of, line, mentions } of lines) {
    const isNeeded = said[of] && !mentionsAny(title, mentions);
    if (isNeeded && !mentionsAny(result, mentions)) result = withLine(result, line);
    if (!isNeeded) result = withoutLine(result, line);
  }
  return result;
}

/**
 * A text that was changed since `before`, with the lines for what was said that the stored one got or lost meanwhile;
 * null when the stored one changed in anything else.
 */
export function withSaidSince(typed: Text, before: Text, stored: Text): Text | null {
  if (before.title !== stored.title) return null;
  const said = ways.find((way) => withSaidLines(before, way) === stored.content);
  return said ? { title: typed.title, content: withSaidLines(typed, said) } : null;
}

const ways: readonly SaidAloud[] = [true, false].flatMap((place) =>
  [true, false].map((description) => ({ place, description })),
);

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
