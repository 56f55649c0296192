import { withoutApostrophe } from '#server/platform/csv.ts';

const longest = 4_000_000;

/** Thrown for a text that isn't a complete CSV file. */
export class Unreadable extends Error {}

/** Yields CSV lines; quoted line breaks belong to them. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    let begin = 0;
    let isOpen = false;
    for (let from = 0, end = rest.indexOf('\n'); end >= 0; from = end + 1, end = rest.indexOf('\n', from)) {
      for (let at = rest.indexOf('"', from); at >= 0 && at < end; at = rest.indexOf('"', at + 1)) isOpen = !isOpen;
      if (isOpen) continue;
      yield rest.slice(begin, end + 1);
      begin = end + 1;
    }
    rest = rest.slice(begin);
    if (rest.length > longest) throw new Unreadable('a line does not end: a quote was opened and not closed');
  }
  if (rest) yield rest;
}

/** Returns the cells of a line from `csvLine`. */
export function cellsOf(line: string): string[] {
  const end = line.endsWith('\r\n') ? line.length - 2 : line.length;
  const cells: string[] = [];
  for (let at = 0; at <= end; ) {
    if (line[at] === '"') {
      let close = line.indexOf('"', at + 1);
      while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
      if (close < 0) close = end;
      cells.push(withoutApostrophe(line.slice(at + 1, close).replaceAll('""', '"')));
      at = close + 2;
    } else {
      const semicolon = line.indexOf(';', at);
      const close = semicolon < 0 ? end : Math.min(semicolon, end);
      cells.push(withoutApostrophe(line.slice(at, close)));
      at = close + 1;
    }
  }
  return cells;
}
