import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { readRecord } from './csv-cells.ts';
import { type FileRecord, withoutErrors } from './file-record.ts';
import { headerPlace, mostTitleLines, namedFields } from './find-header.ts';

interface CsvFile {
  separator: string;
  records: AsyncGenerator<FileRecord>;
}

const separators = [';', ',', '\t', '|'];

/**
 * Splits records by RFC 4180 with spreadsheets' tolerance. The header is the line that names fields; its separator
 * counts, unless "sep=;" names one. Refuses bad quotes and oversized cells, with the line.
 */
export async function parseCsv(pieces: AsyncGenerator<string>): Promise<CsvFile> {
  let text = '';
  for await (const piece of pieces) text += piece;
  const named = /^\n*[ "]*sep=([^\n])[^\n]*\n/i.exec(text);
  const start = named?.[0].length ?? 0;
  const before = named ? named[0].split('\n').length - 1 : 0;
  const separator = named?.[1] ?? separatorOf(text);
  return { separator, records: recordsOf(text, { start, line: before + 1, separator }) };
}

/** Returns the separator that names most fields, or the most frequent. */
function separatorOf(text: string): string {
  const tables = separators.map((separator) => firstRecords(text, { start: 0, line: 1, separator }));
  const headers = tables.map((rows) => namedFields(rows[headerPlace(rows)] ?? []));
  const most = Math.max(...headers);
  if (most > 1 || (most === 1 && headers.filter((count) => count === most).length === 1)) {
    return separators[headers.indexOf(most)]!;
  }
  const lines = Math.min(...tables.map(({ length }) => length));
  for (let at = 0; at < lines; at++) {
    const widths = tables.map((rows) => rows[at]!.length);
    const widest = Math.max(...widths);
    if (widest > 1) return separators[widths.indexOf(widest)]!;
    if (most === 1) break;
  }
  return separators[0]!;
}

interface Place {
  start: number;
  line: number;
  separator: string;
}

/** Returns the first records, up to a bad quote. */
function firstRecords(text: string, place: Place): string[][] {
  const found: string[][] = [];
  for (const { cells, fault } of rawRecords(text, place)) {
    if (fault !== null || found.length === mostTitleLines) break;
    if (cells.some((cell) => cell)) found.push(cells);
  }
  return found;
}

type RawRecord = FileRecord & { fault: number | null; breaks: number; swallowed: number };

function* rawRecords(text: string, { start, line: first, separator }: Place): Generator<RawRecord> {
  let line = first;
  for (let at = start; at < text.length; ) {
    if (text[at] === '\n') {
      [at, line] = [at + 1, line + 1];
      continue;
    }
    const { cells, end, breaks, fault, swallowed } = readRecord(text, at, separator);
    yield { line, cells, breaks, swallowed, fault: fault === null ? null : line + fault };
    [at, line] = [end + 1, line + breaks + 1];
  }
}

async function* recordsOf(text: string, place: Place): AsyncGenerator<FileRecord> {
  const rows = firstRecords(text, place);
  let [skipped, width] = [headerPlace(rows), 0];
  // above an unknown header, an empty line may be intended
  const passesEmpty = namedFields(rows[skipped] ?? []) > 0;
  for (const { fault, breaks, swallowed, ...record } of rawRecords(text, place)) {
    if (fault !== null) throw atLine('error_upload_quotes', fault);
    if (record.cells.some((cell) => cell.length > limits.csvCell)) throw atLine('error_upload_cell', record.line);
    if (skipped > 0 && record.cells.some((cell) => cell)) {
      skipped--;
      continue;
    }
    if (!width && passesEmpty && !record.cells.some((cell) => cell)) continue;
    // an unclosed quote swallows lines
    const written = record.cells.length - 1 + swallowed;
    const isShort = record.cells.length < width || (width > 1 && written === (breaks + 1) * (width - 1));
    const isOpen = swallowed > 0 && width > 0 && isShort;
    const read = { ...record, ...withoutErrors(record.cells) };
    yield isOpen ? { ...read, refusal: 'error_upload_open_quote' } : read;
    width ||= record.cells.length;
  }
}

const atLine = (key: 'error_upload_cell' | 'error_upload_quotes', line: number) =>
  new Refusal(key, undefined, { line });
