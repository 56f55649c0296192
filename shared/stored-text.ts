/**
 * Returns a text as it is stored and sent: letters composed (Unicode NFC), line breaks as \n, soft line breaks of office
 * programs (vertical tab, form feed, next line) as blanks, and without other control characters, halves of characters and
 * noncharacters, none of which XML or JSON of a provider has to accept.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\v\f\u0085]/g, ' ')
    .replace(/(?![\n\t])\p{Cc}|\p{Cs}|[\ufdd0-\ufdef\ufffe\uffff]/gu, '')
    .normalize('NFC');

const secret = /password|passphrase|secret|token/i;

// Consumers reject deeper nesting.
const deepest = 100;

/** Returns values with all their texts cleaned; passwords and other secrets stay as they were typed. */
export function cleanTexts<T>(values: T, depth = 0): T {
  if (typeof values === 'string') return cleanText(values) as T;
  if (values === null || typeof values !== 'object' || depth >= deepest) return values;
  if (Array.isArray(values)) return values.map((one) => cleanTexts(one, depth + 1)) as T;
  if (Object.getPrototypeOf(values) !== Object.prototype) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, secret.test(key) ? value : cleanTexts(value, depth + 1)]),
  ) as T;
}
