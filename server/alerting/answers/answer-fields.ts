import { htmlInput, htmlText } from '#server/api/http/html-field.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { type AnswerFault, answerTexts } from './answer-texts.ts';
import { answerNote } from './answers.ts';
import { answerMinutes } from './check-group.ts';
import type { Question, QuestionOption } from './question.ts';

/** The input of a form of the page. */
export interface Entered {
  option: string;
  minutes: string;
  text: string;
  adds: boolean;
}

/** The state of the page's forms. */
export interface FormState {
  language: Language;
  /** The mark in each form. */
  mark: string;
  /** The code of the preselected option. */
  front?: string | undefined;
  fault?: AnswerFault | undefined;
}

const offeredMinutes = [10, 20, 30, 45, 60];

/** Renders the answers as buttons that record immediately. */
export function optionButtons({ options }: Question, { language, mark, front, fault }: FormState): string {
  const texts = textIn(answerTexts, language);
  const first = options.filter(({ code }) => code === front);
  const rest = options.filter(({ code }) => code !== front);
  const buttons = [
    ...first.map((option) => button(option, language, ' front')),
    ...rest.map((option) => button(option, language)),
  ];
  return `<form method="post" action="?lang=${language}">
${hidden({ mark })}
<fieldset${describedBy(fault)}><legend class="unseen">${texts.question}</legend>
${buttons.join('\n')}
</fieldset>
</form>`;
}

const button = (option: QuestionOption, language: Language, more = '') =>
  `<button class="option ${option.kind.toLowerCase()}${more}" name="option" value="${escapeHtml(option.code)}">${escapeHtml(readIn(option, 'label', language))}</button>`;

/** Renders the minutes and remark for an answer. */
export function additions({ options }: Question, given: Entered, { language, mark, fault }: FormState): string {
  const texts = textIn(answerTexts, language);
  const option = options.find(({ code }) => code === given.option);
  const note = htmlInput(answerNote, { name: 'text', id: 'text', value: given.text, language, describedBy: 'hint' });
  // "Enter" presses the first button, which must not set minutes
  return `<form method="post" action="?lang=${language}">
<button class="unseen" tabindex="-1" aria-hidden="true"></button>
${hidden({ mark, option: given.option })}
${option?.askMinutes ? minutesFields(given, { language, fault }) : ''}
<div class="field"><label for="text">${texts.note}</label>
${note}
<span class="hint" id="hint">${texts.noteHint}</span></div>
<button type="submit">${texts.save}</button>
</form>`;
}

function minutesFields({ minutes }: Entered, { language, fault }: Pick<FormState, 'language' | 'fault'>): string {
  const texts = textIn(answerTexts, language);
  const isWrong = fault === 'minutes';
  const chips = offeredMinutes.map((offered) => {
    const pressed = String(offered) === minutes ? ' aria-pressed="true"' : '';
    return `<button name="minutes" value="${offered}"${pressed}>${texts.minutesShort(offered)}</button>`;
  });
  const input = htmlInput(answerMinutes, {
    name: 'minutes',
    id: 'minutes',
    value: minutes,
    language,
    isWrong,
    describedBy: isWrong ? 'fault' : undefined,
  });
  return `<fieldset${describedBy(fault)}><legend>${texts.minutes}</legend>
<div class="chips">${chips.join('\n')}</div>
</fieldset>
<div class="field"><label for="minutes">${texts.otherMinutes}</label>
${input}</div>`;
}

const describedBy = (fault: AnswerFault | undefined) => (fault ? ' aria-describedby="fault"' : '');

const hidden = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${htmlText(value)}">`)
    .join('\n');
