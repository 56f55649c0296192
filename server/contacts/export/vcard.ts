/** One property of a vCard: name with parameters, escaped value. */
export interface Property {
  name: string;
  value: string;
}

/** Escapes a text value of a vCard (RFC 6350, 3.4). */
export const vcardText = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Returns a structured value, as in names and addresses. */
export const vcardParts = (...parts: (string | null | undefined)[]): string =>
  parts.map((part) => vcardText(part ?? '')).join(';');

/** Returns a vCard 4.0 with these properties. */
export function vcardOf(properties: readonly Property[]): string {
  const lines = properties.map(({ name, value }) => `${name}:${value}`);
  return ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD'].map((line) => `${folded(line)}\r\n`).join('');
}

const octets = 75;

/** Folds a line into at most 75 octets, between characters. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= octets) return line;
  const pieces: string[] = [];
  let piece = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > octets) {
      pieces.push(piece);
      piece = '';
      length = 1; // the space before it
    }
    piece += character;
    length += size;
  }
  return [...pieces, piece].join('\r\n ');
}
