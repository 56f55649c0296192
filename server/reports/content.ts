import sanitizeHtml from 'sanitize-html';
import { limits } from '#shared/limits.ts';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { limitedText } from '../input.ts';

/**
 * A text as it is kept: plain text unchanged but for blanks at its ends, HTML reduced to the allow-list. Refuses more
 * than 50,000 characters; `field` names the input.
 */
export function cleanContent(field: string, text: string | null | undefined): string {
  const trimmed = limitedText(field, text?.trim() ?? '', limits.contentMaximum);
  if (!isHtml(trimmed)) return trimmed;
  return sanitizeHtml(trimmed, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
  }).trim();
}
