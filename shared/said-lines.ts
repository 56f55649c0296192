import { placeholdersIn } from './placeholders.ts';
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
 * The text with a line below its first for what was said and what it does not mention itself; such a line goes again when
 * nothing is said any more. What the text mentions itself stays as it stands.
 */
export function withSaidLines(text: string, said: SaidAloud): string {
  let result = text;
  for (const { of, line, mentions } of lines) {
    if (!said[of]) result = withoutLine(result, line);
    else if (!placeholdersIn(result).some((name) => mentions.includes(name))) result = withLine(result, line);
  }
  return result;
}

function withLine(text: string, line: string): string {
  if (!isHtml(text)) {
    const [first, ...rest] = text.split('\n');
    return [first, line, ...rest].join('\n');
  }
  const end = text.indexOf('</p>');
  const at = end < 0 ? text.length : end + '</p>'.length;
  return `${text.slice(0, at)}<p>${line}</p>${text.slice(at)}`;
}

function withoutLine(text: string, line: string): string {
  if (!isHtml(text)) {
    const [first, ...rest] = text.split('\n');
    return [first, ...rest.filter((one) => one !== line)].join('\n');
  }
  const paragraph = `<p>${line}</p>`;
  return text.slice(0, 1) + text.slice(1).replaceAll(paragraph, '');
}
