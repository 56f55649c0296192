/** Text of a person who triggers an alarm. */
export interface CommandWords {
  /** The first word, in the stored form of keywords. */
  keyword: string;
  /** True if it began with the exercise word. */
  exercise: boolean;
  /** The remaining text. */
  rest: string;
}

const drills = new Set(['uebung', 'probe', 'exercise', 'drill']);
const stops = new Set(['stopp', 'stop', 'abbruch', 'cancel']);
const answers = new Set(['ja', 'yes', 'okay', 'nein', 'no', 'ich', 'komme', 'spaeter', 'later']);

/** Parses [ÜBUNG] keyword rest. */
export function commandWords(text: string): CommandWords {
  const [first, rest] = firstWord(text.normalize('NFC'));
  const exercise = drills.has(plain(first));
  const [keyword, left] = exercise ? firstWord(rest) : [first, rest];
  return { keyword: plain(keyword), exercise, rest: left };
}

/** Returns true if a word stops the started alarm. */
export const isStopWord = (word: string): boolean => stops.has(word);

/** Returns whether a word is a valid keyword: no answer word, and easy to type. */
export const isKeyword = (word: string): boolean =>
  /^[a-z][a-z0-9_-]{2,39}$/.test(word) && !drills.has(word) && !stops.has(word) && !answers.has(word);

function firstWord(text: string): [string, string] {
  const [, word = '', rest = ''] = /^[\s„“"'*(]*([\p{L}\p{N}_-]*)[\s.,;:!)"“”']*(.*)$/su.exec(text) ?? [];
  return [word, rest.trim()];
}

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
const plain = (word: string): string => word.toLowerCase().replace(/[äöüß]/g, (letter) => letters[letter]!);
