import { isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';

/** An encoded text of a mail. */
export interface Encoded {
  encoding: '7bit' | 'quoted-printable' | 'base64';
  content: string;
}

interface Line {
  text: string;
  quoted: string;
  /** Fits into a mail unencoded. */
  isPlain: boolean;
  /** The letters from a to z minus the characters that quoted-printable triples. */
  latin: number;
}

const longestLine = 76;
const keptLines = 500;
// nodemailer's criteria for quoted-printable or base64
const foreign = /[^\t\n\r -\x7f]/g;
const letters = /[A-Za-z]/g;

/** Encodes the texts of a message by nodemailer's rules; caches lines. */
export function openEncoder(): (text: string) => Encoded {
  const lines = new Map<string, Line>();
  let last: { text: string; encoded: Encoded } | null = null;

  const lineOf = (text: string): Line => {
    const known = lines.get(text);
    if (known) return known;
    const line: Line = {
      text,
      quoted: wrap(encode(text), longestLine),
      isPlain: text.length <= longestLine && isPlainText(text),
      latin: (text.match(letters)?.length ?? 0) - (text.match(foreign)?.length ?? 0),
    };
    if (lines.size >= keptLines) lines.clear();
    lines.set(text, line);
    return line;
  };
  const encoded = (text: string): Encoded => {
    const all = text.split(/\r\n|\r|\n/).map(lineOf);
    if (all.every(({ isPlain }) => isPlain)) return { encoding: '7bit', content: joined(all, 'text') };
    if (all.reduce((sum, { latin }) => sum + latin, 0) > 0)
      return { encoding: 'quoted-printable', content: joined(all, 'quoted') };
    const bytes = Buffer.from(joined(all, 'text')).toString('base64');
    return { encoding: 'base64', content: bytes.match(/.{1,76}/g)?.join('\r\n') ?? '' };
  };
  return (text) => {
    if (last?.text !== text) last = { text, encoded: encoded(text) };
    return last.encoded;
  };
}

const joined = (lines: Line[], form: 'text' | 'quoted') => lines.map((line) => line[form]).join('\r\n');
