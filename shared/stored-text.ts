/**
 * Returns a text in stored form: composed letters (Unicode NFC), line breaks as \n, soft ones as blanks, without
 * characters that XML or JSON may reject.
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

/** Cleans all texts in values; passwords stay as typed. */
export function cleanTexts<T>(values: T, depth = 0): T {
  if (typeof values === 'string') return cleanText(values) as T;
  if (values === null || typeof values !== 'object' || depth >= deepest) return values;
  if (Array.isArray(values)) return values.map((one) => cleanTexts(one, depth + 1)) as T;
  if (Object.getPrototypeOf(values) !== Object.prototype) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, secret.test(key) ? value : cleanTexts(value, depth + 1)]),
  ) as T;
}
