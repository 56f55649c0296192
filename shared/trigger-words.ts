/** What somebody who starts an alarm by a text wrote. */
export interface CommandWords {
  /** The first word, as keywords are stored. */
  keyword: string;
  /** It began with the word for an exercise. */
  exercise: boolean;
  /** All that comes after it. */
  rest: string;
}

const drills = new Set(['uebung', 'probe', 'exercise', 'drill']);
const stops = new Set(['stopp', 'stop', 'abbruch', 'cancel']);
const answers = new Set(['ja', 'yes', 'okay', 'nein', 'no', 'ich', 'komme', 'spaeter', 'later']);

/** Reads a text that may start or stop an alarm: [ÜBUNG] keyword rest. */
export function commandWords(text: string): CommandWords {
  const [first, rest] = firstWord(text.normalize('NFC'));
  const exercise = drills.has(plain(first));
  const [keyword, left] = exercise ? firstWord(rest) : [first, rest];
  return { keyword: plain(keyword), exercise, rest: left };
}

/** Whether a word takes back what was started. */
export const isStopWord = (word: string): boolean => stops.has(word);

/** Whether a word can be the keyword of a trigger: nothing that people answer with, and easily typed. */
export const isKeyword = (word: string): boolean =>
  /^[a-z][a-z0-9_-]{2,39}$/.test(word) && !drills.has(word) && !stops.has(word) && !answers.has(word);

function firstWord(text: string): [string, string] {
  const [, word = '', rest = ''] = /^[\s„“"'*(]*([\p{L}\p{N}_-]*)[\s.,;:!)"“”']*(.*)$/su.exec(text) ?? [];
  return [word, rest.trim()];
}

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const plain = (word: string): string => word.toLowerCase().replace(/[äöüß]/g, (letter) => letters[letter]!);
