import sanitizeHtml from 'sanitize-html';
import { limits } from '#shared/limits.ts';
import { allowedTags, isHtml } from '#shared/rich-text.ts';
import { limitedText } from './input.ts';

/** Returns a text for display: plain text unchanged, HTML by the allow-list without block marks. */
export const safeContent = (text: string): string => reduced(text, {});

/** Sanitizes input but keeps block marks; refuses more than 50,000 characters. */
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
