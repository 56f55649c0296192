/** Invisible characters outside of names and addresses. Joiners stay where a script or an emoji needs them. */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\u034F|(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\uFE0F)(?:\u200C|\u200D)|(?<=\p{Script=Latin})(?:\u200C|\u200D)/gu;

/** Returns a single-line text in stored form: composed letters, plain spaces, nothing invisible. */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();

/** Prefixes of addresses in links. */
const scheme = /^(?:mailto|tel|sips?|callto|sms|smsto):\s*/i;

/**
 * Returns a telephone number, e-mail address or chat ID without additions of other programs (link schemes, quotation
 * marks, spreadsheet marks) and invisible characters; full-width characters become normal ones.
 */
export function cleanAddress(text: string): string {
  const plain = text
    // an acute accent or apostrophe before a number; the next step would make a blank of the first
    .replace(/[\u00B4\u2018-\u201B\u2032]/g, "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return withoutQuotes(withoutQuotes(plain).replace(scheme, ''));
}

/** Removes the export mark of spreadsheets: ="00471". */
export const withoutTextMark = (text: string): string =>
  text.length > 3 && text.startsWith('="') && text.endsWith('"')
    ? text.slice(2, -1).replaceAll('""', '"').trim()
    : text;

const pairs = ['""', "''", '<>', '“”', '„“', '``', '«»'];

function withoutQuotes(text: string): string {
  const bare = withoutTextMark(text);
  const isIn = pairs.some(([open, close]) => bare.length > 2 && bare.startsWith(open!) && bare.endsWith(close!));
  return (isIn ? bare.slice(1, -1) : bare)
    .replace(/^['`]+\s*/, '')
    .replace(/(?<![\s;,])[\s;,]+$/, '')
    .trim();
}

/** Returns whether a spreadsheet wrote a number as "4,9171E+11", which loses digits. */
export const isRounded = (text: string): boolean => /^[+-]?\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(cleanAddress(text));

/** Removes a trailing ".0" from an integer. */
export const withoutDecimal = (text: string): string => text.replace(/^(\d+)[.,]0{1,2}$/, '$1');
