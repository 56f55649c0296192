import { answerStyle } from '#server/alerting/answers/answer-style.ts';
import { otherLanguages } from '#server/alerting/answers/other-languages.ts';
import { htmlInput, htmlText } from '#server/api/http/html-field.ts';
import { linkPage } from '#server/api/http/link-page.ts';
import type { PlainKind } from '#server/api/http/page.ts';
import type { DataType } from '#server/contacts/people/person-data.ts';
import type { Shape } from '#shared/fields/kinds.ts';
import { nameShape } from '#shared/fields/text.ts';
import { textIn, writtenIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { dataShape, dataText } from '#shared/person-data.ts';
import { shownPhone } from '#shared/phone-number.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import { absenceSection } from './absence-view.ts';
import { orderFields } from './channel-order.ts';
import type { DeviceActionResult } from './device-actions.ts';
import { deviceForms, devicesSection, type OwnDevices } from './devices-view.ts';
import { optOutFields } from './opt-out-fields.ts';
import type { OwnData } from './own-data.ts';
import { type OwnSelfTest, selfTestSection } from './self-test.ts';
import { type OwnAction, type OwnDataTexts, ownDataTexts } from './texts.ts';

/** The answer page's style with field styles. */
export const ownDataStyle = `${answerStyle}
input:not([type=hidden]):not([type=checkbox]),select{width:100%;min-height:3rem;font:inherit;padding:.625rem .75rem;border:2px solid var(--line);border-radius:.5rem;background:var(--paper);color:inherit}
[aria-invalid=true]{border-color:var(--warn)}
.wrong{color:var(--warn);margin:.25rem 0 0}
details{margin:1rem 0;border:2px solid var(--line);border-radius:.5rem;padding:.5rem 1rem}
summary{min-height:2rem;font-weight:600;cursor:pointer}
ul{padding-left:1.25rem}
h2,legend{font-size:1.25rem;font-weight:700;line-height:1.25;margin:0 0 .5rem}
h2,fieldset{margin-top:2rem}
.save{padding:.75rem 0;background:var(--paper)}
@media (min-height:35rem){.save{position:sticky;bottom:0}}
[hidden]{display:none}
.tick{display:flex;align-items:center;gap:.75rem;min-height:3rem}
.tick input{width:1.5rem;height:1.5rem}
.devices{list-style:none;padding:0}
.devices li{border:2px solid var(--line);border-radius:.5rem;padding:.25rem 1rem 1rem;margin:0 0 .75rem}
.devices button{margin-top:.5rem}
`;

/** The state of the page. */
export interface OwnPageState {
  language: Language;
  mark: string;
  /** Null without a push channel. */
  devices: OwnDevices | null;
  /** Null outside the crisis team, and without self-tests. */
  selfTest: OwnSelfTest | null;
  note?: DeviceActionResult;
  said?: 'saved' | 'unchanged' | 'taken' | 'stale' | 'faults';
  faults?: Record<string, RefusalKey>;
  /** Warnings about saved values by field. */
  remarks?: Record<string, RefusalKey[]>;
  /** Input to display again, by field name. */
  entered?: URLSearchParams;
}

/** Returns the form's field name of a data type. */
export const fieldName = (type: Pick<DataType, 'id'>): string => `data-${type.id}`;

/** Renders the own-data page. */
export function ownDataPage(data: OwnData, state: OwnPageState): string {
  const { language, said } = state;
  const texts = textIn(ownDataTexts, language);
  const isFault = said === 'stale' || said === 'faults' || state.note?.isFault;
  const saying = said ? texts[said] : state.note?.text;
  const tone = isFault ? 'class="fault" role="alert"' : 'class="done" role="status"';
  const parts = [
    `<header><p>${escapeHtml(data.organisation)}</p>${otherLanguages(language)}</header>`,
    saying ? `<div ${tone}><p>${saying}</p></div>` : '',
    `<h1>${escapeHtml(nameOf(data))}</h1>`,
    `<p>${texts.greeting} ${escapeHtml(texts.intro(data.organisation))}</p>`,
    form(data, state, texts),
    deviceForms(state.devices, { ...state, timeZone: data.timeZone }),
    absenceSection(data.absences, { ...state, timeZone: data.timeZone }),
    selfTestSection(state.selfTest, { ...state, timeZone: data.timeZone }),
    memberships(data, texts),
    data.privacyUrl ? `<p><a href="${escapeHtml(data.privacyUrl)}" rel="noreferrer">${texts.privacy}</a></p>` : '',
    withdrawal(data, state, texts),
    erasure(data, state, texts),
  ];
  return page(language, texts.title, parts.filter(Boolean).join('\n'));
}

/** Renders a message with a failure's log id. */
export function plainOwnPage(language: Language, kind: PlainKind, id?: string): string {
  const texts = textIn(ownDataTexts, language);
  const title = texts[`${kind}Title`];
  const number = id ? `\n<p class="hint">${texts.failureId} ${id}</p>` : '';
  return page(language, title, `<h1>${title}</h1>\n<p>${texts[kind]}</p>${number}`);
}

const nameOf = ({ person: { title, firstName, lastName } }: OwnData): string =>
  [title, firstName, lastName].filter(Boolean).join(' ');

/** One form, so that no input is lost. */
function form(data: OwnData, state: OwnPageState, texts: OwnDataTexts): string {
  const { person } = data;
  const names = (['title', 'firstName', 'lastName'] as const).map((name) =>
    field(nameShape, state, texts, {
      name,
      key: name,
      label: texts.names[name],
      isRequired: name !== 'title',
      stored: person[name] ?? '',
    }),
  );
  const fields = data.types.map((type) =>
    field(dataShape(type), state, texts, {
      name: fieldName(type),
      key: `personData.${type.identifier}`,
      label: writtenIn({ de: type.name, en: type.nameEn }, state.language),
      isRequired: type.isRequired,
      stored: shown(data, type),
    }),
  );
  return `<form method="post" action="?lang=${state.language}" novalidate>
${hidden(state, 'save')}<input type="hidden" name="version" value="${person.version}">
${orderFields({ order: person.channelOrder, choices: data.channels }, state, texts)}
${devicesSection(state.devices, { ...state, timeZone: data.timeZone })}
${optOutFields({ optOuts: data.optOuts, choices: data.channels }, state.entered, texts, state.language)}
<h2>${texts.title}</h2>
${[...names, ...fields].join('\n')}
<div class="save"><button type="submit">${texts.save}</button></div>
</form>`;
}

function shown({ values, country }: OwnData, type: DataType): string {
  const text = dataText(type, values.get(type.id));
  return dataShape(type).kind === 'phone' && text ? shownPhone(text, country) : text;
}

function field(
  shape: Shape,
  { entered, faults, remarks, language }: OwnPageState,
  texts: OwnDataTexts,
  {
    name,
    key,
    label,
    isRequired,
    stored,
  }: Record<'name' | 'key' | 'label' | 'stored', string> & { isRequired: boolean },
): string {
  const fault = faults?.[key];
  const said = fault ? [fault] : (remarks?.[key] ?? []);
  const notes = said.map((one) => `<p class="wrong">${texts.fault(one)}</p>`).join('');
  const input = htmlInput(shape, {
    name,
    id: name,
    value: entered?.get(name) ?? stored,
    language,
    notStated: texts.choose,
    isWrong: fault !== undefined,
    describedBy: notes ? `${name}-fault` : undefined,
  });
  return `<div class="field"><label for="${name}">${htmlText(label)}${isRequired ? ` ${texts.required}` : ''}</label>
${input}${notes ? `<div id="${name}-fault">${notes}</div>` : ''}</div>`;
}

function memberships({ memberships }: OwnData, texts: OwnDataTexts): string {
  if (!memberships.length) return '';
  const items = memberships.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<h2>${texts.memberships}</h2><ul>${items}</ul>`;
}

function withdrawal({ person }: OwnData, state: OwnPageState, texts: OwnDataTexts): string {
  const { title, text, crisis, button, done, undo } = texts.withdraw;
  const note = person.isCrisis ? ` ${crisis}` : '';
  if (person.optedOut) return `<div class="note"><p>${done}${note}</p></div>${action('rejoin', undo, state)}`;
  return `<details><summary>${title}</summary><p>${text}${note}</p>${action('withdraw', button, state)}</details>`;
}

function erasure({ person, timeZone }: OwnData, state: OwnPageState, texts: OwnDataTexts): string {
  const { title, text, button, done, undo } = texts.erase;
  const note = person.isCrisis ? ` ${texts.withdraw.crisis}` : '';
  if (person.deletionRequestedAt) {
    const moment = new Intl.DateTimeFormat(localeOf(state.language), { dateStyle: 'long', timeZone }).format(
      person.deletionRequestedAt,
    );
    return `<div class="note"><p>${done(moment)}${note}</p></div>${action('keep', undo, state)}`;
  }
  return `<details><summary>${title}</summary><p>${text}${note}</p>${action('erase', button, state)}</details>`;
}

const action = (name: OwnAction, label: string, state: OwnPageState) =>
  `<form method="post" action="?lang=${state.language}">${hidden(state, name)}<button class="quiet" type="submit">${label}</button></form>`;

const hidden = ({ mark }: OwnPageState, action: OwnAction | 'save') =>
  `<input type="hidden" name="mark" value="${escapeHtml(mark)}"><input type="hidden" name="action" value="${action}">`;

const page = (language: Language, title: string, body: string) =>
  linkPage({
    language,
    title,
    style: ownDataStyle,
    body,
    head: '<meta name="apple-mobile-web-app-capable" content="yes">\n',
  });
