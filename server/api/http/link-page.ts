import { type Language, languageAttributes } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';

interface LinkPage {
  language: Language;
  /** Plain text. */
  title: string;
  style: string;
  /** HTML. */
  body: string;
  /** HTML after the title. */
  head?: string;
  bodyData?: Record<string, string>;
  mainData?: Record<string, string>;
  /** HTML after the content. */
  end?: string;
}

/** Renders a whole page that works without sign-in and without the application, such as behind a link in a message. */
export const linkPage = ({ language, title, style, body, head = '', bodyData, mainData, end = '' }: LinkPage): string =>
  `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
${head}<style>${style}</style>
</head>
<body${data(bodyData)}>
<main${data(mainData)}>
${body}
</main>
${end}</body>
</html>
`;

const data = (values: Record<string, string> = {}) =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');
