import type { Row } from '#server/api/graphql/types.ts';
import { textIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { type AbsenceTexts, absenceTexts } from './absence-texts.ts';

/** The actions of the absence buttons. */
export type AbsenceAction = 'absence-add' | 'absence-end';

interface State {
  language: Language;
  mark: string;
  timeZone: string;
  entered?: URLSearchParams;
}

/** Renders the own-data page's section on absences. */
export function absenceSection(absences: readonly Row<'absences'>[], state: State): string {
  const texts = textIn(absenceTexts, state.language);
  const items = absences.map((absence) => item(absence, state, texts)).join('');
  return `<h2 id="absence">${texts.title}</h2>
<p>${texts.text}</p>
${items ? `<ul class="devices">${items}</ul>` : ''}
${form(
  state,
  'absence-add',
  `${field('from', texts.from, texts.now, state)}${field('until', texts.until, texts.hint, state)}
<div class="field"><label for="absence-remark">${texts.remark} <span class="hint">(${texts.remarkHint})</span></label>
<input id="absence-remark" name="remark" type="text" maxlength="500" value="${escapeHtml(state.entered?.get('remark') ?? '')}"></div>
<button class="quiet" type="submit">${texts.add}</button>`,
)}`;
}

function item({ id, fromAt, untilAt, remark }: Row<'absences'>, state: State, texts: AbsenceTexts): string {
  const { format } = new Intl.DateTimeFormat(localeOf(state.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: state.timeZone,
  });
  const when = untilAt ? texts.between(format(fromAt), format(untilAt)) : texts.since(format(fromAt));
  const note = remark ? `<br><span class="hint">${escapeHtml(remark)}</span>` : '';
  const end = `<input type="hidden" name="absence" value="${id}"><button class="quiet" type="submit">${texts.end}</button>`;
  return `<li><p><strong>${when}</strong>${note}</p>${form(state, 'absence-end', end)}</li>`;
}

const field = (name: 'from' | 'until', label: string, hint: string, { entered }: State): string =>
  `<div class="field"><label for="absence-${name}">${label}${hint ? ` <span class="hint">(${hint})</span>` : ''}</label>
<input id="absence-${name}" name="${name}" type="datetime-local" value="${escapeHtml(entered?.get(name) ?? '')}"></div>`;

const form = ({ language, mark }: State, action: AbsenceAction, inside: string): string =>
  `<form method="post" action="?lang=${language}#absence"><input type="hidden" name="mark" value="${escapeHtml(mark)}"><input type="hidden" name="action" value="${action}">${inside}</form>`;
