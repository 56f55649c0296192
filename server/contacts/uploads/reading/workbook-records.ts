import { streamXlsxRows } from 'hucre/xlsx';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { type FileRecord, type FileRemark, plainCell, withoutErrors } from './file-record.ts';
import { headerPlace, mostTitleLines, namedFields } from './find-header.ts';
import { displayedNumber, layoutOf, type SheetLayout, type VisibleSheet, visibleSheets } from './workbook-layout.ts';
import { unpackedSize, zipEntries } from './zip-entries.ts';

/**
 * Yields a sheet's non-empty rows from its header: the first visible sheet with a table, otherwise the last active one.
 * May never end: call `withPeopleFile`.
 */
export async function* workbookRecords(bytes: Uint8Array): AsyncGenerator<FileRecord> {
  const size = unpackedSize(bytes);
  if (size === null) throw new Refusal('error_upload_workbook');
  if (size > limits.workbookUnpacked) throw new Refusal('error_upload_costly');
  const entries = zipEntries(bytes)!;
  // OpenDocument, packed in another order
  if (entries.some(({ name }) => name === 'content.xml')) throw new Refusal('error_upload_binary');
  const sheets = visibleSheets(bytes, entries);
  const tables = sheets.length > 1 ? await tablesOf(bytes, sheets.slice(0, mostSheets)) : sheets;
  const sheet = tables[0] ?? sheets[0];
  const layout = sheet ? layoutOf(bytes, entries, sheet) : noLayout;
  const others = tables.slice(1).map(({ name }) => name);
  let isFirst = others.length > 0;
  let isHeader = true;
  for await (const row of fromHeader(rowsOf(bytes, sheet?.name, layout))) {
    if (isFirst && !isHeader) {
      const remark = { key: 'error_upload_other_sheets', at: null, value: others.join(', ') } as const;
      yield { ...row, remarks: [remark, ...(row.remarks ?? [])] };
      isFirst = false;
    } else yield row;
    isHeader = false;
  }
}

const noLayout: SheetLayout = {
  hidden: new Set(),
  formats: new Map(),
  joined: [],
  uncalculated: new Set(),
  beyondDays: new Map(),
  guides: new Map(),
  blank: new Set(),
  lost: new Set(),
};
/** Each requires reading all texts. */
const mostSheets = 8;
/** Includes empty rows, which may have thousands of cells. */
const mostSearched = 200;

/** Returns the sheets that name two fields, otherwise the first with two filled cells. */
async function tablesOf(bytes: Uint8Array, sheets: readonly VisibleSheet[]): Promise<VisibleSheet[]> {
  const [named, filled]: VisibleSheet[][] = [[], []];
  for (const sheet of sheets) {
    const rows: string[][] = [];
    for await (const { cells } of rowsOf(bytes, sheet.name, noLayout, mostSearched)) {
      rows.push(cells);
      if (rows.length === mostTitleLines) break;
    }
    if (rows.some((cells) => namedFields(cells) > 1)) named!.push(sheet);
    else if (rows.some((cells) => cells.filter((cell) => cell).length > 1)) filled!.push(sheet);
  }
  return named!.length ? named! : filled!.slice(0, 1);
}

/** Yields non-empty rows of the first `maxRows`; 0: all. */
async function* rowsOf(
  bytes: Uint8Array,
  sheet: string | undefined,
  layout: SheetLayout,
  maxRows = 0,
): AsyncGenerator<FileRecord> {
  const rows = streamXlsxRows(bytes, { maxRows, ...(sheet !== undefined && { sheet }) });
  const joined = new Map<number, { first: string; at: number }[]>();
  for (const { first, last, at } of layout.joined) {
    for (let row = first + 1; row <= last; row++)
      joined.set(row, [...(joined.get(row) ?? []), { first: `${first}:${at}`, at }]);
  }
  const firsts = new Map<string, string>([...joined.values()].flat().map(({ first }) => [first, '']));
  let last = 0;
  for (;;) {
    // errors are the reader's words for programmers
    const next = await rows.next().catch(() => {
      throw new Refusal('error_upload_workbook');
    });
    if (next.done) return;
    const { index, values } = next.value;
    const line = index + 1;
    // a header below its rows would make them its title
    if (line <= last) throw new Refusal('error_upload_workbook');
    last = line;
    if (layout.lost.has(line)) throw new Refusal('error_upload_workbook', undefined, { line });
    const written = values.map((value, at) => shownCell(layout, line, at, value));
    const { cells, remarks } = withoutErrors(written);
    const missing = values.flatMap((value, at): FileRemark[] =>
      (value === null || value === '') && layout.uncalculated.has(`${line}:${at}`)
        ? [{ key: 'error_upload_formula', at, value: null }]
        : [],
    );
    const numbers = values.flatMap((value, at) => (typeof value === 'number' ? [at] : []));
    const filled = cells.filter((cell) => cell).length;
    if (filled > limits.csvColumns) throw new Refusal('error_upload_columns', undefined, { line });
    if (!filled) continue;
    // a merged cell's text applies to each of its rows
    for (const [at, cell] of cells.entries()) if (firsts.has(`${line}:${at}`)) firsts.set(`${line}:${at}`, cell);
    for (const { first, at } of joined.get(line) ?? []) {
      while (cells.length <= at) cells.push('');
      cells[at] ||= firsts.get(first) ?? '';
    }
    const record: FileRecord = { line, cells, numbers, remarks: [...remarks, ...missing] };
    yield layout.hidden.has(line) ? { ...record, refusal: 'error_upload_hidden_row' } : record;
  }
}

function shownCell(layout: SheetLayout, line: number, at: number, value: unknown): string {
  const place = `${line}:${at}`;
  if (typeof value === 'number') return displayedNumber(layout, line, at, value);
  if (value instanceof Date) return layout.beyondDays.get(place) ?? cellText(value, line);
  if (layout.blank.has(place)) return '';
  const guide = layout.guides.get(place);
  const isGuided = guide && typeof value === 'string' && value.endsWith(guide);
  return cellText(isGuided ? value.slice(0, -guide.length) : value, line);
}

/** Skips rows above the table. */
async function* fromHeader(rows: AsyncGenerator<FileRecord>): AsyncGenerator<FileRecord> {
  const first: FileRecord[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value);
    if (first.length === mostTitleLines) break;
  }
  const at = headerPlace(first.map(({ cells }) => cells));
  const [header, ...below] = first.slice(at);
  if (!header) return;
  // a hidden row may name the columns
  yield { line: header.line, cells: withoutEmptyEnd(header).cells };
  yield* below;
  yield* rows;
}

const withoutEmptyEnd = ({ line, cells }: FileRecord): FileRecord => ({
  line,
  cells: cells.slice(0, cells.findLastIndex((cell) => cell) + 1),
});

/** A day as strict workbooks write it. */
const midnight = /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0{1,9})?)?Z?$/;

function cellText(value: unknown, line: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value instanceof Date) return dayOf(value);
  const text = plainCell(String(value)).replace(midnight, '$1');
  if (text.length > limits.csvCell) throw new Refusal('error_upload_cell', undefined, { line });
  return text;
}

function dayOf(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return '';
  return moment
    .toISOString()
    .replace('T', ' ')
    .replace(/( 00:00)?:00\.000Z$|\.\d+Z$/, '')
    .replace(/^1899-12-31 /, ''); // a time of day
}
