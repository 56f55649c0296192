// Introductions of quoted mails in several languages.

const wrote =
  /\s(?:schrieb|schrieben|geschrieben|wrote|writes|a écrit|ha scritto|escribió|schreef|napisał|skrev)(?!\p{L})/u;
const begin = /^\s*(?:Am|On|Le|Il|El|Op|W dniu|Den)\s/;
const hasMoment = /@|\d{4}|\d{1,2}\.\s?\d{1,2}\.|\d{1,2}\/\d{1,2}\//;
const nameless = /^\s*[^\n]{2,80}\s(?:schrieb|wrote):\s*$/;
const longestIntro = 500;
const mostLines = 4;

/** Returns whether joined lines introduce a quote, such as "Am … schrieb NAME:" or "On … NAME wrote:". */
function isIntro(joined: string): boolean {
  const text = joined.trim();
  if (text.length > longestIntro || !/[:：]$/.test(text)) return false;
  if (hasAddress.test(text) && hasTime.test(text) && hasYear.test(text) && !/^\p{L}{2,15}:/u.test(text)) return true;
  return others.test(text) || (wrote.test(text) && (begin.test(text) || hasMoment.test(text)));
}

// in any language: an address in angle brackets, a day and a time
const hasAddress = /<[^<>@\s]{1,100}@[^<>\s]{1,100}>/;
const hasTime = /(?<!\d)\d{1,2}[:.h]\d\d(?!\d)/;
const hasYear = /(?<!\d)20\d\d(?!\d)/;

/** Nextcloud: NAME <a@b> – 21. November 2026 03:40, above the marked quote. */
const isNamelessMoment = (line: string): boolean =>
  /[^<>@\s]{1,100}@[^<>\s]{1,100}/.test(line) && hasTime.test(line) && hasYear.test(line);

// "Zitat von NAME <a@b>:" (Horde), "2026-11-21 3:40 GMT+01:00 NAME <a@b>:" (Gmail), "21. Nov. 2026, 03:40 von a@b:" (Tuta)
const others =
  /^\s*(?:(?:Zitat von|Quoting)\s[^\n]{2,200}|\d{4}-\d\d-\d\d \d{1,2}:\d\d[^\n]{0,120}<[^\n]{3,200}>|\d[^\n]{5,40}\d{1,2}:\d\d(?: [AP]M)? (?:von|by|from) [^\n@]{0,100}@[^\n]{3,100}):\s*$/;
// Yahoo's app begins the quote in the introduction's line
const runningOn =
  /^\s*(?:Am|On)\s[^\n]{5,120}\d{1,2}:\d\d[^\n]{0,120}(?:\s(?:schrieb|wrote)(?: [^\n<:]{0,80})?\s{0,3}<[^\n<>@\s]{1,100}@[^\n<>\s]{1,100}>:|<[^\n<>@\s]{1,100}@[^\n<>\s]{1,100}>\s(?:schrieb|wrote):)[^\n\S]{0,9}\S/;
const dividers = [
  /^\s*-{2,}\s*(?:Ursprüngliche[rs]?[ -](?:Nachricht|(?:E-?)?Mail|Mitteilung|Termin)|Original-?\s?(?:Nachricht|(?:E-?)?Mail|Termin)|Original[ -](?:Message|(?:E-?)?Mail|Appointment)|Weitergeleitete Nachricht|Forwarded message|Reply message|Antwort(?:nachricht)?|Message d'origine|Messaggio originale)\b[^\n]{0,120}$/i,
  /^\s*_{10,}\s*$/,
  /^\s*>{3}\s[^\n]{3,200}(?:\s>{3}|(?:wrote|schrieb):)\s*$/, // GroupWise
  /^\s*>{3}\s[^\n]{3,200}\s(?:in Nachricht|in message)\s*$/, // GroupWise, above the id of the mail
  /^\s*(?:Anfang der weitergeleiteten (?:Nachricht|E-Mail)|Begin forwarded message|Ursprüngliche Nachricht(?: (?:von|vom)\s[^\n]{1,150})?|Original message(?: from\s[^\n]{1,150})?)\s*:\s*$/i,
  // HCL Notes: NAME ---21.11.2026 03:40:12---SUBJECT
  /^\s{0,10}"?[^\s"][^\n"]{0,100}"?\s{0,3}---\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4} \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?\s?---/,
  /^\s*-{3,}\s*(?:Weitergeleitet von|Forwarded by)\s[^\n]{1,150}$/i,
];

