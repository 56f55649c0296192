import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, visitorsLanguage } from '#shared/languages.ts';
import type { Rendered } from './cache.ts';

/** What is public comes as a page, a feed or a warning. */
export type Format = 'html' | 'atom' | 'rss' | 'cap';

const types: Record<Format, string> = {
  html: 'text/html; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  cap: 'application/cap+xml; charset=utf-8',
};
/** What stands between may keep a copy so long; then it asks whether it still holds. */
const caching = 'public, max-age=15, stale-if-error=86400';

/** The language of who reads a public page: as its address says, else as the browser does. */
export const readersLanguage = ({ query, headers }: FastifyRequest): Language =>
  visitorsLanguage((query as { lang?: unknown } | undefined)?.lang, headers['accept-language']);

/** Answers a document for everybody, or only that what the reader has still holds. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  format: Format,
  { body, etag }: Rendered,
): FastifyReply {
  // what `mountPage` says of pages behind a person's own link does not hold for public ones
  void reply.removeHeader('x-robots-tag').header('cache-control', caching).header('etag', etag);
  void reply.header('cross-origin-resource-policy', 'cross-origin');
  if (format === 'html') void reply.header('vary', 'accept-language');
  return hasIt(request, etag) ? reply.code(304).send() : reply.type(types[format]).send(body);
}

/** Whether the reader says to have this already. */
export const hasIt = ({ headers }: FastifyRequest, etag: string): boolean =>
  String(headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
