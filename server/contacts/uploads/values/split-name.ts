/** The parts of a name; missing ones are empty. */
export interface NameParts {
  title: string;
  firstName: string;
  lastName: string;
}

/** The first part of a name without a comma. */
export type NameOrder = 'firstNameFirst' | 'lastNameFirst';

const salutation = /^(herrn?|frau|hr|fr|mr|mrs|ms|miss|divers)\.?$/i;
const titles = [
  /^(dr|prof|priv|univ|apl|dipl|mag|ing|phil|med|dent|vet|jur|rer|nat|habil|mult|pol|oec|theol|lic)\.$/i,
  /^(dr|prof|pd|mba|msc|bsc|phd|llm)$/i,
  /^(dr|prof|priv|univ|dipl|mag)\.?-\S+$|^\(fh\)$/i,
  /^(m|b)\.(sc|a|eng|ed)\.?$|^(ph\.d|ll\.m|h\.c)\.?$/i,
];
const particle =
  /^(von|vom|van|zu|zum|zur|de|del|della|da|das|dos|di|du|den|der|des|ten|ter|la|le|el|al|bin|ben|ibn|af|av|st|o|und|y)\.?$/i;

/** Removes a salutation, which is no title. */
export const withoutSalutation = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !salutation.test(word))
    .join(' ');

/**
 * Splits "Weiß, Dr. Anna" or "Dr. Anna von Weiß". Without a comma, the family name is last with particles, unless the
 * header differs. A single word is one.
 */
export function splitName(text: string, order: NameOrder): NameParts {
  const [before = '', ...after] = text
    .replace(/\bh\. c\./i, 'h.c.')
    .split(',')
    .map((part) => part.trim());
  const isTitleOnly = (words: string) => words !== '' && words.split(/\s+/).every(isTitle);
  // "Anna Weiß, M.Sc."
  const behind = after.filter(isTitleOnly);
  const given = after.filter((part) => !isTitleOnly(part)).join(' ');
  const [leading, rest] = withoutTitles(before);
  if (given) {
    const [more, firstName] = withoutTitles(given);
    // "Weiß, Anna von" is a von Weiß
    const tail = trailingParticles(firstName);
    return {
      title: [...leading, ...more, ...behind].join(' '),
      firstName: firstName.slice(0, firstName.length - tail.length).join(' '),
      lastName: [...tail, ...rest].join(' '),
    };
  }
  const [firstName, lastName] = order === 'firstNameFirst' ? lastWord(rest) : firstWord(rest);
  return { title: [...leading, ...behind].join(' '), firstName: firstName.join(' '), lastName: lastName.join(' ') };
}

const isTitle = (word: string) => titles.some((pattern) => pattern.test(word));

function withoutTitles(text: string): [leading: string[], rest: string[]] {
  const words = text.split(/\s+/).filter((word) => word && !salutation.test(word));
  const at = words.findIndex((word) => !isTitle(word));
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at)];
}

function trailingParticles(words: readonly string[]): string[] {
  const at = words.findLastIndex((word) => !particle.test(word));
  return words.slice(at + 1);
}

function lastWord(words: readonly string[]): [firstName: string[], lastName: string[]] {
  let at = words.length - 1;
  while (at > 1 && particle.test(words[at - 1]!)) at--;
  return [words.slice(0, Math.max(0, at)), words.slice(Math.max(0, at))];
}

function firstWord(words: readonly string[]): [firstName: string[], lastName: string[]] {
  const at = words.findIndex((word) => !particle.test(word));
  return [words.slice(at + 1), words.slice(0, at + 1)];
}
