import { htmlText } from '#server/api/http/html-field.ts';
import { documentUrl, publicationUrl } from '#server/channels/publications/paths.ts';
import { paragraphs } from '#server/channels/rendering/layout.ts';
import type { App } from '#server/platform/context.ts';
import { textIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { type FeedEntry, type Publisher, textFor } from './feed.ts';
import { feedTexts } from './texts.ts';

interface Shown {
  language: Language;
  /** Below the first level, it links to the entry. */
  heading: 'h1' | 'h2' | 'h3';
}

/** Renders one entry of a page. */
export function article(
  place: Pick<App, 'publicUrl'>,
  publisher: Publisher,
  entry: FeedEntry,
  { language, heading }: Shown,
): string {
  const texts = textIn(feedTexts, language);
  const { key, channelId, kind, replacedBy, publishedAt, document } = entry;
  const text = textFor(entry, language);
  const spoken = text.language === language ? '' : ` lang="${text.language}"`;
  const url = `${publicationUrl({ publicUrl: '' }, channelId, key)}?lang=${language}`;
  const badge = kind === 'new' ? '' : `<span class="kind">${texts.kind[kind]}</span> · `;
  const title = htmlText(text.title);
  return `<article id="e-${key}" data-kind="${kind}"${entry.replacedAt ? ' data-over' : ''}>
<p class="when">${badge}${texts.published} ${timeElement(publisher, language, publishedAt)}</p>
<${heading}${spoken}>${heading === 'h1' ? title : `<a href="${url}">${title}</a>`}</${heading}>
${replacedNote(entry, language)}
<div class="text"${spoken}>${paragraphs(text.text)}</div>
${entry.expiresAt && !replacedBy ? `<p class="when">${expiryOf(publisher, entry.expiresAt, language)}</p>` : ''}
${document ? `<p class="more"><a href="${documentUrl(place, channelId, key)}">${texts.message}</a></p>` : ''}
</article>`;
}

/** Renders a time in human-readable and machine-readable form. */
export const timeElement = (publisher: Pick<Publisher, 'timeZone'>, language: Language, moment: Date): string =>
  `<time datetime="${moment.toISOString()}">${momentIn(publisher, language, moment)}</time>`;

function expiryOf(publisher: Publisher, expiresAt: Date, language: Language): string {
  const texts = textIn(feedTexts, language);
  return expiresAt.getTime() > Date.now() ? texts.expires(momentIn(publisher, language, expiresAt)) : texts.expired;
}

function replacedNote({ channelId, replacedAt, replacedBy }: FeedEntry, language: Language): string {
  if (!replacedAt) return '';
  const texts = textIn(feedTexts, language);
  const words = texts.replaced[replacedBy?.kind ?? 'new'];
  const href = replacedBy && `${publicationUrl({ publicUrl: '' }, channelId, replacedBy.key)}?lang=${language}`;
  return `<p class="note">${words}${href ? ` <a href="${href}">${texts.replacedLink}</a>` : ''}</p>`;
}

const momentIn = ({ timeZone }: Pick<Publisher, 'timeZone'>, language: Language, moment: Date): string =>
  htmlText(
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment),
  );
