const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';
const septets = new Map([...[...basic].map((c) => [c, 1] as const), ...[...extended].map((c) => [c, 2] as const)]);

/** How a text travels as SMS. */
export interface SmsSize {
  encoding: 'GSM-7' | 'UCS-2';
  /** Septets in GSM-7, UTF-16 units in UCS-2. */
  units: number;
  /** How many messages it takes; this is what is paid. */
  parts: number;
}

/**
 * Parts of a text as SMS: 160 characters in one or 153 in each of several, 70 and 67 as soon as one character is not
 * in GSM-7; characters of its extension table count two. A character is never split between parts.
 */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const gsm = characters.every((character) => septets.has(character));
  const encoding = gsm ? 'GSM-7' : 'UCS-2';
  const sizes = characters.map((character) => (gsm ? septets.get(character)! : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [single, each] = gsm ? [160, 153] : [70, 67];
  if (units <= single) return { encoding, units, parts: units === 0 ? 0 : 1 };
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return { encoding, units, parts };
}
