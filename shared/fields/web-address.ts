import { isPage, isWebAddress, linkMaximum, safeLink } from '#shared/links.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A web address. */
export interface WebAddressShape {
  kind: 'webAddress';
  /** Also allows a path of this installation. */
  pages?: true;
}

/** A web address, https by default. Needs a protocol or a domain. */
export const webAddress: FieldKind<WebAddressShape, string> = {
  value: 'text',
  check: (given, { pages }) =>
    readText(given, linkMaximum, (text) =>
      found(pages && pageIn(text) ? pageIn(text) : written(text), 'error_invalid_url'),
    ),
  input: ({ pages }) => ({ type: pages ? 'text' : 'url', autoComplete: 'url', maxLength: linkMaximum }),
};

function pageIn(text: string): string | null {
  const link = safeLink(text);
  return link !== null && isPage(link) ? link : null;
}

function written(text: string): string | null {
  const isFull = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const link = safeLink(isFull ? text : `https://${text}`);
  if (link === null || !isWebAddress(link)) return null;
  return isFull || new URL(link).hostname.includes('.') ? link : null;
}
