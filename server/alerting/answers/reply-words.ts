import { cleanText } from '#shared/stored-text.ts';
import { answerMinutes } from './check-group.ts';

/** An option as a reply may choose it. */
export interface ReplyOption {
  code: string;
  label: string;
  /** The label in English; empty: the same. */
  labelEn: string | null;
  kind: string;
  askMinutes: boolean;
}

/** What a reply says: the code of the option it chooses, in how many minutes, and the rest of its words. */
export interface Reading {
  option: string | null;
  minutes: number | null;
  text: string;
}

const yes = new Set(['ja', 'j', 'yes', 'y', 'ok', 'okay']);
const no = new Set(['nein', 'n', 'no']);
// what may stand around an option, and before what follows it
const marks = /^[\s.,;:!()[\]/=„“”"'`‚‘’»«›‹>*_•·–-]+/;

/**
 * Reads a reply: it begins with the code or the label of an option, or with yes or no in German or English, whatever the
 * case, the marks around it and where lines break. What matches nothing is all text, and so is a yes that is taken back in the
 * same sentence, and the list of the options as it was sent: a person has to look.
 */
export function readReply(reply: string, options: readonly ReplyOption[]): Reading {
  const said = cleanText(reply).trim();
  const words = said.replace(marks, '');
  const chosen = chosenIn(words, options);
  const rest = words.slice(chosen?.length);
  if (!chosen || isList(rest, chosen.option, options)) return { option: null, minutes: null, text: said };
  const { option } = chosen;
  const text = rest.replace(marks, '');
  const found = option.askMinutes ? minutesIn(text) : null;
  // a number alone says nothing besides
  return { option: option.code, minutes: found, text: found !== null && alone.test(text.trim()) ? '' : text };
}

interface Found {
  option: ReplyOption;
  length: number;
}

function chosenIn(said: string, options: readonly ReplyOption[]): Found | null {
  const first = /^[\p{L}\p{N}]+/u.exec(said)?.[0] ?? '';
  const word = first.toLowerCase();
  const byCode = options.find(({ code }) => word !== '' && code.trim().toLowerCase() === word);
  const byLabel = labelled(said, options);
  const kind = yes.has(word) ? 'POSITIVE' : no.has(word) ? 'NEGATIVE' : null;
  const byWord = options.find((option) => option.kind === kind);
  const option = byCode ?? byWord;
  // a label that begins with a code says more than the code
  const found =
    byLabel && (!byCode || byLabel.length > first.length) ? byLabel : option && { option, length: first.length };
  if (!found || isTakenBack(said.slice(found.length), found)) return null;
  if (found.option === byWord && word === 'no' && noAnswer.test(said.slice(first.length))) return null;
  const next = found.option === byWord && labelled(said.slice(found.length).replace(marks, ''), options);
  return next && next.option.kind !== kind ? null : found;
}

/** "Ich komme leider nicht", "ok, kann aber nicht"; a sign such as 1 or A is none of the words of a sentence. */
const isTakenBack = (rest: string, { option, length }: Found): boolean =>
  option.kind === 'POSITIVE' && length > 1 && denied.test(rest);

/** What follows a no that is none: no problem, no worries. */
const noAnswer = /^\s+(?!(?:thanks?|thank|sorry)(?!\p{L}))\p{L}/iu;

const denied =
  /^[^.!?\n]{0,60}?(?<!\p{L})(?:nicht|nie|kein\p{L}*(?!\s+(?:problem|thema|frage|ding))|not|never|cannot|can['’]t)(?!\p{L})/iu;

/** The option whose label is what is said first; of several the longest. */
function labelled(said: string, options: readonly ReplyOption[]): Found | null {
  const found = options.map((option) => ({ option, length: lengthIn(option, said) }));
  return found.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0] ?? null;
}

/** How much of what is said is the label in the language that says more of it; people may write in another than they got. */
const lengthIn = ({ label, labelEn }: ReplyOption, said: string): number =>
  Math.max(lengthOf(label, said), labelEn ? lengthOf(labelEn, said) : 0);

/** How much of what is said is the label, wherever its lines are broken; 0: it does not begin with it. */
function lengthOf(label: string, said: string): number {
  const words = label
    .normalize('NFC')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'iu').exec(said)?.[0].length ?? 0;
}

/** Whether the rest names another option as the message did: who sends the whole list back chose none of them. */
const isList = (rest: string, chosen: ReplyOption, options: readonly ReplyOption[]): boolean =>
  options.some((other) => {
    const at = other === chosen ? null : new RegExp(`(?<![\\p{L}\\p{N}])${other.code}\\s*=\\s*`, 'iu').exec(rest);
    return at !== null && lengthIn(other, rest.slice(at.index + at[0].length)) > 0;
  });

const hours = /(?<![\d.,])(\d{1,2})\s*(?:h|std|stunden?|hours?)(?!\p{L})/iu;
const minutes = /(?<![\d.,])(\d{1,4})\s*(?:min|minuten?|minutes?)(?!\p{L})/iu;
const inSo = /(?<!\p{L})in\s+(\d{1,4})(?![\d.,:])/iu;
const alone = /^(\d{1,4})[.!]?$/;
// right behind the choice, and no count of anything: "JA 15 komme mit Bus", not "Ja 3 Leute", "Ja, 20 Uhr"
const first =
  /^(\d{1,4})(?![\d.,:/%€-]*[\d:/%€-])[\s,;.!]+(?!(?:uhr|leute|person|mann|frau|kolleg|helfer|kind|auto|fahrzeug|wagen|people|of us|others|man\b|men\b|km\b|kilometer|meter|m\b|euro|prozent|tag|day|woche|week|von|stück|mal\b|x\b|o['’]?clock|am\b|pm\b|h\b|std|sek))/iu;

/** "20 min", "in 20", "in 2 Stunden", a number right behind the choice, or nothing but a number. */
function minutesIn(text: string): number | null {
  const [inHours, inMinutes] = [hours.exec(text), minutes.exec(text)];
  const found = inHours
    ? Number(inHours[1]) * 60 + Number(inMinutes?.[1] ?? 0)
    : Number((inMinutes ?? inSo.exec(text) ?? alone.exec(text.trim()) ?? firstIn(text))?.[1] ?? Number.NaN);
  return found <= answerMinutes.maximum ? found : null;
}

/** A number at the beginning, unless a noun follows that it counts. */
function firstIn(text: string): RegExpExecArray | null {
  const found = first.exec(text);
  const next = found ? text.slice(found[0].length) : '';
  const isCounted = /^\d+\s+$/.test(found?.[0] ?? '') && /^\p{Lu}\p{Ll}/u.test(next);
  return isCounted ? null : found;
}
