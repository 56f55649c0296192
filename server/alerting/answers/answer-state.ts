import { isRollCall } from '#server/alerting/messages/report-rules.ts';
import { htmlText } from '#server/api/http/html-field.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageOf } from '#shared/languages.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Text } from '#shared/said-lines.ts';
import type { FollowUpText } from './alarm-state.ts';
import type { FormState } from './answer-fields.ts';
import { answerTexts } from './answer-texts.ts';
import { formatMoment, type Question } from './question.ts';

export const isAlarmOver = ({ state: { allClear, finishedAt } }: Pick<Question, 'state'>): boolean =>
  allClear !== null || finishedAt !== null;

export function alarmOverBox(question: Question, language: Language): string {
  const texts = textIn(answerTexts, language);
  const { allClear, finishedAt } = question.state;
  const moment = (at: number) => formatMoment(question, new Date(at), language);
  if (allClear) {
    const needless = isRollCall(question.options) ? '' : `<p>${texts.noNeedToCome}</p>`;
    const words = allClear.content ? `<p class="said">${htmlText(allClear.content)}</p>` : '';
    return `<div class="end clear" role="status"><p><strong>${texts.allClear(moment(allClear.at))}</strong></p>${needless}${words}</div>`;
  }
  if (finishedAt === null) return '';
  const hint = isRollCall(question.options) ? '' : `<p>${texts.overHint}</p>`;
  return `<div class="end" role="status"><p><strong>${texts.over(moment(finishedAt))}</strong></p>${hint}</div>`;
}

/** Removes a correction's prefix, which the page displays. */
const withoutMark = (title: string): string => title.replace(/^(?:Korrektur|Correction): /i, '');

/** Renders the newest correction instead of the outdated text. */
export function corrected(question: Question, language: Language): string {
  const { correction } = question.state;
  if (!correction || isAlarmOver(question)) return '';
  const { corrected: words } = textIn(answerTexts, language);
  const at = formatMoment(question, new Date(correction.at), language);
  return `<div class="end corrected" role="status"><p><strong>${words(at)}: ${htmlText(withoutMark(correction.title))}</strong></p><p class="said">${htmlText(correction.content)}</p></div>`;
}

/** Renders the collapsed answers, which remain possible. */
export function anyway(answers: string, { language, fault }: FormState): string {
  const { answerAnyway, finished } = textIn(answerTexts, language);
  const open = fault ? ' open' : '';
  return `<details class="anyway"${open}><summary>${answerAnyway}</summary>\n<p class="hint">${finished}</p>\n${answers}\n</details>`;
}

/** Renders the alarm's text, collapsed if newer content exists. */
export function textNow({ content, state }: Question, language: Language): string {
  if (!content) return '';
  const words = `<p class="text">${htmlText(content)}</p>`;
  const { earlierText } = textIn(answerTexts, language);
  const isOld = isAlarmOver({ state }) || state.correction !== null;
  return isOld ? `<details class="earlier-text"><summary>${earlierText}</summary>${words}</details>` : words;
}

/** Removes personal parts, because the page greets by name. */
export const readable = <T extends Pick<FollowUpText, 'title' | 'content' | 'versions'>>(said: T): T => ({
  ...said,
  ...withoutPersonal(said),
  versions:
    said.versions &&
    Object.fromEntries(Object.entries(said.versions).map(([code, text]) => [code, withoutPersonal(text)])),
});

/** Returns the question in a language, otherwise the installation's. */
export function questionIn(question: Question, language: Language): Question {
  const said = <T extends Pick<FollowUpText, 'title' | 'content' | 'versions'>>(text: T): T => ({
    ...text,
    ...(text.versions?.[language] ?? text.versions?.[languageOf(question.usualLanguage)]),
  });
  const { allClear, correction } = question.state;
  return {
    ...said(question),
    state: { ...question.state, allClear: allClear && said(allClear), correction: correction && said(correction) },
  };
}

const withoutPersonal = ({ title, content }: Text): Text => ({ title: plainPart(title), content: plainPart(content) });

function plainPart(text: string): string {
  return plainText(fillPlaceholders(text, {}))
    .replace(/ ?(?<!\{)\{{2,}[^{}]*\}{2,}/g, '')
    .replace(/(?<! ) +([,.;:!?])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
