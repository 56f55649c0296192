import { htmlText } from '#server/api/http/html-field.ts';
import { linkPage } from '#server/api/http/link-page.ts';
import type { PlainKind } from '#server/api/http/page.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { additions, type Entered, type FormState, optionButtons } from './answer-fields.ts';
import { alarmOverBox, anyway, corrected, isAlarmOver, questionIn, textNow } from './answer-state.ts';
import { answerStyle } from './answer-style.ts';
import { answerTexts } from './answer-texts.ts';
import { otherLanguages } from './other-languages.ts';
import type { LastAnswer, Question } from './question.ts';
import { formatMoment } from './question.ts';
import { sendingScript } from './sending-script.ts';

/** The state of an answer page. */
export interface PageState extends FormState {
  /** Rejected additions, to display again. */
  entered?: Entered;
  /** The answer was accepted just now. */
  taken?: boolean;
}

/** Renders the page of a link: answers and the question; after a tap, additions. */
export function questionPage(asked: Question, state: PageState): string {
  const { language, fault, taken, entered } = state;
  const question = questionIn(asked, language);
  const texts = textIn(answerTexts, language);
  const { last } = question;
  const given = entered ?? (taken && last ? enteredOf(last) : undefined);
  const isOver = isAlarmOver(question);
  const answers = optionButtons(question, state);
  const parts = [
    `<header><p>${escapeHtml(question.sender)}</p>${otherLanguages(language)}</header>`,
    alarmOverBox(question, language),
    corrected(question, language),
    `<h1>${escapeHtml(question.title)}</h1>`,
    greeting(question, language),
    fault ? `<div class="fault" role="alert"><p id="fault">${texts.fault[fault]}</p></div>` : '',
    taken ? thanks(question, language) : '',
    question.notNeeded && !isOver ? `<div class="note"><p>${texts.notNeeded}</p></div>` : '',
    question.late && !isOver ? `<div class="note"><p>${texts.finished}</p></div>` : '',
    given ? '' : earlier(question, language),
    given ? additions(question, given, state) : '',
    question.notNeeded ? '' : arrived(question, language),
    given
      ? `<a class="button quiet" href="?lang=${language}">${texts.change}</a>`
      : isOver
        ? anyway(answers, state)
        : answers,
    // below the answers, so that no tap reports an arrival by mistake
    question.notNeeded ? '' : arrival(question, state),
    textNow(question, language),
    sending(language),
  ];
  const title = taken ? texts.thanks : question.title;
  return page({
    language,
    title,
    mode: question.mode,
    mark: question.state.mark,
    body: parts.filter(Boolean).join('\n'),
  });
}

const enteredOf = ({ code, minutes, text }: LastAnswer): Entered => ({
  option: code ?? '',
  minutes: minutes === null ? '' : String(minutes),
  text: text ?? '',
  adds: true,
});

function greeting(question: Question, language: Language): string {
  const texts = textIn(answerTexts, language);
  const { name, alarmAt, answerUntil, late, phone } = question;
  const lines = [
    name && `<strong>${htmlText(texts.forWhom(name))}</strong>`,
    alarmAt && htmlText(texts.sent(formatMoment(question, alarmAt, language))),
    answerUntil && !late && htmlText(texts.until(formatMoment(question, answerUntil, language))),
  ];
  const call =
    phone &&
    `<a class="call" href="tel:${escapeHtml(phone.number)}"><span>${texts.call}</span> <span>${escapeHtml(phone.shown)}</span></a>`;
  return `<div class="for"><p>${lines.filter(Boolean).join('\n')}</p>${call ?? ''}</div>`;
}

/** Renders a page with only a message, and a failure's log id. */
export function plainAnswerPage(language: Language, kind: PlainKind, id?: string): string {
  const texts = textIn(answerTexts, language);
  const title = texts[`${kind}Title`];
  const number = id ? `\n<p class="hint">${texts.failureId} ${id}</p>` : '';
  return page({ language, title, mode: 'LIVE', body: `<h1>${title}</h1>\n<p>${texts[kind]}</p>${number}` });
}

