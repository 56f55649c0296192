import { escapeHtml, isHtml } from './rich-text.ts';

/** A snippet that cannot be changed, as it stands in an HTML text. */
export interface ReadOnlyBlock {
  /** Where it begins and ends in the text, its mark included. */
  start: number;
  end: number;
  /** Id of the snippet. */
  snippet: number;
  /** What it says, as HTML. */
  inner: string;
}

const opening = /<div data-snippet="(\d{1,9})">/g;
const anyDiv = /<(\/?)div(?:\s[^<>]*)?>/gi;
const closing = '</div>';

/** The blocks of a text in their order; none stands in another. */
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

/** Where the element that is open at this place is closed. */
function endOf(text: string, from: number): number {
  let open = 1;
  anyDiv.lastIndex = from;
  for (let tag = anyDiv.exec(text); tag; tag = anyDiv.exec(text)) {
    open += tag[1] ? -1 : 1;
    if (open === 0) return tag.index;
  }
  return text.length;
}

/** The text with what stands outside of its blocks changed; the blocks stay as they are. */
export function outsideOfBlocks(text: string, change: (piece: string, at: number) => string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of blocksIn(text)) {
    result += change(text.slice(at, start), at) + text.slice(start, end);
    at = end;
  }
  return result + change(text.slice(at), at);
}

/** A text as HTML, whichever it is. */
export const asHtml = (text: string): string => (isHtml(text) ? text : paragraphsOf(text));

const paragraphsOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((lines) => `<p>${escapeHtml(lines).replaceAll('<br>', '<br />')}</p>`)
    .join('');

/** A snippet's text as a block that cannot be changed. */
export const blockOf = (snippet: number, content: string): string =>
  `<div data-snippet="${snippet}">${asHtml(content)}</div>`;
