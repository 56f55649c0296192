import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, visitorsLanguage } from '#shared/languages.ts';
import type { RenderedFeed } from './cache.ts';

/** Format of public content: page, feed, or warning. */
export type Format = 'html' | 'atom' | 'rss' | 'cap';

const types: Record<Format, string> = {
  html: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  cap: 'application/cap+xml; charset=utf-8',
};
/** Intermediate caches can keep a copy for this time and must then revalidate it. */
const caching = 'public, max-age=15, stale-if-error=86400';

/** Returns a public page's language: from the address, else from the browser. */
export const readersLanguage = ({ query, headers }: FastifyRequest): Language =>
  visitorsLanguage((query as { lang?: unknown } | undefined)?.lang, headers['accept-language']);

/** Sends a public document, or only the confirmation that the reader's copy is current. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  { body, etag }: RenderedFeed,
): FastifyReply {
  // The `mountPage` headers for pages behind a personal link don't apply to public pages.
  void reply.removeHeader('x-robots-tag').header('cache-control', caching).header('etag', etag);
  void reply.header('cross-origin-resource-policy', 'cross-origin');
  if (format === 'html') void reply.header('vary', 'accept-language');
  return hasIt(request, etag) ? reply.code(304).send() : reply.type(types[format]).send(body);
}

/** Returns true if the request states that the reader has this version. */
export const hasIt = ({ headers }: FastifyRequest, etag: string): boolean =>
  String(headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
