import { fillPlaceholders, type PlaceholderValues, personalPlaceholders, placeholdersIn } from './placeholders.ts';
import { isHtml, plainText } from './rich-text.ts';
import { withPlainSigns } from './sms.ts';

/** Fills a text. Unknown personal placeholders disappear with a space. */
export function fillText(text: string, values: PlaceholderValues): string {
  const filled = fillPlaceholders(text, values);
  if (!placeholdersIn(filled).some((name) => personalPlaceholders.has(name))) return filled;
  return filled.replace(/ ?(?<!\{)\{{2,}[^{}]*\}{2,}/g, (whole) =>
    placeholdersIn(whole).some((name) => personalPlaceholders.has(name)) ? '' : whole,
  );
}

/** Returns a filled text without markup; names never count as markup. */
export const plainWords = (source: string, filled: string): string =>
  isHtml(source) ? plainText(filled) : filled.replace(/\r\n?/g, '\n').trim();

/** Joins title and text without repeating equal parts. */
export function shortText(title: string, content: string, ...more: (string | null)[]): string {
  const parts = content.startsWith(title) ? [content] : [title, content];
  return [...parts, ...more].filter(Boolean).join('\n');
}

/** Text around the author's words in a short text, and the placeholder values. */
export interface TextFrame {
  before: string;
  after: string;
  values: PlaceholderValues;
}

/** Returns the recipient's short text. */
export function framedText(title: string, content: string, { before, after, values }: TextFrame): string {
  const words = plainWords(content, fillText(content, values));
  return withPlainSigns(before + shortText(plainText(fillText(title, values)), words) + after);
}
