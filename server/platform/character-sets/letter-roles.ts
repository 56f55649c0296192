/** Whether ø fits, where Eastern sets have ř. */
export type Fit = 'western' | 'either' | 'eastern';

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isVowel = (sign: string) => /[aeiouyäöüáéíóúýàèìòùâêîôûåæøœëïãõőűěůęąăı]/i.test(sign);
const isConsonant = (sign: string) => isLetter(sign) && !isVowel(sign);

/** At the places of è, ø, ò and æ. */
export const easternConsonants = 'čřňćČŘŇĆ';

/** Returns vowel or consonant; null for either. */
export function roleBetween(before: string, after: string): 'vowel' | 'consonant' | null {
  if (!isVowel(before) && !isVowel(after)) return 'vowel';
  return isConsonant(before) || isConsonant(after) ? null : 'consonant';
}

type Rule = (before: string, after: string, rest: string) => Fit;

// where the letter's language has it, and its counterpart's
const rules: Readonly<Record<string, Rule>> = {
  è(before, after, rest) {
    const role = roleBetween(before, after);
    if (role === 'vowel') return 'western';
    if (!isLetter(after)) return /u/i.test(before) ? 'western' : 'eastern';
    const isFrench = /[iuy]/i.test(before) && /^(?:[rvcgmtlzd]|s(?!\p{L}))/iu.test(rest);
    return isFrench ? 'western' : role || /[iy]/i.test(before) ? 'eastern' : 'either';
  },
  ø(before, after) {
    const [first, last] = [before, after].map((sign) => (/y/i.test(sign) ? 'k' : sign)) as [string, string];
    const role = roleBetween(first, last);
    if (role) return role === 'vowel' ? 'western' : 'eastern';
    return /[jrlsmnf]/i.test(before) ? 'western' : 'either';
  },
  ò: (before, after) => byRole(roleBetween(before, after)),
  æ: (before, after) => byRole(roleBetween(before, after)),
  ï: (before, after) =>
    !isVowel(before) || (/e/i.test(before) && !isLetter(after))
      ? 'eastern'
      : /[uiy]/i.test(before)
        ? 'either'
        : 'western',
  ñ: (_before, after) => (isVowel(after) ? 'western' : 'eastern'),
  ã: (before, after) =>
    /[oe]/i.test(after) ? 'western' : isLetter(after) ? 'eastern' : /h/i.test(before) ? 'western' : 'either',
  õ: (_before, after) => (/e/i.test(after) ? 'western' : 'either'),
  û: (before, _after, rest) => (/[aeo]/i.test(before) || /^ch/i.test(rest) ? 'western' : 'either'),
  ì: (before, after) =>
    isLetter(after) ? 'eastern' : isConsonant(before) && !/n/i.test(before) ? 'western' : 'either',
  ù: (before, after) => (isLetter(after) ? 'eastern' : /o/i.test(before) ? 'western' : 'either'),
  ê: (before, _after, rest) => (/[iy]/i.test(before) || isPolishAfter(rest) ? 'eastern' : 'western'),
  œ: (before) => (isVowel(before) ? 'eastern' : 'western'),
  þ: () => 'either',
  ý: () => 'either',
  ð: () => 'either',
};

const byRole = (role: ReturnType<typeof roleBetween>): Fit =>
  role === null ? 'either' : role === 'vowel' ? 'western' : 'eastern';

/** French has ê before one consonant, or a few pairs. */
const isPolishAfter = (rest: string) =>
  /^[bdzkwj]/i.test(rest) ||
  (isConsonant(rest.charAt(0)) && isConsonant(rest.charAt(1)) && !/^(?:ch|[tpv]r|qu|th|ts)/i.test(rest));

/** Returns a letter's fit; null without a counterpart. `rest` begins with the next. */
export function fitOf(before: string, sign: string, rest: string): Fit | null {
  return rules[sign.toLowerCase()]?.(before, rest.charAt(0), rest) ?? null;
}

/** Returns the worst fit, or null. */
export function westernFit(text: string): Fit | null {
  let worst: Fit | null = null;
  for (const { index, 0: sign } of text.matchAll(/[èøòæïñãõûìùêœþýð]/gi)) {
    const [before, rest] = [text.charAt(index - 1), text.slice(index + 1, index + 4)];
    if (!isLetter(before) && !isLetter(rest.charAt(0))) continue;
    const fit = fitOf(before, sign, rest);
    if (fit === 'eastern') return fit;
    if (fit === 'either' || !worst) worst = fit;
  }
  return worst;
}
