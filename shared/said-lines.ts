import { placeholdersIn } from './placeholders.ts';
import { blocksIn, outsideOfBlocks } from './read-only-blocks.ts';
import { isHtml } from './rich-text.ts';

/** What an author said about where and what exactly; empty where nothing was said. */
export interface SaidAloud {
  place: boolean;
  description: boolean;
}

const lines: readonly { of: keyof SaidAloud; line: string; mentions: readonly string[] }[] = [
  { of: 'description', line: '{{ event.description }}', mentions: ['event.description'] },
  { of: 'place', line: '{{ event.place }}', mentions: ['event.place', 'event.location', 'event.address'] },
];

/**
 * The content of a text with a line below its first for what was said and what neither it nor its title mentions; such a
 * line goes again when nothing is said any more. What the text mentions itself stays as it stands.
 */
export function withSaidLines({ title, content }: { title: string; content: string }, said: SaidAloud): string {
  let result = content;
  for (const { of, line, mentions } of lines) {
    const isIn = (text: string) => placeholdersIn(text).some((name) => mentions.includes(name));
    if (!said[of] || isIn(title)) result = withoutLine(result, line);
    else if (!isIn(result)) result = withLine(result, line);
  }
  return result;
}

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
