import { languageAttributes } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { mapLinks } from '#shared/web-links.ts';
import { type AnswerMeaning, answerColours } from './answer-colours.ts';

export interface MailFrame {
  language: string;
  banner: string | null;
  title: string;
  /** HTML of the allow-list if `isHtml`, otherwise plain text. */
  content: string;
  isHtml: boolean;
  /** The answer page, and one button per answer. */
  answers: {
    label: string;
    url: string;
    hint: string;
    options: { label: string; url: string; kind: AnswerMeaning }[];
  } | null;
  /** Another way to answer. */
  hint?: string | null;
  /** The report it refers to. */
  about?: string | null;
  footer: string;
}

const font = 'font-family:Arial,Helvetica,sans-serif';

/** Renders a mail for all mail programs: inline styles, one column, no external pictures. */
export function mailPage({ language, banner, title, content, isHtml, about, ...rest }: MailFrame): string {
  const { answers, hint, footer } = rest;
  const body = isHtml ? content : paragraphs(content);
  return `<!doctype html>
<html ${languageAttributes(language)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#f1f3f5;${font};font-size:16px;line-height:1.5;color:#212529">
<div style="max-width:600px;margin:0 auto;padding:16px;overflow-wrap:anywhere">
${banner ? `<div style="padding:12px 16px;background:#f2ae00;color:#000;font-weight:bold">${escapeHtml(banner)}</div>` : ''}
<div style="padding:16px 24px;background:#fff">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${body}
${about ? `<p style="margin:16px 0 0;color:#495057">${escapeHtml(about)}</p>` : ''}
${answers ? answerButtons(answers) : ''}
${hint ? `<p style="margin:16px 0 0">${escapeHtml(hint)}</p>` : ''}
</div>
<p style="margin:0;padding:12px 24px;font-size:13px;color:#495057">${escapeHtml(footer)}</p>
</div>
</body></html>
`;
}

function answerButtons({ label, url, hint, options }: NonNullable<MailFrame['answers']>): string {
  const page = `<a href="${escapeHtml(url)}" style="color:#495057">${escapeHtml(url)}</a>`;
  if (!options.length) {
    return `<p style="margin:24px 0 8px">${button(label, url, '#0d6596')}</p>
<p style="margin:0;font-size:13px;color:#495057">${page}</p>`;
  }
  const buttons = options.map(
    (one) => `<p style="margin:0 0 8px">${button(one.label, one.url, answerColours[one.kind])}</p>`,
  );
  return `<p style="margin:24px 0 8px;font-weight:bold">${escapeHtml(label)}</p>
${buttons.join('\n')}
<p style="margin:0;font-size:13px;color:#495057">${escapeHtml(hint)} ${page}</p>`;
}

const button = (label: string, url: string, ground: string) =>
  `<a href="${escapeHtml(url)}" style="display:block;padding:14px 16px;background:${ground};color:#fff;\
font-size:18px;font-weight:bold;text-align:center;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a>`;

/** Converts plain text to HTML with paragraphs and links. */
export function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${linked(part)}</p>`)
    .join('\n');
}

const linked = (text: string): string =>
  mapLinks(text, (uri) => `<a href="${escapeHtml(uri)}">${escapeHtml(uri)}</a>`, escapeHtml);
