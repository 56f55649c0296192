import { answerStyle } from '#server/alerting/answers/answer-style.ts';
import { otherLanguages } from '#server/alerting/answers/other-languages.ts';
import { linkPage } from '#server/api/http/link-page.ts';
import type { PlainKind } from '#server/api/http/page.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { wayPageTexts } from './texts.ts';

/** Renders a button, or the recorded confirmation. */
export function wayPage(state: { language: Language; organisation: string; isDone: boolean; mark: string }): string {
  const { language, organisation, isDone, mark } = state;
  const texts = textIn(wayPageTexts, language);
  const body = isDone
    ? `<div class="done" role="status"><p>${texts.done}</p></div>
<p>${texts.thanks}</p>`
    : `<p>${escapeHtml(texts.ask(organisation))}</p>
<form method="post" action="?lang=${language}"><input type="hidden" name="mark" value="${escapeHtml(mark)}"><button type="submit">${texts.button}</button></form>
<p>${texts.noAlarm}</p>`;
  const header = `<header><p>${escapeHtml(organisation)}</p>${otherLanguages(language)}</header>`;
  return page(language, `${header}\n<h1>${texts.title}</h1>\n${body}`);
}

/** Renders only a reason. */
export function plainWayPage(language: Language, kind: PlainKind, id?: string): string {
  const texts = textIn(wayPageTexts, language);
  const number = id ? `\n<p class="hint">${texts.failureId} ${id}</p>` : '';
  return page(language, `<h1>${texts.title}</h1>\n<p>${texts.plain[kind]}</p>${number}`);
}

const page = (language: Language, body: string) =>
  linkPage({ language, title: textIn(wayPageTexts, language).title, style: answerStyle, body });