/** Renders a page that keeps a rejected form; a script or button resends it. */
export function unsentPage(language: Language, form: URLSearchParams, id?: string): string {
  const texts = textIn(answerTexts, language);
  const kept = [...form].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${htmlText(value)}">`,
  );
  const number = id ? `<p class="hint">${texts.failureId} ${id}</p>` : '';
  const body = `<h1>${texts.failedTitle}</h1>
<p>${texts.unsent}</p>
<p id="now">${texts.unsentNow}</p>
<form id="kept" method="post" action="?lang=${language}">
${kept.join('\n')}
<button type="submit">${texts.again}</button>
</form>${number}
${sending(language)}`;
  return page({ language, title: texts.failedTitle, mode: 'LIVE', body });
}

function sending(language: Language): string {
  const texts = textIn(answerTexts, language);
  const unsent = `${texts.failedTitle}. ${texts.unsentSoon}`;
  return `<p id="sending" class="note" aria-live="polite" data-sending="${texts.sending}" data-unsent="${unsent}" hidden></p>
<script>${sendingScript}</script>`;
}

function answerWords({ last }: Question, language: Language): string {
  const minutes = last?.minutes === null || !last ? null : textIn(answerTexts, language).inMinutes(last.minutes);
  return [last?.label && readIn(last, 'label', language), minutes, last?.text && `„${last.text}“`]
    .filter(Boolean)
    .join(', ');
}

function thanks(question: Question, language: Language): string {
  const texts = textIn(answerTexts, language);
  const words = htmlText(texts.received(answerWords(question, language)));
  const kind = question.options.find(({ code }) => code === question.last?.code)?.kind.toLowerCase();
  const box = kind ? `done ${kind}` : 'done';
  return `<div class="${box}" role="status"><p><strong>${words}</strong></p>${meeting(question)}<p>${texts.thanks}</p></div>`;
}

/** Renders the meeting point for people who come. */
function meeting({ content, state, saidYes, notNeeded }: Question): string {
  if (!saidYes || notNeeded || isAlarmOver({ state })) return '';
  const said = (state.correction?.content ?? content).match(
    // the whole line, so that "Nicht mehr gilt der bish. Treffpunkt:" doesn't match
    /^.*(?:treffpunkt|sammelpunkt|sammelstelle|sammelplatz|meeting point|assembly point)[^\S\n]*:[^\S\n]*(?:\r?\n)?[^\S\n]*\S.*/gim,
  );
  return (said ?? []).map((line) => `<p class="where">${htmlText(line)}</p>`).join('');
}

function earlier(question: Question, language: Language): string {
  if (!question.last) return '';
  const moment = formatMoment(question, question.last.at, language);
  const words = textIn(answerTexts, language).earlier(answerWords(question, language), moment);
  return `<div class="note earlier"><p>${htmlText(words)}</p>${meeting(question)}</div>`;
}

function arrived(question: Question, language: Language): string {
  if (!question.arrivedAt) return '';
  const words = textIn(answerTexts, language).arrived(formatMoment(question, question.arrivedAt, language));
  return `<div class="done" role="status"><p><strong>${htmlText(words)}</strong></p></div>`;
}

function arrival(question: Question, { language, mark }: PageState): string {
  const texts = textIn(answerTexts, language);
  if (question.arrivedAt || !question.saidYes || question.late || question.personId === null) return '';
  return `<form method="post" action="?lang=${language}">
<input type="hidden" name="mark" value="${escapeHtml(mark)}">
<button class="arrive" name="arrived" value="yes">${texts.arrive}</button>
</form>`;
}

interface Page {
  language: Language;
  title: string;
  /** The alarm state's mark, for polling. */
  mark?: string;
  mode: Question['mode'];
  body: string;
}

const page = ({ language, title, mark, mode, body }: Page) => {
  const exercise = mode === 'LIVE' ? '' : `<p class="mode">${textIn(answerTexts, language).mode[mode]}</p>\n`;
  const mainData = mark === undefined ? {} : { mark };
  return linkPage({ language, title, style: answerStyle, body: `${exercise}${body}`, mainData });
};
