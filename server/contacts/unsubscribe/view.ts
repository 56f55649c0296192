import { answerStyle } from '#server/alerting/answers/answer-style.ts';
import { linkPage } from '#server/api/http/link-page.ts';
import type { PlainKind } from '#server/api/http/page.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { unsubscribeTexts } from './texts.ts';

interface UnsubscribeState {
  language: Language;
  organisation: string;
  optedOut: boolean;
  /** Whether this page answers its own form. */
  said: boolean;
  mark: string;
}

/** Renders a button for the opposite choice. */
export function unsubscribePage({ language, organisation, optedOut, said, mark }: UnsubscribeState): string {
  const texts = textIn(unsubscribeTexts, language);
  const now = optedOut ? texts.done : said ? texts.again : texts.ask(organisation);
  const isNews = optedOut || said;
  const wish = optedOut
    ? `<input type="hidden" name="mark" value="${escapeHtml(mark)}"><button class="quiet" name="back" value="1">${texts.back}</button>`
    : `<button name="List-Unsubscribe" value="One-Click">${texts.button}</button>`;
  return page(
    language,
    `<h1>${texts.title}</h1>
<div class="${isNews ? 'done' : 'note'}"${isNews ? ' role="status"' : ''}><p>${escapeHtml(now)}</p></div>
<p>${texts.alarms}</p>
<form method="post" action="?lang=${language}">${wish}</form>`,
  );
}

/** Renders only a reason. */
export function plainUnsubscribePage(language: Language, kind: PlainKind, id?: string): string {
  const texts = textIn(unsubscribeTexts, language);
  const number = id ? `\n<p class="hint">${texts.failureId} ${id}</p>` : '';
  return page(language, `<h1>${texts.title}</h1>\n<p>${texts.plain[kind]}</p>${number}`);
}

const page = (language: Language, body: string) =>
  linkPage({ language, title: textIn(unsubscribeTexts, language).title, style: answerStyle, body });
