import sanitizeHtml from 'sanitize-html';
import { limits } from '#shared/limits.ts';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { limitedText } from './input.ts';

/**
 * A text as it may be shown and leave: plain text as it is, HTML reduced to the allow-list, without the marks of blocks
 * that cannot be changed; blanks at its ends go.
 */
export const safeContent = (text: string): string => reduced(text, {});

/** An author's input made safe, with the marks of its blocks; refuses more than 50,000 characters, `field` names the input. */
export function cleanContent(field: string, text: string | null | undefined): string {
  return reduced(limitedText(field, text ?? '', limits.contentMaximum), { div: ['data-snippet'] });
}

function reduced(text: string, attributes: Record<string, string[]>): string {
  const trimmed = text.trim();
  if (!isHtml(trimmed)) return trimmed;
  return sanitizeHtml(trimmed, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href'], ...attributes },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
    transformTags: {
      div: (tagName, { 'data-snippet': snippet }) => ({
        tagName,
        attribs: /^\d{1,9}$/.test(snippet ?? '') ? { 'data-snippet': snippet! } : {},
      }),
    },
  }).trim();
}
