import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';

/** A text as it stands in a mail. */
export interface Encoded {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  content: string;
}

const longestLine = 76;
const keptLines = 500;

/** Encodes the texts of one message, by the rules of nodemailer; of lines that come again it remembers how. */
export function openEncoder(): (text: string) => Encoded {
  const lines = new Map<string, string>();
  let last: { text: string; encoded: Encoded } | null = null;

  const quoted = (line: string): string => {
    const known = lines.get(line);
    if (known !== undefined) return known;
    const encoded = wrap(encode(line), longestLine);
    if (lines.size >= keptLines) lines.clear();
    lines.set(line, encoded);
    return encoded;
  };
  const encoded = (text: string): Encoded => {
    if (isPlainText(text) && !hasLongerLines(text, longestLine)) {
      return { encoding: '7bit', content: text.replace(/\r\n|\r|\n/g, '\r\n') };
    }
    if (isLatin(text))
      return {
        encoding: 'quoted-printable',
        content: text
          .split(/\r\n|\r|\n/)
          .map(quoted)
          .join('\r\n'),
      };
    const bytes = Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n')).toString('base64');
    return { encoding: 'base64', content: bytes.match(/.{1,76}/g)?.join('\r\n') ?? '' };
  };
  return (text) => {
    if (last?.text !== text) last = { text, encoded: encoded(text) };
    return last.encoded;
  };
}

/** Whether there are more letters from a to z than characters that quoted-printable writes at three times their length. */
function isLatin(text: string): boolean {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80 || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) letters--;
    else if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) letters++;
  }
  return letters > 0;
}
