const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns a text without case and accents; equals the database function fold(). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđı]/g, (letter) => letters[letter]!);
}

/** A part of a text; `isMatch` marks search matches. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text at search matches, regardless of case, accents, and umlaut spelling. */
export function matchedParts(text: string, term: string): TextPart[] {
  const words = fold(term).split(/\s+/).filter(Boolean);
  const characters = [...text.normalize('NFC')];
  const marked = new Array<boolean>(characters.length).fill(false);
  const plain = characters.map(fold);
  const umlauts = characters.map((character) => spelledOut[character.toLowerCase()] ?? fold(character));
  for (const folded of [plain, umlauts]) for (const word of words) mark(marked, folded, word);
  const parts: TextPart[] = [];
  for (const [at, character] of characters.entries()) {
    const last = parts.at(-1);
    if (last && last.isMatch === marked[at]) last.text += character;
    else parts.push({ text: character, isMatch: marked[at]! });
  }
  return parts;
}

/** Marks every character of each match of the word; `folded` contains the folded form of each character. */
function mark(marked: boolean[], folded: readonly string[], word: string): void {
  const origin = folded.flatMap((form, at) => Array.from(form, () => at));
  const whole = folded.join('');
  for (let found = whole.indexOf(word); found >= 0; found = whole.indexOf(word, found + 1)) {
    for (let place = found; place < found + word.length; place++) marked[origin[place]!] = true;
  }
}
