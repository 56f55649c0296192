import type { SourceFile } from './source-files.ts';

/** Phrases that are hard to understand; see CONTRIBUTING.md. */
const phrases: readonly RegExp[] = [
  /\b(?:whoever|whomever|whom)\b/gi,
  /(?:^|[.;:,(]\s+|\b(?:of|from|for|with|and|or|by|to|than|as)\s+)(?:what|who)\s+(?:is|was|are|were|has|have|had|comes?|came|stands?|may|can|could|does|did|an?|the|it|they|he|somebody|nobody|people|one|waits?|goes|happens|happened|leads|belongs|follows|needs)\b/gi,
  /\b(?:somebody|nobody|everybody)\b/gi,
  /\b(?:stands|stood)\b/gi,
  /\b(?:beside|meanwhile|anew)\b/gi,
  /\b(?:is|are|was|were|be)\s+(?:told|said|asked|heard|shown|seen|kept|held|taken|given|put)\b/gi,
  /\b(?:tells|says)\b/gi,
  /\ball the same\b/gi,
  /\b(?:whatever|wherever|however (?:much|many|long|low|often|late|little))\b/gi,
  /\bno more\b/gi,
];

/** Code in backticks is one word, fenced code none. */
export interface Prose {
  words: number;
  found: number;
}

/** Counts words and phrases of a text. */
export function countProse(text: string): Prose {
  const plain = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`/g, 'X');
  const words = plain.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;
  return { words, found: phrases.reduce((sum, phrase) => sum + [...plain.matchAll(phrase)].length, 0) };
}

/** Returns the phrases per 10,000 words of several texts. */
export function rateOf(texts: readonly string[]): number {
  const counts = texts.map(countProse);
  const words = counts.reduce((sum, count) => sum + count.words, 0);
  const found = counts.reduce((sum, count) => sum + count.found, 0);
  return words ? (found / words) * 10_000 : 0;
}

/** Returns the comments of a source file, without their signs. */
export const commentsOf = ({ text }: SourceFile): string =>
  [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?:^|\s)\/\/ [^\n]*/gm)]
    .map(([comment]) => comment.replace(/^\s*\/\/|\/\*\*?|\*\/|\n\s*\*/g, ' '))
    .join('.\n');

/** Returns the names of the tests of a source file. */
export const testNamesOf = ({ text }: SourceFile): string =>
  [...text.matchAll(/\b(?:test|it)\(\s*'[^']+'/g)].map(([name]) => name).join('.\n');

/** Returns a Markdown file without its tables. */
export const paragraphsOf = (text: string): string => text.replace(/^\|.*$/gm, '');

/** Returns the texts of a locale file. */
export const localeTexts = (json: string): string =>
  [...JSON.stringify(JSON.parse(json)).matchAll(/:"[^"]*"/g)].map(([text]) => text).join('.\n');

/** Returns the descriptions of a printed GraphQL schema. */
export const descriptionsOf = (schema: string): string =>
  [...schema.matchAll(/"""[\s\S]*?"""/g)].map(([text]) => text).join('\n');
