import { htmlText } from '#server/api/http/html-field.ts';
import type { PlainKind } from '#server/api/http/page.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageAttributes } from '#shared/languages.ts';
import type { Publisher } from './feed.ts';
import { feedStyle } from './style.ts';
import { feedTexts } from './texts.ts';

/** A complete public page: title, head links, and body. */
export interface Whole {
  title: string;
  language: Language;
  links: string;
  body: string;
}

/** Renders an HTML page without scripts or external resources. */
export const document = ({ language, title, links, body }: Whole): string => `<!doctype html>
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

/** Renders a page with only an explanation. */
export function plainPage(language: Language, kind: PlainKind, id?: string): string {
  const { plain, failureId } = textIn(feedTexts, language);
  const { title, text } = plain[kind];
  const number = id ? `<p>${failureId} ${id}</p>` : '';
  const body = `<main class="frame"><h1>${title}</h1><p>${text}</p>${number}</main>`;
  return document({ language, title, links: '', body });
}

export function legalLinks({ imprint, privacy }: Publisher, language: Language): string {
  const texts = textIn(feedTexts, language);
  return [
    imprint ? `<a href="${htmlText(imprint)}">${texts.imprint}</a>` : '',
    privacy ? `<a href="${htmlText(privacy)}">${texts.privacy}</a>` : '',
  ].join(' ');
}
