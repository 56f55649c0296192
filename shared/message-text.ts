import { fillPlaceholders, type PlaceholderValues, personalPlaceholders, placeholdersIn } from './placeholders.ts';
import { isHtml, plainText } from './rich-text.ts';
import { withPlainSigns } from './sms.ts';

/** Fills a text; a personal placeholder nothing is known for vanishes, together with a blank beside it. */
export function fillText(text: string, values: PlaceholderValues): string {
  const filled = fillPlaceholders(text, values);
  if (!placeholdersIn(filled).some((name) => personalPlaceholders.has(name))) return filled;
  return filled.replace(/ ?(?<!\{)\{{2,}[^{}]*\}{2,}/g, (whole) =>
    placeholdersIn(whole).some((name) => personalPlaceholders.has(name)) ? '' : whole,
  );
}

/** A filled text without markup; a name is no markup, whatever it looks like. */
export const plainWords = (source: string, filled: string): string =>
  isHtml(source) ? plainText(filled) : filled.replace(/\r\n?/g, '\n').trim();

/** Title and text in one, without saying the same twice. */
export function shortText(title: string, content: string, ...more: (string | null)[]): string {
  const parts = content.startsWith(title) ? [content] : [title, content];
  return [...parts, ...more].filter(Boolean).join('\n');
}

/** What stands around the author's words in a short text, and what their placeholders stand for. */
export interface TextFrame {
  before: string;
  after: string;
  values: PlaceholderValues;
}

/** An author's words as the short text that somebody gets. */
export function framedText(title: string, content: string, { before, after, values }: TextFrame): string {
  const words = plainWords(content, fillText(content, values));
  return withPlainSigns(before + shortText(plainText(fillText(title, values)), words) + after);
}
