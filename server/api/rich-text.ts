import sanitizeHtml from 'sanitize-html';
import { limits } from '#shared/limits.ts';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { limitedText } from './input.ts';

/**
 * Returns a text for display and sending: plain text unchanged, HTML reduced to the allow-list, without marks of unchangeable
 * blocks; trimmed.
 */
export const safeContent = (text: string): string => reduced(text, {});

/** Sanitizes an author's input but keeps the marks of its blocks; refuses more than 50,000 characters; `field` is its input. */
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
