import { htmlInput, htmlText } from '#server/http/html-field.ts';
import type { PlainKind } from '#server/http/page.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageAttributes, localeOf } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import type { Question } from './answer-question.ts';
import { againScript, answerStyle } from './answer-style.ts';
import { type AnswerFault, answerTexts } from './answer-texts.ts';
import { answerNote } from './answers.ts';
import { answerMinutes } from './check-group.ts';
import { otherLanguages } from './other-languages.ts';

/** What somebody entered, to be shown again when it could not be taken. */
export interface Entered {
  option: string;
  minutes: string;
  text: string;
}

/** How the page of a link looks at a moment. */
export interface PageState {
  language: Language;
  /** The mark the form carries. */
  mark: string;
  fault?: AnswerFault;
  entered?: Entered;
  /** The answer was taken just now. */
  taken?: boolean;
}

/** The page behind a link: the question, one's own last answer, and the form. */
export function questionPage(question: Question, state: PageState): string {
  const { language, fault, taken } = state;
  const texts = textIn(answerTexts, language);
  const parts = [
    `<header><p>${escapeHtml(question.sender)}</p>${otherLanguages(language)}</header>`,
    fault ? `<div class="fault" role="alert"><p id="fault">${texts.fault[fault]}</p></div>` : '',
    taken ? thanks(question, language) : '',
    `<h1>${escapeHtml(question.title)}</h1>`,
    question.content ? `<p class="text">${htmlText(question.content)}</p>` : '',
    taken ? '' : earlier(question, language),
    question.notNeeded ? `<div class="note"><p>${texts.notNeeded}</p></div>` : arrival(question, state),
    question.late ? `<div class="note"><p>${texts.finished}</p></div>` : '',
    taken ? `<a class="button" href="?lang=${language}">${texts.change}</a>` : form(question, state),
  ];
  const title = taken ? texts.thanks : question.title;
  return page({ language, title, mode: question.mode, body: parts.join('\n') });
}

/** A page that only says something, e.g. that a link does not hold, with the id that a failure is logged under. */
export function plainPage(language: Language, kind: PlainKind, id?: string): string {
  const texts = textIn(answerTexts, language);
  const title = texts[`${kind}Title`];
  const number = id ? `\n<p class="hint">${texts.failureId} ${id}</p>` : '';
  return page({ language, title, mode: 'LIVE', body: `<h1>${title}</h1>\n<p>${texts[kind]}</p>${number}` });
}

/**
 * A page that still holds a form which could not be taken, with the id that a failure is logged under: it is sent again by
 * itself where scripts run, and with a button everywhere.
 */
export function unsentPage(language: Language, form: URLSearchParams, id?: string): string {
  const texts = textIn(answerTexts, language);
  const kept = [...form].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const number = id ? `<p class="hint">${texts.failureId} ${id}</p>` : '';
  const body = `<h1>${texts.failedTitle}</h1>
<p>${texts.unsent}</p>
<p id="soon" role="status" hidden>${texts.unsentSoon}</p>
<p id="now">${texts.unsentNow}</p>
<form method="post" action="?lang=${language}">
${kept.join('\n')}
<button type="submit">${texts.again}</button>
</form>${number}
<script>${againScript}</script>`;
  return page({ language, title: texts.failedTitle, mode: 'LIVE', body });
}

function answerWords({ last }: Question, language: Language): string {
  const minutes = last?.minutes === null || !last ? null : textIn(answerTexts, language).inMinutes(last.minutes);
  return [last?.label, minutes, last?.text && `„${last.text}“`].filter(Boolean).join(', ');
}

function thanks(question: Question, language: Language): string {
  const texts = textIn(answerTexts, language);
  const words = htmlText(texts.received(answerWords(question, language)));
  return `<div class="done" role="status"><p><strong>${texts.thanks}</strong></p><p>${words}</p></div>`;
}

function earlier(question: Question, language: Language): string {
  if (!question.last) return '';
  const moment = momentOf(question, question.last.at, language);
  const words = textIn(answerTexts, language).earlier(answerWords(question, language), moment);
  return `<div class="note"><p>${htmlText(words)}</p></div>`;
}

function momentOf({ timeZone }: Question, at: Date, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** For whoever said yes: one button that says they are there, or that they said so. */
function arrival(question: Question, { language, mark }: PageState): string {
  const texts = textIn(answerTexts, language);
  if (question.arrivedAt) {
    const words = texts.arrived(momentOf(question, question.arrivedAt, language));
    return `<div class="done" role="status"><p><strong>${htmlText(words)}</strong></p></div>`;
  }
  if (!question.saidYes || question.late || question.personId === null) return '';
  return `<form method="post" action="?lang=${language}">
<input type="hidden" name="mark" value="${escapeHtml(mark)}">
<button class="arrive" name="arrived" value="yes">${texts.arrive}</button>
</form>`;
}

function form(question: Question, { language, mark, fault, entered }: PageState): string {
  const texts = textIn(answerTexts, language);
  const options = question.options.map((option, at) => optionField(option, at, { entered, fault, language }));
  return `<form method="post" action="?lang=${language}">
<input type="hidden" name="mark" value="${escapeHtml(mark)}">
<fieldset${fault ? ' aria-describedby="fault"' : ''}><legend>${texts.question}</legend>
${options.join('\n')}
</fieldset>
<div class="field"><label for="text">${texts.note}</label>
${htmlInput(answerNote, { name: 'text', id: 'text', value: entered?.text ?? '', language, describedBy: 'hint' })}
<span class="hint" id="hint">${texts.noteHint}</span></div>
<button type="submit">${texts.send}</button>
</form>`;
}

function optionField(
  { code, label, askMinutes }: Question['options'][number],
  at: number,
  { entered, fault, language }: { entered: Entered | undefined; fault: AnswerFault | undefined; language: Language },
): string {
  const checked = entered?.option === code;
  const isWrong = fault === 'minutes' && checked;
  const id = `minutes-${at}`;
  const input = htmlInput(answerMinutes, {
    name: `minutes-${htmlText(code)}`,
    id,
    value: checked ? entered.minutes : '',
    language,
    isWrong,
    describedBy: isWrong ? 'fault' : undefined,
  });
  const field = `<div class="minutes"><label for="${id}">${textIn(answerTexts, language).minutes}</label>
${input}</div>`;
  return `<div class="option"><label class="choice"><input type="radio" name="option" value="${escapeHtml(code)}"${checked ? ' checked' : ''}> ${escapeHtml(label)}</label>
${askMinutes ? field : ''}</div>`;
}

interface Page {
  language: Language;
  title: string;
  mode: Question['mode'];
  body: string;
}

const page = ({ language, title, mode, body }: Page) => `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${answerStyle}</style>
</head>
<body>
<main>
${mode === 'LIVE' ? '' : `<p class="mode">${textIn(answerTexts, language).mode[mode]}</p>`}
${body}
</main>
</body>
</html>
`;
