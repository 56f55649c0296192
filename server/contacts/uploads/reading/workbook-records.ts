import { streamXlsxRows } from 'hucre/xlsx';
import { Refusal } from '#server/errors.ts';
import { limits } from '#shared/limits.ts';
import { type FileRecord, plainCell } from './file-record.ts';
import { unpackedSize } from './unpacked-size.ts';

/** Lines above the header that may hold a title or a date. */
const mostTitleLines = 10;

/**
 * The rows of the first sheet of a workbook (Office Open XML) that hold something, from its header on. May take without end
 * and much memory: call `withPeopleFile`.
 */
export async function* workbookRecords(bytes: Uint8Array): AsyncGenerator<FileRecord> {
  const size = unpackedSize(bytes);
  if (size === null) throw new Refusal('error_upload_workbook');
  if (size > limits.workbookUnpacked) throw new Refusal('error_upload_costly');
  yield* fromHeader(rowsOf(bytes));
}

async function* rowsOf(bytes: Uint8Array): AsyncGenerator<FileRecord> {
  const rows = streamXlsxRows(bytes);
  for (;;) {
    // what fails are the reader's words about the file, which are for programmers
    const next = await rows.next().catch(() => {
      throw new Refusal('error_upload_workbook');
    });
    if (next.done) return;
    const { index, values } = next.value;
    const numbers = values.flatMap((value, at) => (typeof value === 'number' ? [at] : []));
    const record = { line: index + 1, cells: values.map((value) => cellText(value, index + 1)), numbers };
    const filled = record.cells.filter((cell) => cell).length;
    if (filled > limits.csvColumns) throw new Refusal('error_upload_columns', undefined, { line: record.line });
    if (filled) yield record;
  }
}

/** A title above the table fills one cell; the header is the first row that fills two, else the first of all. */
async function* fromHeader(rows: AsyncGenerator<FileRecord>): AsyncGenerator<FileRecord> {
  const above: FileRecord[] = [];
  for await (const row of rows) {
    const isHeader = row.cells.filter((cell) => cell).length > 1;
    if (!isHeader) above.push(row);
    if (!isHeader && above.length < mostTitleLines) continue;
    yield* isHeader ? [withoutEmptyEnd(row)] : above;
    yield* rows;
    return;
  }
  yield* above;
}

const withoutEmptyEnd = ({ line, cells }: FileRecord): FileRecord => ({
  line,
  cells: cells.slice(0, cells.findLastIndex((cell) => cell) + 1),
});

/** What a formula shows that has no value: whatever the language of the program, a file has these words. */
const excelError =
  /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|GETTING_DATA)$/;

function cellText(value: unknown, line: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Date) return dayOf(value);
  if (typeof value === 'number') return String(value);
  const text = plainCell(String(value));
  if (excelError.test(text)) return '';
  if (text.length > limits.csvCell) throw new Refusal('error_upload_cell', undefined, { line });
  return text;
}

/** A day, or a moment as the clock on the wall showed it. */
function dayOf(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return '';
  return moment
    .toISOString()
    .replace('T', ' ')
    .replace(/( 00:00)?:00\.000Z$|\.\d+Z$/, '');
}
