const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';
const extendedCodes = [0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65, 0x0a];
const escapeCode = 0x1b;
const septets = new Map([...[...basic].map((c) => [c, 1] as const), ...[...extended].map((c) => [c, 2] as const)]);

export interface SmsSize {
  encoding: 'GSM-7' | 'UCS-2';
  /** Septets in GSM-7, UTF-16 units in UCS-2. */
  units: number;
  /** Number of billed messages. */
  parts: number;
}

/**
 * Returns the SMS size of a text: 160 characters, several 153 each; outside GSM-7 70 and 67. Characters of the
 * extension table count as two and are never split.
 */
export function smsSize(text: string): SmsSize {
  const { encoding, units, starts } = measure(text);
  return { encoding, units, parts: starts.length };
}

/** Returns the parts that `smsSize` counts, in order. */
export function smsParts(text: string): { encoding: SmsSize['encoding']; parts: string[] } {
  const { encoding, characters, starts } = measure(text);
  return { encoding, parts: starts.map((start, at) => characters.slice(start, starts[at + 1]).join('')) };
}

const plainSigns: readonly [RegExp, string][] = [
  [/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2018-\u201b\u2039\u203a\u2032\u00b4\u0060]/g, "'"],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' '],
  [/[\u200b-\u200d\u2060\ufeff\u00ad]/g, ''],
  [/[\u2022\u00b7]/g, '-'],
  [/\u00d7/g, 'x'],
  [/\u2192/g, '->'],
];

/** Replaces typographic signs with GSM-7 characters, because one outside halves the length of an SMS. Letters stay. */
export function withPlainSigns(text: string): string {
  const composed = text.normalize('NFC');
  const plain = plainSigns.reduce((rest, [sign, instead]) => rest.replace(sign, instead), composed);
  return outsideGsm(plain).length ? composed : plain;
}

/** Returns the characters outside GSM-7, each once, in reading order. */
export const outsideGsm = (text: string): string[] => [...new Set(text)].filter((character) => !septets.has(character));

/** Returns how many units fit without another part. */
export function smsRoom(text: string): number {
  const { encoding, units, characters, starts } = measure(text);
  const [single, each] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
  if (starts.length <= 1) return single - units;
  const last = characters.slice(starts.at(-1)).map((one) => (encoding === 'GSM-7' ? septets.get(one)! : one.length));
  return each - last.reduce((sum, size) => sum + size, 0);
}

function measure(text: string) {
  const characters = [...text.normalize('NFC')];
  const gsm = characters.every((character) => septets.has(character));
  const encoding: SmsSize['encoding'] = gsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((character) => (gsm ? septets.get(character)! : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [single, each] = gsm ? [160, 153] : [70, 67];
  const starts = units === 0 ? [] : [0];
  let used = 0;
  for (const [at, size] of units <= single ? [] : sizes.entries()) {
    if (used + size > each) {
      starts.push(at);
      used = 0;
    }
    used += size;
  }
  return { encoding, units, characters, starts };
}

const codes = new Map<string, readonly number[]>([
  ...[...basic].map((character, at) => [character, [at < escapeCode ? at : at + 1]] as const),
  ...[...extended].map((character, at) => [character, [escapeCode, extendedCodes[at]!]] as const),
]);
const characters = new Map([...codes].map(([character, code]) => [code.join(), character]));

/** Encodes a GSM-7 text, one septet per byte; other characters become question marks. */
export const toGsm = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? codes.get('?')!));

/**
 * Decodes septets. Unknown codes become question marks, unknown escapes their plain character, and one without a
 * character U+FFFD.
 */
export function fromGsm(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const escaped = bytes[at] === escapeCode;
    if (escaped) at++;
    const code = bytes[at];
    if (code === undefined) return `${text}\ufffd`;
    text += (escaped && characters.get(`${escapeCode},${code}`)) || (characters.get(String(code)) ?? '?');
  }
  return text;
}
