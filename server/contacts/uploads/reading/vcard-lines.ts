import { Refusal } from '#server/platform/errors.ts';

/** The unfolded lines of a vCard, with its first line number. */
export interface CardLines {
  line: number;
  version: string;
  lines: string[];
  /** Stray lines: neither a property nor the rest of one. */
  stray: string[];
  /** The declared kind: "individual", "group", "org". */
  kind: string;
}

/** The properties read; others, such as pictures and keys, are skipped. */
const wanted = ['FN', 'N', 'EMAIL', 'TEL', 'ADR', 'ORG', 'TITLE', 'ROLE', 'LANG', 'CATEGORIES', 'NOTE', 'X-ABLABEL'];
const longestCard = 100_000;
const agentStart = /^(?:[\w-]{1,40}\.)?agent(?:;[^:\n]{0,200})?:\s{0,9}begin:vcard\s*$/i;

/** Yields the cards of a text. Refuses an unfinished or oversized card, with its line. */
export async function* cardsOf(text: AsyncGenerator<string>): AsyncGenerator<CardLines> {
  let card: CardLines | null = null;
  let [isKept, isOpen, isAgent, nested, length] = [false, false, false, 0, 0];
  for await (const { line, text: raw } of linesOf(text)) {
    const isBegin = /^\s*begin:vcard\s*$/i.test(raw);
    const isEnd = /^\s*end:vcard\s*$/i.test(raw);
    if (!card) {
      if (isBegin) card = { line, version: '', lines: [], stray: [], kind: '' };
      [isKept, isOpen, isAgent, nested, length] = [false, false, false, 0, 0];
      continue;
    }
    // an assistant's card within the person's (AGENT, vCard 2.1)
    const beginsAgent = agentStart.test(raw);
    if (beginsAgent || (isBegin && (isAgent || nested))) nested++;
    else if (isBegin) throw new Refusal('error_upload_card', undefined, { line: card.line });
    else if (isEnd && nested) nested--;
    else if (isEnd) {
      yield card;
      card = null;
      continue;
    }
    if (isBegin || beginsAgent || nested || isEnd) continue;
    if (raw.trim() === '' && !isOpen) continue;
    const isMore = isOpen || /^[ \t]/.test(raw);
    const name = isMore ? '' : propertyName(raw);
    if (isMore && isKept) addTo(card, raw, isOpen);
    if (!isMore) {
      isAgent = name === 'AGENT' && raw.endsWith(':');
      if (name === 'VERSION') card.version = valueIn(raw);
      if (kinds.includes(name)) card.kind = valueIn(raw).toLowerCase();
      // without a colon: the rest of an incorrectly folded value
      if (isKept && !raw.includes(':')) card.stray.push(raw);
      isKept = wanted.includes(name);
      if (isKept) card.lines.push(raw);
    }
    if (isKept) length += raw.length;
    if (length > longestCard) throw new Refusal('error_upload_cell', undefined, { line: card.line });
    // a quoted-printable value continues after a line that ends with an equals sign (vCard 2.1)
    isOpen = (isOpen || (!isMore && isQuotedPrintable(raw))) && raw.endsWith('=');
  }
  if (card) throw new Refusal('error_upload_card', undefined, { line: card.line });
}

/** Properties with a card's kind. */
const kinds = ['KIND', 'X-ADDRESSBOOKSERVER-KIND', 'X-ABSHOWAS'];

const valueIn = (line: string): string => line.slice(line.indexOf(':') + 1).trim();

/** Returns whether a property line's value is quoted-printable. */
export const isQuotedPrintable = (line: string): boolean =>
  /;(ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line.slice(0, line.indexOf(':') + 1));

/** Returns a property's name without its group ("item1.TEL"). */
export const propertyName = (line: string): string =>
  line
    .slice(0, Math.max(0, line.search(/[;:]/)))
    .replace(/^[^.]*\./, '')
    .toUpperCase();

function addTo({ lines, version }: CardLines, raw: string, isOpen: boolean): void {
  const last = lines.pop()!;
  // vCard 2.1 folds at a blank, and keeps it
  lines.push(isOpen ? last.slice(0, -1) + raw.trimStart() : last + (version === '2.1' ? raw : raw.slice(1)));
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