/** Returns the number of lines that introduce a quote here. */
export function introLength(lines: readonly string[], at: number): number {
  const first = lines[at]!;
  if (first.trim() === '') return 0;
  if ((nameless.test(first) || isNamelessMoment(first.slice(0, longestIntro))) && isLastWord(lines, at)) return 1;
  // web.de: "Am 21.11.26 um 03:40 schrieb NAME" above the marked quote
  if (begin.test(first) && wrote.test(first.slice(0, longestIntro)) && hasMoment.test(first) && isLastWord(lines, at))
    return 1;
  if (!begin.test(first) && !/[<(@\d]|\sschrieb|\swrote/.test(first)) return 0;
  for (let length = 1; length <= mostLines; length++) {
    if (isIntro(lines.slice(at, at + length).join(' ')))
      // an answer may precede the introduction
      return length > 1 && !begin.test(first) && isIntro(lines.slice(at + 1, at + length).join(' ')) ? 0 : length;
    if ((lines[at + length] ?? '').trim() === '') return 0;
  }
  return 0;
}

/** Returns whether a line directly precedes a marked quote. */
const isLastWord = (lines: readonly string[], at: number): boolean =>
  /^\s*>/.test(lines.slice(at + 1, at + 4).find((line) => line.trim() !== '') ?? '');

const labels: readonly [kind: string, words: RegExp][] = [
  ['from', /^(?:Von|From|De|Da|Van|Absender|Od|Kimden|Gönderen|От|Från|Fra|Feladó)$/i],
  [
    'sent',
    /^(?:Gesendet(?: am)?|Datum|Sent|Date|Envoyé|Inviato|Enviado|Verzonden|Gesendet um|Wysłano|Data|Odesláno|Gönderildi|Gönderilme|Tarih|Отправлено|Дата|Skickat|Sendt|Elküldve)$/i,
  ],
  ['to', /^(?:An|To|À|A|Aan|Para|Empfänger|Antwort an|Reply-To|Do|Komu|Kime|Кому|Till|Til|Címzett)$/i],
  ['copy', /^(?:Cc|Kopie|Kopie \(CC\)|Bcc|Blindkopie)$/i],
  ['subject', /^(?:Betreff|Subject|Objet|Oggetto|Asunto|Onderwerp|Thema|Temat|Předmět|Konu|Тема|Ämne|Emne|Tárgy)$/i],
  ['other', /^(?:Wichtigkeit|Importance|Priorität|Priority|Anlagen?|Attachments?)$/i],
];

function labelOf(line: string): string | null {
  const found = /^[\s*>|]{0,12}([\p{L}][\p{L} ()-]{0,24}?)\s{0,8}\*{0,2}:/u.exec(line.slice(0, 60));
  const word = found?.[1]?.trim() ?? '';
  return word ? (labels.find(([, words]) => words.test(word))?.[0] ?? null) : null;
}

const window = 6;

/** Returns whether the quoted mail begins here: a divider, or its headers in any order. */
export function isQuoteStart(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  // HCL Verse: NAME --- SUBJECT --- above the headers
  if (subjectLine.test(line.slice(0, longestIntro)))
    return lines.slice(at + 1, at + window).some((_next, more) => isHeaderBlock(lines, at + 1 + more));
  if (dividers.some((divider) => divider.test(line)) || runningOn.test(line.slice(0, longestIntro))) return true;
  return isDivided(lines, at) || isHeaderBlock(lines, at) || isLabelledBlock(lines, at);
}

/** Words between dashes, with address and moment (Zoho), or above the headers. */
function isDivided(lines: readonly string[], at: number): boolean {
  const line = lines[at]!.slice(0, longestIntro);
  if (!/^\s{0,9}-{3,20}[^-\n][^\n]{2,300}-{3,20}\s*$/.test(line)) return false;
  if (isNamelessMoment(line)) return true;
  return isHeaderBlock(lines, at + 1) || isLabelledBlock(lines, at + 1);
}

/** Four labelled lines, the first with an address, another with day and time: Outlook's header. */
function isLabelledBlock(lines: readonly string[], at: number): boolean {
  const block = lines.slice(at, at + mostLines);
  const isLabelled = (line: string) =>
    /^[\s*>|]{0,12}\p{L}[\p{L}\p{M} ]{0,24}\s{0,3}\*{0,2}:\*{0,2}\s?\S/u.test(line.slice(0, 100));
  return (
    block.length === mostLines &&
    block.every(isLabelled) &&
    /[<[(][^<>@\s]{1,100}@[^<>\s]{1,100}[>\])]/.test(block[0]!.slice(0, longestIntro)) &&
    block.some((line) => hasTime.test(line.slice(0, longestIntro)) && hasYear.test(line.slice(0, longestIntro)))
  );
}

const subjectLine = /^\s*\S[^\n]{0,80} --- \S[^\n]{0,200} ---\s*$/;

function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = labelOf(lines[at] ?? '');
  if (first === null || first === 'other') return false;
  const kinds = new Set([first]);
  for (const next of lines.slice(at + 1, at + window)) {
    const kind = labelOf(next);
    if (kind) kinds.add(kind);
  }
  return (
    kinds.size >= 2 &&
    (kinds.has('from') || (kinds.has('sent') && kinds.size >= 3)) &&
    kinds.size > Number(kinds.has('other')) + 1
  );
}
