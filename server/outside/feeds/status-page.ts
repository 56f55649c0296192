import { otherLanguages } from '#server/alerting/answers/other-languages.ts';
import { htmlText } from '#server/api/http/html-field.ts';
import { publicPath } from '#server/channels/publications/paths.ts';
import type { App } from '#server/platform/context.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { article, timeElement } from './article.ts';
import type { FeedEntry } from './feed.ts';
import { document, legalLinks } from './frame.ts';
import type { OfferedFeed, PublicStatus } from './status.ts';
import { feedTexts } from './texts.ts';

export const statusPath = '/status';

type Place = Pick<App, 'publicUrl'>;

/** Renders all running events' publications. */
export function statusPage(place: Place, status: PublicStatus, language: Language): string {
  const { heading, changed, subscribe } = textIn(feedTexts, language).status;
  const title = `${heading} – ${status.organisation}`;
  const body = `<div class="frame">
<header class="brand">${logo(status)}<p>${htmlText(status.organisation)}</p><nav>${otherLanguages(language)}</nav></header>
<main>
<h1>${heading}</h1>
${status.changedAt ? `<p class="lead">${changed} ${timeElement(status, language, status.changedAt)}</p>` : ''}
${status.events.map((entries) => event(place, status, entries, language)).join('\n') || none(language)}
<section class="feeds">
<h2>${subscribe}</h2>
<ul>${status.feeds.map((feed) => `<li>${offer(feed, language)}</li>`).join('')}</ul>
</section>
</main>
<footer>${legalLinks(status, language)}</footer>
</div>`;
  const links = status.feeds.map(
    ({ channelId, title: name }) =>
      `<link rel="alternate" type="application/atom+xml" title="${htmlText(name)}" href="${feedPath(channelId, 'atom', language)}">`,
  );
  return document({ title, language, links: links.join('\n'), body });
}

const none = (language: Language) => `<p class="none">${textIn(feedTexts, language).none}</p>`;

/** Renders an event with collapsed replaced entries. */
function event(place: Place, status: PublicStatus, entries: readonly FeedEntry[], language: Language): string {
  const { event: anyEvent, earlier } = textIn(feedTexts, language).status;
  const shown = (some: readonly FeedEntry[]) =>
    some.map((entry) => article(place, status, entry, { language, heading: 'h3' })).join('\n');
  const over = entries.filter(({ replacedAt }) => replacedAt);
  const type = entries[0]?.eventType;
  const name = type ? readIn(type, 'name', language) : anyEvent;
  return `<section class="event">
<h2>${htmlText(name)}</h2>
${shown(entries.filter(({ replacedAt }) => !replacedAt))}
${over.length ? `<details><summary>${earlier(over.length)}</summary>\n${shown(over)}\n</details>` : ''}
</section>`;
}

function offer({ channelId, title, warns }: OfferedFeed, language: Language): string {
  const { warnings } = textIn(feedTexts, language).status;
  const page = `<a href="${publicPath(channelId)}?lang=${language}">${htmlText(warns ? `${title} – ${warnings}` : title)}</a>`;
  const formats = (['atom', 'rss'] as const).map((format) => {
    const name = format === 'atom' ? 'Atom' : 'RSS';
    const label = `${name}: ${warns ? warnings : title}`;
    return `<a href="${feedPath(channelId, format, language)}" aria-label="${htmlText(label)}">${name}</a>`;
  });
  return [page, ...formats].join(' ');
}

const feedPath = (channelId: number, format: 'atom' | 'rss', language: Language) =>
  `${publicPath(channelId)}/${format}.xml?lang=${language}`;

/** Returns the logo for the background, described by the name. */
function logo({ logos: { light, dark } }: PublicStatus): string {
  const first = light ?? dark;
  if (!first) return '';
  const source = dark ? `<source srcset="${statusPath}/logo/${dark}" media="(prefers-color-scheme: dark)">` : '';
  return `<picture${dark ? '' : ' data-light'}>${source}<img src="${statusPath}/logo/${first}" alt=""></picture>`;
}
