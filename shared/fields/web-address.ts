import { isPage, isWebAddress, linkMaximum, safeLink } from '#shared/links.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** An address in the web. */
export interface WebAddressShape {
  kind: 'webAddress';
  /** A path of this installation too. */
  pages?: true;
}

/** A web address, https unless it says otherwise; without a protocol it needs a domain, so that a word is none. */
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
