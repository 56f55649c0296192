import { createHash } from 'node:crypto';
import { documentUrl, publicationUrl } from '#server/channels/publications/paths.ts';
import type { App } from '#server/platform/context.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { xmlDocument, xmlEmpty, xmlLeaf, xmlNode } from '#shared/xml.ts';
import { type Feed, type FeedEntry, textFor, updatedAt } from './feed.ts';
import { entriesOf, pathOf, type View } from './page.ts';
import { feedTexts } from './texts.ts';

type Place = Pick<App, 'publicUrl'>;

/** Renders the feed as Atom (RFC 4287). */
export function atomFeed(place: Place, feed: Feed, view: View): string {
  const entries = entriesOf(feed, view);
  const page = place.publicUrl + pathOf(feed, view);
  const newest = Math.max(0, ...entries.map((entry) => updatedAt(entry).getTime()));
  return xmlDocument(
    xmlNode(
      'feed',
      [
        xmlLeaf('id', `urn:uuid:${idOf(feed, view)}`),
        xmlLeaf('title', titleOf(feed, view)),
        xmlLeaf('subtitle', feed.description),
        xmlLeaf('updated', new Date(newest).toISOString()),
        xmlNode('author', [xmlLeaf('name', feed.organisation)]),
        xmlEmpty('link', { rel: 'self', type: 'application/atom+xml', href: `${page}/atom.xml?lang=${view.language}` }),
        xmlEmpty('link', { rel: 'alternate', type: 'text/html', href: page }),
        ...entries.map((entry) => atomEntry(place, feed, entry, view)),
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': localeOf(view.language) },
    ),
  );
}

function atomEntry(place: Place, feed: Feed, entry: FeedEntry, { language }: View): string {
  const { key, publishedAt, replacedBy, eventType, document } = entry;
  const text = textFor(entry, language);
  const spoken = { 'xml:lang': localeOf(text.language) };
  const related = replacedBy && publicationUrl(place, feed.channelId, replacedBy.key);
  return xmlNode('entry', [
    xmlLeaf('id', `urn:uuid:${key}`),
    xmlLeaf('title', entryTitle(entry, language), spoken),
    xmlLeaf('published', publishedAt.toISOString()),
    xmlLeaf('updated', updatedAt(entry).toISOString()),
    xmlEmpty('link', { rel: 'alternate', type: 'text/html', href: publicationUrl(place, feed.channelId, key) }),
    document
      ? xmlEmpty('link', {
          rel: 'alternate',
          type: 'application/cap+xml',
          href: documentUrl(place, feed.channelId, key),
        })
      : '',
    related ? xmlEmpty('link', { rel: 'related', type: 'text/html', href: related }) : '',
    ...predecessors(feed, entry).map(({ key: before }) =>
      xmlEmpty('link', { rel: 'related', type: 'text/html', href: publicationUrl(place, feed.channelId, before) }),
    ),
    eventType ? xmlEmpty('category', { term: String(eventType.id), label: readIn(eventType, 'name', language) }) : '',
    xmlLeaf('content', withNote(entry, text.text, language), { type: 'text', ...spoken }),
  ]);
}

/** Renders the feed as RSS 2.0. */
export function rssFeed(place: Place, feed: Feed, view: View): string {
  const entries = entriesOf(feed, view);
  const page = place.publicUrl + pathOf(feed, view);
  const channel = xmlNode('channel', [
    xmlLeaf('title', titleOf(feed, view)),
    xmlLeaf('link', page),
    xmlLeaf('description', feed.description ?? feed.organisation),
    xmlLeaf('language', localeOf(view.language).toLowerCase()),
    xmlEmpty('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${page}/rss.xml?lang=${view.language}` }),
    ...entries.map((entry) => rssItem(place, feed, entry, view)),
  ]);
  return xmlDocument(xmlNode('rss', [channel], { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' }));
}

function rssItem(place: Place, feed: Feed, entry: FeedEntry, { language }: View): string {
  const { key, publishedAt, eventType, document } = entry;
  const link = document ? documentUrl(place, feed.channelId, key) : publicationUrl(place, feed.channelId, key);
  return xmlNode('item', [
    xmlLeaf('title', entryTitle(entry, language)),
    xmlLeaf('link', link),
    xmlLeaf('guid', `urn:uuid:${key}`, { isPermaLink: 'false' }),
    xmlLeaf('pubDate', publishedAt.toUTCString()),
    xmlLeaf('category', eventType ? readIn(eventType, 'name', language) : undefined),
    xmlLeaf('description', withNote(entry, textFor(entry, language).text, language)),
  ]);
}

function titleOf({ title, shown }: Feed, { eventType, language }: View): string {
  const type = shown.find((entry) => entry.eventType?.id === eventType)?.eventType;
  return type ? `${title} – ${readIn(type, 'name', language)}` : title;
}

/** Returns a title with corrections, endings, and expiry, because many readers show only that. */
function entryTitle(entry: FeedEntry, language: View['language']): string {
  const { kind } = textIn(feedTexts, language);
  const { title } = textFor(entry, language);
  if (entry.kind === 'new') return title;
  const word = kind[entry.kind];
  return title.toLowerCase().startsWith(word.toLowerCase()) ? title : `${word}: ${title}`;
}

function withNote({ replacedAt, replacedBy }: FeedEntry, text: string, language: View['language']): string {
  if (!replacedAt) return text;
  return `${textIn(feedTexts, language).replaced[replacedBy?.kind ?? 'new']}\n\n${text}`;
}

const predecessors = ({ all }: Feed, { key }: FeedEntry) => all.filter(({ replacedBy }) => replacedBy?.key === key);

/** Returns a feed's permanent id, by event type. */
function idOf({ key }: Feed, { eventType, language }: View): string {
  const hash = createHash('sha256')
    .update(`${key}/${eventType ?? ''}/${language}`)
    .digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
