import { cleanText } from '#shared/stored-text.ts';
import { answerMinutes } from './check-group.ts';

/** An option for replies. */
export interface ReplyOption {
  code: string;
  label: string;
  /** The label in English; empty: the same. */
  labelEn: string | null;
  /** In a question for arrivals, or a roll call. */
  kind: string;
  askMinutes: boolean;
}

/** A parsed reply: option code, minutes, and remaining words. */
export interface Reading {
  option: string | null;
  minutes: number | null;
  text: string;
}

const yes = new Set(['ja', 'j', 'yes', 'y', 'ok', 'okay']);
const no = new Set(['nein', 'n', 'no']);
// a false call for help does less harm than a waiting one
const help = new Set(['hilfe', 'help', 'sos']);
// punctuation around an option, and before its continuation
const marks = /^[\s.,;:!()[\]/=„“”"'`‚‘’»«›‹>*_•·–-]+/;

/**
 * Parses a reply that starts with an option's code or label, or yes or no in German or English. A person checks
 * everything else, also a revoked yes and a copied list.
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
  // a number alone in its line is only minutes
  const [line = '', ...more] = text.split('\n');
  const isOnlyMinutes = found !== null && alone.test(line.trim());
  return { option: option.code, minutes: found, text: isOnlyMinutes ? more.join('\n').trim() : text };
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
  const kind = yes.has(word) ? 'POSITIVE' : no.has(word) ? 'NEGATIVE' : help.has(word) ? 'NEEDS_HELP' : null;
  const byWord = options.find((option) => option.kind === kind);
  const option = byCode ?? byWord;
  // a label with a code is more specific
  const found =
    byLabel && (!byCode || byLabel.length > first.length) ? byLabel : option && { option, length: first.length };
  if (!found || isTakenBack(said.slice(found.length), found) || isDoubtful(said, found, options)) return null;
  if (found.option === byWord && word === 'no' && noAnswer.test(said.slice(first.length))) return null;
  if (found.length > first.length || found.option.kind === 'NEEDS_HELP') return found;
  // "1 Ich komme nicht", "Nein, ich komme"
  const next = labelled(said.slice(found.length).replace(marks, ''), options)?.option ?? found.option;
  return next === found.option || (found.option === byWord && next.kind === kind) ? found : null;
}

/** "Ich komme leider nicht", "ok, kann aber nicht"; a code isn't part of a sentence */
const isTakenBack = (rest: string, { option, length }: Found): boolean =>
  (option.kind === 'POSITIVE' && length > 1 && denied.test(rest)) ||
  (option.kind === 'SAFE' && ((length > 1 && denied.test(rest)) || asksForHelp.test(rest) || unsafe.test(rest)));

const hourly = '(?:h|std|stunden?|hours?|hrs?|uhr)\\.?(?![\\p{L}\\p{N}])';
const unit =
  '(?:h|std|stunden?|hours?|hrs?|min|minuten?|minutes?|mins|sek|sekunden?|uhr|tag(?:en?)?|days?|wochen?|weeks?|monat(?:en?)?|months?|km|kilometer|leute|personen?|mann|people|fahrzeuge?|kolleg(?:e|en|in|innen)|helfer)\\.?(?![\\p{L}\\p{N}])';
const upTo = '(?:[-–]\\s?\\d(?:[.,]\\d{1,2})?|\\/\\s?\\d|(?:bis|oder|to|or)\\s?\\d{1,3}(?:[.,]\\d{1,2})?)\\s?';
const dated =
  '\\.\\s?(?:(?:0?[1-9]|1[0-2])\\.|(?:jan(?:uar)?|feb(?:ruar)?|märz?|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?|stock|etage|og|ug)(?![\\p{L}\\p{N}]))';
/** "1,5 Stunden", "1:30 h", "2. Dezember", "1.12.": a number that is a code only by chance. "1/20 min" is a code with minutes. */
const quantity = new RegExp(
  `^\\s?(?:[.,:]\\d{2}\\s?${hourly}|(?:[.,]\\d\\s?)?(?:${upTo}|1\\/2\\s?)?${unit})|^${dated}`,
  'iu',
);
/** "1 oder 2", "1-2", "1,2" */
const second = /^\s?(?:[-–,+&/]|oder|or|und|and|u\.?|bis|to)\s?(\d{1,2})[\s.!?]*$/iu;
const opposed: Readonly<Record<string, RegExp>> = {
  POSITIVE: /^(?:(?:doch|leider)\s)?(?:nein|nicht|no)(?!\p{L})/iu,
  SAFE: /^(?:nein|no)(?!\p{L})/iu,
  NEGATIVE: /^(?:doch\s)?(?:ja|yes)(?!\p{L})/iu,
};

/** Returns whether a person has to look at what follows the choice: an amount, another code, the opposite, a question mark. */
function isDoubtful(said: string, { option, length }: Found, options: readonly ReplyOption[]): boolean {
  if (option.kind === 'NEEDS_HELP') return false; // "Hilfe?", "2 Personen eingeklemmt"
  const rest = said.slice(length);
  const isNumber = /^\d+$/.test(said.slice(0, length)); // "Ja bis 20 Uhr" is none
  const [, other] = second.exec(rest) ?? [];
  const next = rest.replace(marks, '').replace(/^[?!\s]+/, '');
  const isOpposed = opposed[option.kind]?.test(next) === true && !(/^no/i.test(next) && noAnswer.test(next.slice(2)));
  return (
    (isNumber && quantity.test(rest)) ||
    (isNumber && other !== undefined && options.some(({ code }) => code.trim() === other)) ||
    isOpposed ||
    /^[\s!]{0,3}\?[?!\s]*$/.test(rest)
  );
}

/** "1, aber Frau Roth braucht Hilfe", but not "unverletzt" or a signature's "Technisches Hilfswerk" */
const asksForHelp =
  /(?<!unfall-?)hilf(?!s(?:werk|dienst|organisation))|help(?!\s?(?:desk|line))|(?<!un)verletz|(?<!un)hurt|(?<!un)injur|notarzt|ambulance|bewusstlos|unconscious|eingeklemmt|eingeschlossen|trapped|vermiss|missing|(?<!\p{L})sos(?!\p{L})/iu;

const unsafe = /(?<!\p{L})(?:(?:nicht|not)\s+(?:\p{L}{1,20}\s+)?(?:sicher(?:heit)?|safe)|unsicher|unsafe)(?!\p{L})/iu;

/** Continuations after which "no" isn't an answer. */
const noAnswer = /^\s+(?!(?:thanks?|thank|sorry)(?!\p{L}))\p{L}/iu;

const denied =
  /^[^.!?\n]{0,60}?(?<!\p{L})(?:nicht|nie|kein\p{L}*(?!\s+(?:problem|thema|frage|ding))|not|never|cannot|can['’]t)(?!\p{L})/iu;

function labelled(said: string, options: readonly ReplyOption[]): Found | null {
  const found = options.map((option) => ({ option, length: lengthIn(option, said) }));
  return found.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Returns the longer matching label's length, in any language. */
const lengthIn = ({ label, labelEn }: ReplyOption, said: string): number =>
  Math.max(lengthOf(label, said), labelEn ? lengthOf(labelEn, said) : 0);

/** Returns the length of the label at the start, across line breaks; 0 without a match. */
function lengthOf(label: string, said: string): number {
  const words = label
    .normalize('NFC')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'iu').exec(said)?.[0].length ?? 0;
}

/** Returns whether the rest names another option: a copied list is no choice. */
const isList = (rest: string, chosen: ReplyOption, options: readonly ReplyOption[]): boolean =>
  options.some((other) => {
    const at = other === chosen ? null : new RegExp(`(?<![\\p{L}\\p{N}])${other.code}\\s*=\\s*`, 'iu').exec(rest);
    return at !== null && lengthIn(other, rest.slice(at.index + at[0].length)) > 0;
  });

const hours = /(?<![\d.,/])(\d{1,2})\s*(?:h|std|stunden?|hours?)(?!\p{L})/iu;
const minutes = /(?<![\d.,/])(\d{1,4})\s*(?:min|minuten?|minutes?)(?!\p{L})/iu;
const inSo = /(?<!\p{L})in\s+(\d{1,4})(?![\d.,:])/iu;
const alone = /^(\d{1,4})[.!]?$/;
// directly after the choice: "JA 15 komme mit Bus", not "Ja 3 Leute", "Ja, 20 Uhr"
const first =
  /^(\d{1,4})(?![\d.,:/%€-]*[\d:/%€-])[\s,;.!]+(?!(?:uhr|leute|person|mann|frau|kolleg|helfer|kind|auto|fahrzeug|wagen|people|of us|others|man\b|men\b|km\b|kilometer|meter|m\b|euro|prozent|tag|day|woche|week|von|stück|mal\b|x\b|o['’]?clock|am\b|pm\b|h\b|std|sek))/iu;

/** Parses "20 min", "in 20", "in 2 Stunden", or a number after the choice. */
function minutesIn(text: string): number | null {
  const [inHours, inMinutes] = [hours.exec(text), minutes.exec(text)];
  const found = inHours
    ? Number(inHours[1]) * 60 + Number(inMinutes?.[1] ?? 0)
    : Number((inMinutes ?? inSo.exec(text) ?? aloneIn(text) ?? firstIn(text))?.[1] ?? Number.NaN);
  return found <= answerMinutes.maximum ? found : null;
}

const aloneIn = (text: string) => alone.exec((text.split('\n', 1)[0] ?? '').trim());

/** Returns a leading number that doesn't count a noun. */
function firstIn(text: string): RegExpExecArray | null {
  const found = first.exec(text);
  const next = found ? text.slice(found[0].length) : '';
  const isCounted = /^\d+\s+$/.test(found?.[0] ?? '') && /^\p{Lu}\p{Ll}/u.test(next);
  return isCounted ? null : found;
}
