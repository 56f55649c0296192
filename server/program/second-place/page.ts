import { answerStyle, policyFor } from '#server/alerting/answers/answer-style.ts';
import { htmlText } from '#server/api/http/html-field.ts';
import { linkPage } from '#server/api/http/link-page.ts';
import { type Language, languageCodes, languages, localeOf } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { type OrderFault, promotionCommand, standbyWords } from './words.ts';

export interface StandbyView {
  /** An emergency copy, which follows nothing. */
  isCopy?: boolean;
  place: 'first' | 'second';
  /** The database of this place doesn't respond. */
  isAway: boolean;
  isConnected: boolean;
  followsSince: Date | null;
  /** As noticed by this process. */
  apartSince: Date | null;
  asOf: Date | null;
  age: number | null;
  keyFits: boolean;
  mayPromote: boolean;
  timeZone: string;
  released: { by: string; at: Date; phase: ReleasePhase } | null;
}

/** `command` needs an operator. */
export type ReleasePhase = 'promoting' | 'command' | 'failed' | 'starting';

/** Keeps inputs except secrets. */
export interface RefusedForm {
  message: string;
  email: string;
  name: string;
  isCode: boolean;
}

/** Seconds of age up to which the page warns of two senders. */
const livesWithin = 30;

const style = `${answerStyle}input[type=password]{width:100%;font:inherit;padding:.625rem .75rem;border:2px solid var(--line);border-radius:.5rem;background:var(--paper);color:inherit}
`;

const script = `
const age=document.getElementById('age');
const show=(seconds)=>{const units=[['day',86400],['hour',3600],['minute',60],['second',1]];
const [unit,size]=units.find(([,size])=>seconds>=2*size)??units[3];
return new Intl.NumberFormat(document.documentElement.lang,{style:'unit',unit,unitDisplay:'long'}).format(Math.floor(seconds/size))};
setInterval(async()=>{try{
const state=await (await fetch('/readyz')).json();
if(state.status!=='standby'){location.href='/';return}
if(age&&state.dataAge!==null)age.textContent=show(state.dataAge);
if(state.release!==document.body.dataset.release)location.href='/'+location.search;
}catch{}},3000);
`;

/** Its own style and script. */
export const standbyPolicy = policyFor(style, { text: script, may: "connect-src 'self'" });

/** Returns a duration in the largest unit of at least two. */
export function inUnits(seconds: number, language: Language): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, size] = units.find(([, one]) => seconds >= 2 * one) ?? units[3];
  const format = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(seconds / size));
}

/** Renders a standby's page with the form. */
export function standbyPage(view: StandbyView, language: Language, refused?: RefusedForm): string {
  const words = standbyWords[language];
  const title = words.title[view.isCopy ? 'copy' : view.place];
  const body = view.released ? progress(view, language) : `${state(view, language)}\n${form(view, language, refused)}`;
  return linkPage({
    language,
    title: `${title} – Meldekette`,
    style,
    body: `<header><p>Meldekette</p><nav>${otherLanguages(language)}</nav></header>\n<h1>${title}</h1>\n${body}`,
    bodyData: { release: view.released?.phase ?? '' },
    end: `<script>${script}</script>\n`,
  });
}

const otherLanguages = (language: Language) =>
  languageCodes
    .filter((code) => code !== language)
    .map((code) => `<a href="/?lang=${code}" lang="${code}" hreflang="${code}">${languages[code].name}</a>`)
    .join(' ');

