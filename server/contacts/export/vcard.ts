/** One property of a vCard: name with parameters, and its value, escaped. */
export interface Property {
  name: string;
  value: string;
}

/** A text value of a vCard (RFC 6350, 3.4). */
export const vcardText = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** A value of several texts, as names and addresses have them. */
export const vcardParts = (...parts: (string | null | undefined)[]): string =>
  parts.map((part) => vcardText(part ?? '')).join(';');

/** A vCard 4.0 of these properties. */
export function vcardOf(properties: readonly Property[]): string {
  const lines = properties.map(({ name, value }) => `${name}:${value}`);
  return ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD'].map((line) => `${folded(line)}\r\n`).join('');
}

const octets = 75;

/** A line in pieces of at most 75 octets, none of which cuts a character; further ones begin with a space. */
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
