import { escapeHtml, isHtml } from './rich-text.ts';

export interface ReadOnlyBlock {
  /** Start and end in the text, including its tags. */
  start: number;
  end: number;
  /** Id of the snippet. */
  snippet: number;
  /** Its HTML content. */
  inner: string;
}

const opening = /<div data-snippet="(\d{1,9})">/g;
const anyDiv = /<(\/?)div(?:\s[^<>]*)?>/gi;
const closing = '</div>';

/** Returns the blocks of a text, which are never nested. */
export function blocksIn(text: string): ReadOnlyBlock[] {
  const found: ReadOnlyBlock[] = [];
  for (const { 0: mark, 1: snippet, index } of text.matchAll(opening)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const from = index + mark.length;
    const to = endOf(text, from);
    const end = Math.min(to + closing.length, text.length);
    found.push({ start: index, end, snippet: Number(snippet), inner: text.slice(from, to) });
  }
  return found;
}

/** Returns the end of the element that is open here. */
function endOf(text: string, from: number): number {
  let open = 1;
  anyDiv.lastIndex = from;
  for (let tag = anyDiv.exec(text); tag; tag = anyDiv.exec(text)) {
    open += tag[1] ? -1 : 1;
    if (open === 0) return tag.index;
  }
  return text.length;
}

/** Changes the text outside the blocks; the blocks stay unchanged. */
export function outsideOfBlocks(text: string, change: (piece: string, at: number) => string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of blocksIn(text)) {
    result += change(text.slice(at, start), at) + text.slice(start, end);
    at = end;
  }
  return result + change(text.slice(at), at);
}

/** Returns plain text or HTML as HTML. */
export const asHtml = (text: string): string => (isHtml(text) ? text : paragraphsOf(text));

const paragraphsOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((lines) => `<p>${escapeHtml(lines).replaceAll('<br>', '<br />')}</p>`)
    .join('');

/** Returns a snippet's text as a read-only block. */
export const blockOf = (snippet: number, content: string): string =>
  `<div data-snippet="${snippet}">${asHtml(content)}</div>`;
