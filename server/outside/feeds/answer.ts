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
/** Intermediate caches must revalidate after this time. */
const caching = 'public, max-age=15, stale-if-error=86400';

/** Returns a page's language by address or browser. */
export const readersLanguage = ({ query, headers }: FastifyRequest): Language =>
  visitorsLanguage((query as { lang?: unknown } | undefined)?.lang, headers['accept-language']);

export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  { body, etag }: RenderedFeed,
): FastifyReply {
  // headers for personal links don't apply
  void reply.removeHeader('x-robots-tag').header('cache-control', caching).header('etag', etag);
  void reply.header('cross-origin-resource-policy', 'cross-origin');
  if (format === 'html') void reply.header('vary', 'accept-language');
  return hasIt(request, etag) ? reply.code(304).send() : reply.type(types[format]).send(body);
}

/** Returns whether the reader has this version. */
export const hasIt = ({ headers }: FastifyRequest, etag: string): boolean =>
  String(headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