const moment = (at: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(at);

function state(view: StandbyView, language: Language): string {
  const words = standbyWords[language];
  const at = (date: Date) => htmlText(moment(date, language, view.timeZone));
  const link = view.isConnected
    ? [view.followsSince ? words.follows : words.unknownStart, view.followsSince ? at(view.followsSince) : '✓']
    : [words.apartSince, view.apartSince ? at(view.apartSince) : '–'];
  const lines = [
    ...(view.isAway || view.isCopy ? [] : [link]),
    [words.asOf, view.asOf ? at(view.asOf) : words.noChange],
  ];
  const age = view.age === null ? words.noChange : inUnits(view.age, language);
  const isLive = view.isConnected && view.age !== null && view.age < livesWithin;
  return [
    `<div class="note"><p>${view.isCopy ? words.copySendsNothing : words.sendsNothing}</p></div>`,
    ...(view.isAway ? [`<div class="fault"><p>${words.fault.away}</p></div>`] : []),
    ...(view.isConnected || view.isAway || view.isCopy ? [] : [`<div class="fault"><p>${words.apart}</p></div>`]),
    ...(view.keyFits ? [] : [`<div class="fault"><p>${words.key}</p></div>`]),
    `<p>${lines.map(([name, value]) => `${name}: <strong>${value}</strong>`).join('<br>')}<br>`,
    `${words.age}: <strong id="age">${htmlText(age)}</strong></p>`,
    ...(isLive ? [`<div class="fault"><p>${words.lives}</p></div>`] : []),
  ].join('\n');
}

function form(view: StandbyView, language: Language, refused: RefusedForm | undefined): string {
  const words = standbyWords[language];
  if (!view.keyFits || view.isAway) return '';
  const input = (name: string, label: string, rest: string, value = '', type = 'text') =>
    `<div class="field"><label for="${name}">${label}</label><input type="${type}" id="${name}" name="${name}" maxlength="${limits.passwordMaximum}" value="${htmlText(value)}" ${rest}></div>`;
  const code = 'autocapitalize="none" autocorrect="off" spellcheck="false"';
  // two forms, so that Enter in one sends its own fields
  const common = (id: string) => `
<fieldset><legend>${words.waiting}</legend>
<label><input type="radio" name="discard" value="hour" checked> ${words.hour}</label>
<label><input type="radio" name="discard" value="none"> ${words.all}</label></fieldset>
<label for="${id}"><input type="checkbox" id="${id}" name="confirmed" value="1" required> ${words.confirm}</label>
<button class="negative">${words.button}</button>`;
  return `
<h2>${words.release}</h2>
<p>${words.whatHappens}</p>
${view.mayPromote ? '' : `<div class="note"><p>${words.noPromotion}</p></div>`}
${refused ? `<div class="fault" role="alert"><p>${htmlText(refused.message)}</p></div>` : ''}
<details class="anyway"${refused?.isCode ? '' : ' open'}><summary>${words.withPassword}</summary>
<form method="post" action="/release?lang=${language}" autocomplete="off">
<input type="hidden" name="way" value="password">
${input('email', words.email, `inputmode="email" autocomplete="username" ${code} required`, refused?.email)}
${input('password', words.password, `autocomplete="current-password" ${code} required`, '', 'password')}
${input('factor', words.factor, `autocomplete="one-time-code" ${code} required`)}
${common('confirmed-password')}
</form></details>
<details class="anyway"${refused?.isCode ? ' open' : ''}><summary>${words.withCode}</summary>
<form method="post" action="/release?lang=${language}" autocomplete="off">
<input type="hidden" name="way" value="code">
${input('code', words.code, `${code} required`)}
${input('name', words.name, 'autocomplete="name" required', refused?.name)}
${common('confirmed-code')}
</form></details>`;
}

function progress({ released, timeZone }: StandbyView, language: Language): string {
  const words = standbyWords[language];
  const { by, at, phase } = released!;
  const command = `<pre class="text">${htmlText(promotionCommand)}</pre>`;
  const texts: Record<ReleasePhase, string> = {
    promoting: `<p>${words.promoting}</p>`,
    command: `<p>${words.command}</p>${command}<p>${words.lapses}</p>`,
    failed: `<p>${words.failed}</p>${command}<p>${words.lapses}</p>`,
    starting: `<p>${words.starting}</p>`,
  };
  return `<div class="done" role="status"><p><strong>${htmlText(words.releasedBy(by, moment(at, language, timeZone)))}</strong></p></div>
${texts[phase]}`;
}

/** Returns the sentence of a refused order. */
export const faultText = (fault: OrderFault, language: Language): string => standbyWords[language].fault[fault];
