import { Refusal } from '#server/platform/errors.ts';

/** A vCard's unfolded lines, with its first line number. */
export interface CardLines {
  line: number;
  version: string;
  lines: string[];
  /** Stray lines: neither a property nor the rest of one. */
  stray: string[];
  /** The declared kind: "individual", "group", "org". */
  kind: string;
}

/** Others, such as pictures and keys, are skipped. */
const wanted = ['FN', 'N', 'EMAIL', 'TEL', 'ADR', 'ORG', 'TITLE', 'ROLE', 'LANG', 'CATEGORIES', 'NOTE', 'X-ABLABEL'];
const longestCard = 100_000;
const agentStart = /^(?:[\w-]{1,40}\.)?agent(?:;[^:\n]{0,200})?:\s{0,9}begin:\s{0,9}vcard\s*$/i;

/** Yields cards. Refuses an unfinished or oversized one, with its line. */
export async function* cardsOf(text: AsyncGenerator<string>): AsyncGenerator<CardLines> {
  let card: CardLines | null = null;
  let [isKept, isOpen, isAgent, nested, length, isKind] = [false, false, false, 0, 0, false];
  /** A property that continues in the next line. */
  let head = '';
  for await (const { line, text: written } of linesOf(text)) {
    let raw = written;
    const isBegin = /^\s*begin:\s*vcard\s*$/i.test(raw);
    const isEnd = /^\s*end:\s*vcard\s*$/i.test(raw);
    if (!card) {
      if (isBegin) card = { line, version: '', lines: [], stray: [], kind: '' };
      [isKept, isOpen, isAgent, nested, length, isKind, head] = [false, false, false, 0, 0, false, ''];
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
    const isFolded = isOpen || /^[ \t]/.test(raw);
    const isMore = isFolded && !head;
    if (isFolded && head) {
      if (card.stray.at(-1) === head) card.stray.pop();
      raw = head + raw.slice(1);
    } else if (!isMore) raw = withPlainName(raw);
    head = !isMore && !raw.includes(':') ? raw.slice(0, longestHead) : '';
    const name = isMore ? '' : propertyName(raw);
    if (isMore && isKept) addTo(card, raw, isOpen);
    else if (isMore && isKind) card.kind += raw.trim().toLowerCase();
    if (!isMore) {
      isAgent = name === 'AGENT' && raw.endsWith(':');
      if (name === 'VERSION') card.version = valueIn(raw);
      isKind = kinds.includes(name);
      if (isKind) card.kind = valueIn(raw).toLowerCase();
      // without a colon: the rest of an incorrectly folded value
      if (head && (isKept || wanted.includes(name))) card.stray.push(head);
      isKept = !head && wanted.includes(name);
      if (isKept) card.lines.push(raw);
    }
    if (isKept) length += raw.length;
    if (length > longestCard) throw new Refusal('error_upload_cell', undefined, { line: card.line });
    // quoted-printable continues after an equals sign (vCard 2.1)
    isOpen = (isOpen || (!isMore && isQuotedPrintable(raw))) && raw.endsWith('=');
  }
  if (card) throw new Refusal('error_upload_card', undefined, { line: card.line });
}

const longestHead = 1_000;

/** Other programs' names of properties. */
const otherNames: Readonly<Record<string, string>> = { 'X-MS-TEL': 'TEL' };

/** Rewrites a property's name ("a.b.TEL ;CELL:1" becomes "a-b.TEL;CELL:1"). */
function withPlainName(line: string): string {
  const end = line.slice(0, longestHead).search(/[;:]/);
  const parts = line
    .slice(0, Math.max(0, end))
    .split('.')
    .map((part) => part.trim());
  if (end < 0 || parts.some((part) => !/^[\w -]+$/.test(part))) return line;
  const name = parts.pop()!;
  const group = parts.length ? `${parts.join('-')}.` : '';
  return `${group}${otherNames[name.toUpperCase()] ?? name}${line.slice(end)}`;
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
