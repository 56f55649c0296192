import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import type { Cell, Sheet, SheetColumn, Valued } from './cells.ts';
import { workbookOf } from './workbook.ts';

/** The file formats of tables. */
export const sheetFormats = ['csv', 'xlsx'] as const;

type SheetFormat = (typeof sheetFormats)[number];

/** Text columns, and value columns by their position. */
export const sheetColumns = (
  titles: readonly string[],
  values: Readonly<Partial<Record<number, Valued['holds']>>>,
): SheetColumn[] =>
  titles.map((title, at) => {
    const holds = values[at];
    return holds ? { title, holds } : title;
  });

/** A file name and the content in pieces. */
interface SheetFile {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
}

/** Returns the table as text, or as a workbook with typed cells. */
export function sheetFile(sheet: Sheet, format: SheetFormat): SheetFile {
  return { name: `${sheet.name}.${format}`, content: format === 'csv' ? csvOfSheet(sheet) : workbookOf(sheet) };
}

async function* csvOfSheet({ columns, rows }: Sheet): AsyncGenerator<string> {
  let head = byteOrderMark + csvLine(columns.map(titleOf));
  for await (const portion of rows) {
    yield head + portion.map((row) => csvLine(row.map(wordsOf))).join('');
    head = '';
  }
  if (head) yield head;
}

const titleOf = (column: SheetColumn): string => (typeof column === 'string' ? column : column.title);
const wordsOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.words);
