import { documentUrl, publicationUrl, publicPath } from '#server/channels/publications/paths.ts';
import type { App } from '#server/context.ts';
import { htmlText } from '#server/http/html-field.ts';
import type { PlainKind } from '#server/http/page.ts';
import { otherLanguages } from '#server/messages/answers/other-languages.ts';
import { paragraphs } from '#server/rendering/layout.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageAttributes, localeOf } from '#shared/languages.ts';
import { type Entry, type Feed, textFor } from './feed.ts';
import { feedStyle } from './style.ts';
import { type FeedTexts, feedTexts } from './texts.ts';

/** What of a feed a page shows: everything, or what belongs to one kind of event. */
export interface View {
  language: Language;
  eventType: number | null;
}

type Place = Pick<App, 'publicUrl'>;

/** The entries that a view shows, newest first. */
export const entriesOf = ({ shown }: Feed, { eventType }: Pick<View, 'eventType'>): readonly Entry[] =>
  eventType === null ? shown : shown.filter((entry) => entry.eventType?.id === eventType);

/** Where the page of a view lies, without the language. */
export const pathOf = ({ channelId }: Feed, { eventType }: Pick<View, 'eventType'>): string =>
  publicPath(channelId) + (eventType === null ? '' : `/type/${eventType}`);

/** The page with what was published; no script, nothing from elsewhere. */
export function feedPage(place: Place, feed: Feed, view: View): string {
  const texts = textIn(feedTexts, view.language);
  const entries = entriesOf(feed, view);
  const type = eventTypesOf(feed).find(({ id }) => id === view.eventType);
  const of = (name: string) => (type ? `${name} – ${type.name}` : name);
  // the organisation stands above it already
  const heading = feed.title === feed.organisation ? texts.heading : feed.title;
  const articles = entries.map((entry) => article(place, feed, entry, { ...view, heading: 'h2' }));
  const body = [
    `<h1>${htmlText(of(heading))}</h1>`,
    feed.description ? `<p class="lead">${htmlText(feed.description)}</p>` : '',
    kindsOfEvents(feed, view, texts),
    articles.length ? articles.join('\n') : `<p>${texts.none}</p>`,
  ];
  const { language } = view;
  return page(feed, { title: of(feed.title), language, path: pathOf(feed, view), body: body.join('\n') });
}

/** The page of one entry, at the address that stays. */
export function entryPage(place: Place, feed: Feed, entry: Entry, language: Language): string {
  const texts = textIn(feedTexts, language);
  const body = [
    article(place, feed, entry, { language, heading: 'h1' }),
    `<p class="more"><a href="${publicPath(feed.channelId)}?lang=${language}">${texts.back}</a></p>`,
  ];
  const { title } = textFor(entry, language);
  return page(feed, { title, language, path: publicPath(feed.channelId), body: body.join('\n') });
}

/** A page that only says why there is no other. */
export function plainFeedPage(language: Language, kind: PlainKind, id?: string): string {
  const { plain, failureId } = textIn(feedTexts, language);
  const { title, text } = plain[kind];
  const number = id ? `<p>${failureId} ${id}</p>` : '';
  const body = `<main class="frame"><h1>${title}</h1><p>${text}</p>${number}</main>`;
  return document({ language, title, links: '', body });
}

const eventTypesOf = ({ shown }: Feed) =>
  [...new Map(shown.flatMap(({ eventType }) => (eventType ? [[eventType.id, eventType] as const] : []))).values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'de'),
  );

function kindsOfEvents(feed: Feed, view: View, texts: FeedTexts): string {
  const types = eventTypesOf(feed);
  if (types.length < 2) return '';
  const items = [{ id: null, name: texts.all }, ...types].map(({ id, name }) => {
    const current = id === view.eventType ? ' aria-current="page"' : '';
    const href = `${pathOf(feed, { eventType: id })}?lang=${view.language}`;
    return `<li><a href="${href}"${current}>${htmlText(name)}</a></li>`;
  });
  return `<nav aria-label="${texts.kinds}"><ul>${items.join('')}</ul></nav>`;
}

interface Shown {
  language: Language;
  heading: 'h1' | 'h2';
}

function article(place: Place, feed: Feed, entry: Entry, { language, heading }: Shown): string {
  const texts = textIn(feedTexts, language);
  const { key, kind, replacedBy, publishedAt, document } = entry;
  const text = textFor(entry, language);
  const spoken = text.language === language ? '' : ` lang="${text.language}"`;
  const url = `${publicationUrl({ publicUrl: '' }, feed.channelId, key)}?lang=${language}`;
  const moment = momentIn(feed, language, publishedAt);
  const badge = kind === 'new' ? '' : `<span class="kind">${texts.kind[kind]}</span> · `;
  const title = htmlText(text.title);
  return `<article id="e-${key}" data-kind="${kind}"${entry.replacedAt ? ' data-over' : ''}>
<p class="when">${badge}${texts.published} <time datetime="${publishedAt.toISOString()}">${moment}</time></p>
<${heading}${spoken}>${heading === 'h2' ? `<a href="${url}">${title}</a>` : title}</${heading}>
${replacedNote(feed, entry, language)}
<div class="text"${spoken}>${paragraphs(text.text)}</div>
${entry.expiresAt && !replacedBy ? `<p class="when">${expiryOf(feed, entry.expiresAt, language)}</p>` : ''}
${document ? `<p class="more"><a href="${documentUrl(place, feed.channelId, key)}">${texts.message}</a></p>` : ''}
</article>`;
}

function expiryOf(feed: Feed, expiresAt: Date, language: Language): string {
  const texts = textIn(feedTexts, language);
  return expiresAt.getTime() > Date.now() ? texts.expires(momentIn(feed, language, expiresAt)) : texts.expired;
}

function replacedNote({ channelId }: Feed, { replacedAt, replacedBy }: Entry, language: Language): string {
  if (!replacedAt) return '';
  const texts = textIn(feedTexts, language);
  const words = texts.replaced[replacedBy?.kind ?? 'new'];
  const href = replacedBy && `${publicationUrl({ publicUrl: '' }, channelId, replacedBy.key)}?lang=${language}`;
  return `<p class="note">${words}${href ? ` <a href="${href}">${texts.replacedLink}</a>` : ''}</p>`;
}

const momentIn = ({ timeZone }: Feed, language: Language, moment: Date): string =>
  htmlText(
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment),
  );

interface Parts {
  title: string;
  language: Language;
  path: string;
  body: string;
}

function page(feed: Feed, { title, language, path, body }: Parts): string {
  const texts = textIn(feedTexts, language);
  const query = `?lang=${language}`;
  const links = (['atom', 'rss'] as const).map(
    (format) =>
      `<link rel="alternate" type="application/${format}+xml" title="${htmlText(feed.title)}" href="${path}/${format}.xml${query}">`,
  );
  const legal = [
    feed.imprint ? `<a href="${htmlText(feed.imprint)}">${texts.imprint}</a>` : '',
    feed.privacy ? `<a href="${htmlText(feed.privacy)}">${texts.privacy}</a>` : '',
  ];
  const whole = `<div class="frame">
<header class="top"><p>${htmlText(feed.organisation)}</p>${otherLanguages(language)}</header>
<main>
${body}
</main>
<footer>${texts.subscribe} <a href="${path}/atom.xml${query}">Atom</a> <a href="${path}/rss.xml${query}">RSS</a> ${legal.join(' ')}</footer>
</div>`;
  return document({ language, title, links: links.join('\n'), body: whole });
}

const document = ({ language, title, links, body }: Omit<Parts, 'path'> & { links: string }): string => `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
${links}
<style>${feedStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
