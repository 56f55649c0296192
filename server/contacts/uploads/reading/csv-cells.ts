interface RawCells {
  cells: string[];
  /** Of its line break, or the text's end. */
  end: number;
  /** Line breaks within it. */
  breaks: number;
  /** Line breaks before a bad quote; null without one. */
  fault: number | null;
  /** In quoted cells with a line break. */
  swallowed: number;
}

interface Cell {
  text: string;
  end: number;
  breaks: number;
  isFaulty: boolean;
  swallowed: number;
}

/** Lines end with \n. */
export function readRecord(text: string, start: number, separator: string): RawCells {
  const record: RawCells = { cells: [], end: start, breaks: 0, fault: null, swallowed: 0 };
  for (;;) {
    const cell = readCell(text, record.end, separator);
    record.cells.push(cell.text.trim());
    record.end = cell.end;
    if (cell.isFaulty) record.fault ??= record.breaks;
    record.breaks += cell.breaks;
    record.swallowed += cell.swallowed;
    if (text[record.end] !== separator) return record;
    record.end++;
  }
}

function readCell(text: string, start: number, separator: string): Cell {
  const open = openingQuote(text, start, separator);
  return (open === null ? null : readQuoted(text, open, separator)) ?? readBare(text, start, separator);
}

/** After blanks, and = of preserved zeros (="0171"). */
function openingQuote(text: string, start: number, separator: string): number | null {
  const at = passBlanks(text, start, separator);
  if (text[at] === '"') return at;
  return text[at] === '=' && text[at + 1] === '"' ? at + 1 : null;
}

function passBlanks(text: string, start: number, separator: string): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\u00A0' || (text[at] === '\t' && separator !== '\t')) at++;
  return at;
}

/** Null if text follows the closing quote, so that the cell is bare. */
function readQuoted(text: string, open: number, separator: string): Cell | null {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const inner = text.slice(open + 1, close < 0 ? text.length : close);
  const breaks = inner.split('\n').length - 1;
  const swallowed = breaks > 0 ? inner.split(separator).length - 1 : 0;
  const cell = { text: inner.replaceAll('""', '"'), breaks, swallowed };
  if (close < 0) return { ...cell, end: text.length, isFaulty: true };
  const end = passBlanks(text, close + 1, separator);
  if (end >= text.length || text[end] === separator || text[end] === '\n') return { ...cell, end, isFaulty: false };
  return breaks > 0 ? { ...cell, end: text.length, isFaulty: true } : null;
}

function readBare(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
  const found = text.slice(start, end).trim();
  const behind = found.startsWith('"') ? found[found.indexOf('"', 1) + 1] : undefined;
  const isGlued = behind !== undefined && behind.trim() !== '';
  // "Anna "Anni"": the first quote doesn't end before the nickname
  const isWrapped = isGlued && found.endsWith('"');
  const isOdd = found.split('"').length % 2 === 0;
  const isInch = /\d/.test(found[found.lastIndexOf('"') - 1] ?? '');
  const inner = isWrapped ? found.slice(1, -1) : found;
  return { text: inner, end, breaks: 0, isFaulty: (isOdd && !isInch) || (isGlued && !isWrapped), swallowed: 0 };
}
