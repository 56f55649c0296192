import { otherLanguages } from '#server/alerting/answers/other-languages.ts';
import { htmlText } from '#server/api/http/html-field.ts';
import { publicPath } from '#server/channels/publications/paths.ts';
import type { App } from '#server/platform/context.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { article } from './article.ts';
import { type Feed, type FeedEntry, textFor } from './feed.ts';
import { document, legalLinks } from './frame.ts';
import { type FeedTexts, feedTexts } from './texts.ts';

/** Everything, or one event type. */
export interface View {
  language: Language;
  eventType: number | null;
}

type Place = Pick<App, 'publicUrl'>;

/** Returns the entries of a view, newest first. */
export const entriesOf = ({ shown }: Feed, { eventType }: Pick<View, 'eventType'>): readonly FeedEntry[] =>
  eventType === null ? shown : shown.filter((entry) => entry.eventType?.id === eventType);

/** Returns the path of a view, without the language. */
export const pathOf = ({ channelId }: Feed, { eventType }: Pick<View, 'eventType'>): string =>
  publicPath(channelId) + (eventType === null ? '' : `/type/${eventType}`);

export function feedPage(place: Place, feed: Feed, view: View): string {
  const texts = textIn(feedTexts, view.language);
  const entries = entriesOf(feed, view);
  const type = eventTypesOf(feed).find(({ id }) => id === view.eventType);
  const of = (name: string) => (type ? `${name} – ${readIn(type, 'name', view.language)}` : name);
  // The organization's name is already above it.
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

export function entryPage(place: Place, feed: Feed, entry: FeedEntry, language: Language): string {
  const texts = textIn(feedTexts, language);
  const body = [
    article(place, feed, entry, { language, heading: 'h1' }),
    `<p class="more"><a href="${publicPath(feed.channelId)}?lang=${language}">${texts.back}</a></p>`,
  ];
  const { title } = textFor(entry, language);
  return page(feed, { title, language, path: publicPath(feed.channelId), body: body.join('\n') });
}

const eventTypesOf = ({ shown }: Feed) =>
  [...new Map(shown.flatMap(({ eventType }) => (eventType ? [[eventType.id, eventType] as const] : []))).values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'de'),
  );

function kindsOfEvents(feed: Feed, view: View, texts: FeedTexts): string {
  const types = eventTypesOf(feed);
  if (types.length < 2) return '';
  const items = [
    { id: null, name: texts.all },
    ...types.map((type) => ({ id: type.id, name: readIn(type, 'name', view.language) })),
  ].map(({ id, name }) => {
    const current = id === view.eventType ? ' aria-current="page"' : '';
    const href = `${pathOf(feed, { eventType: id })}?lang=${view.language}`;
    return `<li><a href="${href}"${current}>${htmlText(name)}</a></li>`;
  });
  return `<nav aria-label="${texts.kinds}"><ul>${items.join('')}</ul></nav>`;
}

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
  const whole = `<div class="frame">
<header class="top"><p>${htmlText(feed.organisation)}</p>${otherLanguages(language)}</header>
<main>
${body}
</main>
<footer>${texts.subscribe} <a href="${path}/atom.xml${query}">Atom</a> <a href="${path}/rss.xml${query}">RSS</a> ${legalLinks(feed, language)}</footer>
</div>`;
  return document({ language, title, links: links.join('\n'), body: whole });
}
