/** Character sets of one byte for each character, in the order in which they are preferred when nothing tells them apart. */
export const singleByte = ['windows-1252', 'macintosh', 'ibm850', 'ibm437'] as const;

/** A character set of one byte for each character. */
export type SingleByte = (typeof singleByte)[number];

// the characters from 0x80 on, of code pages that browsers do not know
const letters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ';
const codePages: Readonly<Record<string, string>> = {
  ibm850: `${letters}ø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0`,
  ibm437: `${letters}¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0`,
};

const upper = Uint8Array.from({ length: 128 }, (_none, at) => at + 128);

/** What each byte from 0x80 on stands for. */
const tables = Object.fromEntries(
  singleByte.map((name) => [name, [...(codePages[name] ?? new TextDecoder(name).decode(upper))]]),
) as Record<SingleByte, string[]>;

/** Decodes bytes of which each is a character. */
export function decodeSingleByte(bytes: Uint8Array, encoding: SingleByte): string {
  const table = tables[encoding];
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u00FF]/g, (sign) => table[sign.charCodeAt(0) - 128]!);
}

/** Bytes above ASCII beyond which no more are looked at. */
const enough = 20_000;

/** The character set in which bytes read most like words of Western Europe. */
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

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isSmall = (sign: string) => /\p{Ll}/u.test(sign);
const isCapital = (sign: string) => /\p{Lu}/u.test(sign);

/** How well a character fits between its neighbours; German letters speak loudest. */
function likelihood(before: string, sign: string, after: string): number {
  if (/\p{Cc}/u.test(sign)) return -5;
  const isInWord = isLetter(before) || isLetter(after);
  if ('äöüß'.includes(sign)) return !isInWord ? 0 : isCapital(after) && !isCapital(before) ? -2 : 3;
  if ('ÄÖÜ'.includes(sign)) return isSmall(before) ? -2 : isLetter(after) ? 3 : 0;
  if ('éèáàçêëâîïôûñóíúøåæãõìòùý'.includes(sign)) return isInWord ? 1 : 0;
  if ('ÉÈÁÀÇÊËÂÎÏÔÛÑÓÍÚØÅÆ'.includes(sign)) return isSmall(before) ? -2 : isLetter(after) ? 1 : 0;
  if ('šžœŠŽŒ'.includes(sign)) return isCapital(sign) && isSmall(before) ? -2 : 0;
  if ('„“‘«'.includes(sign)) return isLetter(before) ? -2 : 1;
  if ('”’»…'.includes(sign)) return isLetter(after) && sign !== '’' ? -2 : 1;
  if ('–—§°€·´`\u00A0'.includes(sign)) return 0.5;
  return isInWord ? -2 : -0.5;
}
