/**
 * Characters that nobody sees and that are no part of a name or an address: marks for direction, zero-width blanks, byte
 * order marks, soft hyphens. Joiners stay where a script or an emoji needs them.
 */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\u034F|(?<!\p{L}|\p{M}|\p{Extended_Pictographic}|\uFE0F)(?:\u200C|\u200D)|(?<=\p{Script=Latin})(?:\u200C|\u200D)/gu;

/** A name or a line of text as it is stored: composed letters, plain blanks, nothing invisible. */
export const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();

/** How links and contact apps begin an address. */
const scheme = /^(?:mailto|tel|sips?|callto|sms|smsto):\s*/i;

/**
 * An address as it is checked, whoever wrote it: a telephone number, an e-mail address, or the ID of a chat. Every place
 * where one is entered reads it here. Takes off what programs put around it (the scheme of a link, quotation marks, the
 * marks by which spreadsheets keep a text) and invisible characters; brings digits and letters of full width to theirs. The
 * signs of the address itself stay.
 */
export function cleanAddress(text: string): string {
  const plain = text
    // an acute accent or an apostrophe before a number; full width would make a blank of the first
    .replace(/[\u00B4\u2018-\u201B\u2032]/g, "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();
  return withoutQuotes(withoutQuotes(plain).replace(scheme, ''));
}

/** A text without the mark by which exports keep spreadsheets from changing it: ="00471". */
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

/** Whether a spreadsheet wrote a number in powers of ten ("4,9171E+11"), so that its last digits are lost. */
export const isRounded = (text: string): boolean => /^[+-]?\d(?:[.,]\d+)?E\+?\d{1,3}$/i.test(cleanAddress(text));

/** A whole number without the ".0" that programs add which take everything for a decimal. */
export const withoutDecimal = (text: string): string => text.replace(/^(\d+)[.,]0{1,2}$/, '$1');
