import { easternConsonants, fitOf, roleBetween } from './letter-roles.ts';

/** One-byte character sets, in order of preference. */
export const singleByte = [
  'windows-1252',
  'macintosh',
  'ibm850',
  'ibm437',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1251',
  'ibm852',
  'x-mac-ce',
] as const;

/** A single-byte character set. */
export type SingleByte = (typeof singleByte)[number];

// from 0x80 in code pages without browser support
const letters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ';
const codePages: Readonly<Record<string, string>> = {
  ibm850: `${letters}ø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0`,
  ibm437: `${letters}¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0`,
  ibm852: `ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0`,
  'x-mac-ce': `ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00A0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ`,
};

const upper = Uint8Array.from({ length: 128 }, (_none, at) => at + 128);

const tables = Object.fromEntries(
  singleByte.map((name) => [name, [...(codePages[name] ?? new TextDecoder(name).decode(upper))]]),
) as Record<SingleByte, string[]>;

/** Decodes single-byte characters. */
export function decodeSingleByte(bytes: Uint8Array, encoding: SingleByte): string {
  const table = tables[encoding];
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u00FF]/g, (sign) => table[sign.charCodeAt(0) - 128]!);
}

/** The maximum number of non-ASCII bytes examined. */
const enough = 20_000;

/** Returns the most plausible character set for Europe. */
export function likelySingleByte(bytes: Uint8Array): SingleByte {
  const places: number[] = [];
  for (let at = 0; at < bytes.length && places.length < enough; at++) if (bytes[at]! >= 0x80) places.push(at);
  const scores = singleByte.map((encoding) => {
    const table = tables[encoding];
    const sign = (at: number) => {
      const byte = bytes[at];
      return byte === undefined ? '' : byte < 0x80 ? String.fromCharCode(byte) : table[byte - 128]!;
    };
    return places.reduce((sum, at) => sum + likelihood(sign(at - 1), sign(at), sign(at + 1)), 0);
  });
  return singleByte[scores.indexOf(Math.max(...scores))]!;
}

const eastern = 'ąćęłńóśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰăĂđĐľĽ';
const cyrillic = /\p{Script=Cyrillic}/u;
const isForeign = (sign: string) => sign >= '\u0080' && isLetter(sign);

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isSmall = (sign: string) => /\p{Ll}/u.test(sign);
const isCapital = (sign: string) => /\p{Lu}/u.test(sign);

function consonantFit(before: string, sign: string, after: string): number {
  if ('ńŃ'.includes(sign)) return fitOf(before, 'ñ', after) === 'eastern' ? 0.9 : -0.5;
  const role = roleBetween(before, after);
  return role === 'vowel' ? -1 : role ? 0.9 : 0.75;
}

/** Returns how well a character fits. German letters count most, then Western European ones. */
function likelihood(before: string, sign: string, after: string): number {
  if (/\p{Cc}/u.test(sign)) return -5;
  const isInWord = isLetter(before) || isLetter(after);
  if (cyrillic.test(sign)) {
    const isAmong = [before, after].every((one) => !isLetter(one) || cyrillic.test(one));
    if (!isLetter(before) && !isLetter(after)) return -0.5;
    return isAmong && !(isCapital(sign) && isSmall(before)) ? 1 : -2;
  }
  // no Latin word has three such letters in a row
  if (isForeign(before) && isForeign(sign) && isForeign(after)) return -1;
  if (sign === 'ß' && isInWord && !'aeiouäöüyAEIOUÄÖÜY'.includes(before || '-')) return -1;
  // "Neuötting" exists, but mostly it is another set's š
  if (sign === 'ö' && /[aeiouáéíóú]/i.test(before)) return 0;
  if ('äöüß'.includes(sign)) return !isInWord ? 0 : isCapital(after) && !isCapital(before) ? -2 : 3;
  if ('ÄÖÜ'.includes(sign)) return isSmall(before) ? -2 : isLetter(after) ? 3 : 0;
  // "cœur", "Œuvre"
  if (/œ/i.test(sign) && /u/i.test(after) && !(isCapital(sign) && isSmall(before))) return 1.2;
  const fit = isInWord ? fitOf(before, sign, after) : null;
  if (fit && !'ûõþýðœ'.includes(sign.toLowerCase()))
    return isCapital(sign) && isSmall(before) ? -2 : fit === 'eastern' ? -1 : 1;
  if ((easternConsonants.includes(sign) || 'ńŃ'.includes(sign)) && isInWord)
    return isCapital(sign) && isSmall(before) ? -2 : consonantFit(before, sign, after);
  if ('éèáàçêëâîïôûñóíúøåæãõìòùý'.includes(sign)) return isInWord ? 1 : 0;
  if ('ÉÈÁÀÇÊËÂÎÏÔÛÑÓÍÚØÅÆ'.includes(sign)) return isSmall(before) ? -2 : isLetter(after) ? 1 : 0;
  if ('şğŞĞ'.includes(sign)) return isCapital(sign) && isSmall(before) ? -2 : isInWord ? 1.1 : 0;
  if ('ıİ'.includes(sign)) return isInWord ? 0.9 : 0;
  if (eastern.includes(sign) && !'šžŠŽ'.includes(sign))
    return isCapital(sign) && isSmall(before) ? -2 : isInWord ? 0.75 : 0;
  if ('ţŢ'.includes(sign)) return isInWord ? 0.3 : 0;
  if ('šžœŠŽŒ'.includes(sign)) return isCapital(sign) && isSmall(before) ? -2 : 0;
  if ('„“‘«'.includes(sign)) return isLetter(before) ? -2 : 1;
  if ('”’»…'.includes(sign)) return isLetter(after) && sign !== '’' ? -2 : 1;
  if ('–—§°€·´`\u00A0'.includes(sign)) return 0.5;
  return isInWord ? -2 : -0.5;
}
