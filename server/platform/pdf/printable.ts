import { cleanText } from '#shared/stored-text.ts';
import { hasGlyph } from './glyphs.ts';

const instead = new Map(
  Object.entries({
    '→⇒➔➜➡': '->',
    '←⇐⬅': '<-',
    '↔⇔': '<->',
    '↑⇑⬆': '^',
    '↓⇓⬇': 'v',
    '✓✔☑✅': '[x]',
    '✗✘☒❌✖': '[-]',
    '☐⬜': '[ ]',
    '☎☏📞📱': 'Tel.',
    '✉📧': 'E-Mail',
    '⚠': '(!)',
    '●⬤■▪▶►◆': '•',
    '★☆⭐': '*',
    '\u202f\u2007\u00a0': '\u00a0',
    '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000': ' ',
    '\u2010\u2011\u2212': '-',
  }).flatMap(([signs, text]) => [...signs].map((sign) => [sign, text] as const)),
);

/**
 * Converts a text for the font: composed letters, no control characters. Replaces missing characters, if necessary by
 * code points.
 */
export function printable(text: string): string {
  const plain = cleanText(text)
    .replace(/\t/g, ' ')
    .replace(/\p{Cf}|[\ufe0e\ufe0f]/gu, '');
  let [printed, missing] = ['', [] as string[]];
  const close = () => {
    if (missing.length) printed += `[${missing.join(' ')}]`;
    missing = [];
  };
  for (const sign of plain) {
    const drawn = sign === '\n' || hasGlyph(sign) ? sign : (instead.get(sign) ?? simpler(sign));
    if (drawn === null) missing.push(`U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
    else {
      close();
      printed += drawn;
    }
  }
  close();
  return printed;
}

/** Returns a letter without marks, or a compatible form, that the font has; otherwise null. */
function simpler(sign: string): string | null {
  const parts = [...sign.normalize('NFKD').replace(/\p{M}/gu, '')];
  return parts.length > 0 && parts.every(hasGlyph) ? parts.join('') : null;
}
