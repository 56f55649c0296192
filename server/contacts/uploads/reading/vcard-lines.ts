import { Refusal } from '#server/errors.ts';

/** A vCard as its lines say it, unfolded, and where it begins. */
export interface CardLines {
  line: number;
  version: string;
  lines: string[];
}

/** What is read of a card; pictures, keys and the rest are passed over. */
const wanted = ['FN', 'N', 'EMAIL', 'TEL', 'ADR', 'ORG', 'TITLE', 'ROLE', 'LANG', 'CATEGORIES', 'NOTE', 'X-ABLABEL'];
const longestCard = 100_000;

/** The cards of a text, one after the other. Refuses a card that never ends and one that is too long, with its line. */
export async function* cardsOf(text: AsyncGenerator<string>): AsyncGenerator<CardLines> {
  let card: CardLines | null = null;
  let [isKept, isOpen, length] = [false, false, 0];
  for await (const { line, text: raw } of linesOf(text)) {
    if (!card) {
      if (/^begin:vcard\s*$/i.test(raw)) card = { line, version: '', lines: [] };
      [isKept, isOpen, length] = [false, false, 0];
      continue;
    }
    if (/^end:vcard\s*$/i.test(raw)) {
      yield card;
      card = null;
      continue;
    }
    const isMore = isOpen || /^[ \t]/.test(raw);
    if (isMore && isKept) addTo(card.lines, raw, isOpen);
    if (!isMore) {
      if (/^version:/i.test(raw)) card.version = raw.slice('version:'.length).trim();
      isKept = wanted.includes(nameOf(raw));
      if (isKept) card.lines.push(raw);
    }
    if (isKept) length += raw.length;
    if (length > longestCard) throw new Refusal('error_upload_cell', undefined, { line: card.line });
    // a quoted-printable value goes on after a line that ends with an equals sign (vCard 2.1)
    isOpen = (isOpen || (!isMore && isQuotedPrintable(raw))) && raw.endsWith('=');
  }
  if (card) throw new Refusal('error_upload_card', undefined, { line: card.line });
}

/** Whether the value of a property line is written as quoted-printable. */
export const isQuotedPrintable = (line: string): boolean =>
  /;(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line.slice(0, line.indexOf(':') + 1));

/** The name of a property without what groups it ("item1.TEL"). */
export const nameOf = (line: string): string =>
  line
    .slice(0, Math.max(0, line.search(/[;:]/)))
    .replace(/^[^.]*\./, '')
    .toUpperCase();

function addTo(lines: string[], raw: string, isOpen: boolean): void {
  const last = lines.pop()!;
  lines.push(isOpen ? last.slice(0, -1) + raw.trimStart() : last + raw.slice(1));
}

async function* linesOf(pieces: AsyncGenerator<string>): AsyncGenerator<{ line: number; text: string }> {
  let [line, rest] = [0, ''];
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { line: ++line, text };
  }
  if (rest) yield { line: line + 1, text: rest };
}
