import sanitizeHtml from 'sanitize-html';
import { limits } from '#shared/limits.ts';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { limitedText } from './input.ts';

/** A text as it may be kept and shown: plain text as it is, HTML reduced to the allow-list; blanks at its ends go. */
export function safeContent(text: string): string {
  const trimmed = text.trim();
  if (!isHtml(trimmed)) return trimmed;
  return sanitizeHtml(trimmed, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
  }).trim();
}

/** An input made safe; refuses more than 50,000 characters, `field` names the input. */
export function cleanContent(field: string, text: string | null | undefined): string {
  return safeContent(limitedText(field, text ?? '', limits.contentMaximum));
}
