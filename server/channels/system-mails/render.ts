import { safeContent } from '#server/api/rich-text.ts';
import { type Label, textIn } from '#shared/label.ts';
import { languageAttributes } from '#shared/languages.ts';
import { fillPlaceholders, placeholdersIn } from '#shared/placeholders.ts';
import { escapeHtml, isHtml, plainText } from '#shared/rich-text.ts';
import { mapLinks } from '#shared/web-links.ts';
import type { SystemMailText } from './text.ts';

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailLogo {
  url: string;
  /** Its alternative text. */
  name: string;
}

const exercise: Label = { de: 'ÜBUNG', en: 'EXERCISE' };

/** Marks a text as part of an exercise. */
export function markExercise({ subject, content }: SystemMailText, language: string): SystemMailText {
  const mark = textIn(exercise, language);
  const line = isHtml(content) ? `<p><strong>${mark}</strong></p>` : `${mark}\n\n`;
  return { subject: `${mark} – ${subject}`, content: line + content };
}

/** Renders a text as plain text and HTML; missing values appear as a dash. */
export function renderMail(
  text: SystemMailText,
  language: string,
  given: Record<string, string>,
  logo: MailLogo | null = null,
): RenderedMail {
  const fill = (source: string) => {
    const missing = placeholdersIn(source).map((name) => [name, given[name] || '–'] as const);
    return fillPlaceholders(source, Object.fromEntries(missing));
  };
  const content = fill(text.content);
  return {
    subject: fill(text.subject)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .slice(0, 300),
    text: plainText(content),
    html: page(language, picture(logo) + (isHtml(text.content) ? safeContent(content) : paragraphs(content))),
  };
}

function paragraphs(content: string): string {
  return content
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${mapLinks(paragraph, (uri) => `<a href="${escapeHtml(uri)}">${escapeHtml(uri)}</a>`, escapeHtml)}</p>`,
    )
    .join('\n');
}

const picture = (logo: MailLogo | null) =>
  logo ? `<p><img src="${escapeHtml(logo.url)}" alt="${escapeHtml(logo.name)}" height="48"></p>\n` : '';

const page = (language: string, body: string) => `<!doctype html>
<html ${languageAttributes(language)}><head><meta charset="utf-8"></head>
<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#212529">
<div style="max-width:600px">
${body}
</div>
</body></html>
`;
