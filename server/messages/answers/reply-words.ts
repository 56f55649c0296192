import { answerMinutes } from './check-group.ts';

/** An option as a reply may choose it. */
export interface ReplyOption {
  code: string;
  label: string;
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

/**
 * Reads a reply: it begins with the code or the label of an option, or with yes or no in German or English, whatever the
 * case. What matches nothing is all text.
 */
export function readReply(reply: string, options: readonly ReplyOption[]): Reading {
  const said = reply.normalize('NFC').trim();
  const words = said.replace(/^[\s„“”"'‚‘’»«*•(]+/, '');
  const found = chosenIn(words, options);
  if (!found) return { option: null, minutes: null, text: said };
  const { option, length } = found;
  const text = words.slice(length).replace(/^[\s.,;:!)/–=„“”"'‚‘’»«*-]+/, '');
  return { option: option.code, minutes: option.askMinutes ? minutesIn(text) : null, text };
}

function chosenIn(said: string, options: readonly ReplyOption[]): { option: ReplyOption; length: number } | null {
  const first = /^[\p{L}\p{N}]+/u.exec(said)?.[0] ?? '';
  const word = first.toLowerCase();
  const byCode = options.find(({ code }) => word !== '' && code.trim().toLowerCase() === word);
  if (byCode) return { option: byCode, length: first.length };
  const byLabel = options
    .filter(({ label }) => startsWith(said, label.normalize('NFC').trim()))
    .sort((a, b) => b.label.length - a.label.length)[0];
  if (byLabel) {
    const { length } = byLabel.label.normalize('NFC').trim();
    // "Ich komme leider nicht": a person has to look
    return byLabel.kind === 'POSITIVE' && denied.test(said.slice(length)) ? null : { option: byLabel, length };
  }
  const kind = yes.has(word) ? 'POSITIVE' : no.has(word) ? 'NEGATIVE' : null;
  const option = options.find((one) => one.kind === kind);
  const rest = said.slice(first.length);
  // "Ok, kann aber nicht", "No problem, I'm coming": a person has to look
  const isTakenBack = kind === 'POSITIVE' ? denied.test(rest) : word === 'no' && noAnswer.test(rest);
  return option && !isTakenBack ? { option, length: first.length } : null;
}

const denied = /^[^.!?\n]{0,60}?(?<!\p{L})(?:nicht|nie|kein\p{L}*|not|never|cannot|can['’]t)(?!\p{L})/iu;

/** What follows a no that is none: no problem, no worries. */
const noAnswer = /^\s+(?!(?:thanks?|thank|sorry)(?!\p{L}))\p{L}/iu;

const startsWith = (said: string, label: string): boolean =>
  label !== '' &&
  said.slice(0, label.length).toLowerCase() === label.toLowerCase() &&
  !/^[\p{L}\p{N}]/u.test(said.slice(label.length));

const hours = /(?<![\d.,])(\d{1,2})\s*(?:h|std|stunden?|hours?)(?!\p{L})/iu;
const minutes = /(?<![\d.,])(\d{1,4})\s*(?:min|minuten?|minutes?)(?!\p{L})/iu;
const inSo = /(?<!\p{L})in\s+(\d{1,4})(?![\d.,:])/iu;
const alone = /^(\d{1,4})$/;

/** "20 min", "in 20", "in 2 Stunden", or nothing but a number. */
function minutesIn(text: string): number | null {
  const [inHours, inMinutes] = [hours.exec(text), minutes.exec(text)];
  const found = inHours
    ? Number(inHours[1]) * 60 + Number(inMinutes?.[1] ?? 0)
    : Number((inMinutes ?? inSo.exec(text) ?? alone.exec(text.trim()))?.[1] ?? Number.NaN);
  return found <= answerMinutes.maximum ? found : null;
}
