import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { Refusal } from '#server/errors.ts';
import { limits } from '#shared/limits.ts';
import type { FileRecord } from './file-record.ts';

/** A parsed file: its separator and its records, the header among them. */
interface CsvFile {
  separator: string;
  records: AsyncGenerator<FileRecord>;
}

const separators = [';', ',', '\t'];
/** Within which the header line must end. */
const headerMaximum = limits.csvColumns * limits.csvCell;

/**
 * Splits a text into records as RFC 4180 says. The separator is the one that the first line has most of, or the one that
 * Excel names in a line of its own ("sep=;"). Refuses quotes that do not match and cells beyond the limit, with the
 * line; a file is never held as a whole.
 */
export async function parseCsv(text: AsyncGenerator<string>): Promise<CsvFile> {
  let [start, linesBefore] = ['', 0];
  for (let piece = await text.next(); !piece.done; piece = await text.next()) {
    const more: string = start ? piece.value : piece.value.replace(/^\n+/, '');
    linesBefore += piece.value.length - more.length; // empty ones above the header
    start += more;
    if (firstLine(start).isWhole || start.length > headerMaximum) break;
  }
  const named = /^sep=([;,\t])\n/.exec(start);
  const separator = named?.[1] ?? separatorOf(firstLine(start).text);
  const rest = named ? start.slice(named[0].length) : start;
  return { separator, records: recordsOf(joined(rest, text), separator, linesBefore + (named ? 1 : 0)) };
}

async function* joined(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (start) yield start;
  yield* rest;
}

/** The first line, with the line breaks that stand between quotes. */
function firstLine(text: string): { text: string; isWhole: boolean } {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === '\n' && !quoted) return { text: text.slice(0, at), isWhole: true };
  }
  return { text, isWhole: false };
}

/** The sign that stands most often outside quotes; a semicolon when none does. */
function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = separators.map((sign) => bare.split(sign).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

async function* recordsOf(
  text: AsyncGenerator<string>,
  delimiter: string,
  linesBefore: number,
): AsyncGenerator<FileRecord> {
  let [end, empty] = [linesBefore, 0]; // of the records parsed so far; the iteration below lags behind
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true, // before they cost what a record costs
    max_record_size: 2 * headerMaximum,
    on_record: (record: string[], { lines, empty_lines }) => {
      end = linesBefore + lines;
      empty = empty_lines;
      const line = end - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
      return { line, cells: record.map((cell) => cell.trim()) } as FileRecord & string[];
    },
  });
  pipeline(Readable.from(text), parser, () => {}); // the iteration below sees the error
  try {
    for await (const record of parser as AsyncIterable<FileRecord>) {
      if (record.cells.some((cell) => cell.length > limits.csvCell)) throw atLine('error_upload_cell', record.line);
      yield record;
    }
  } catch (error) {
    const { empty_lines: skipped = empty } = error as { empty_lines?: number };
    throw refusalOf(error as CsvError, end + 1 + skipped - empty);
  }
}

const atLine = (key: 'error_upload_cell' | 'error_upload_quotes', line: number) =>
  new Refusal(key, undefined, { line });

function refusalOf(error: CsvError, line: number): Error {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return atLine('error_upload_cell', line);
  const isQuotes = ['CSV_QUOTE_NOT_CLOSED', 'CSV_INVALID_CLOSING_QUOTE', 'INVALID_OPENING_QUOTE'];
  return isQuotes.includes(error.code) ? atLine('error_upload_quotes', line) : error;
}
