import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import type { Cell, Column, Sheet, Valued } from './cells.ts';
import { workbookOf } from './workbook.ts';

/** The files in which a table is taken along. */
export const sheetFormats = ['csv', 'xlsx'] as const;

/** The ending of such a file. */
type SheetFormat = (typeof sheetFormats)[number];

/** Columns of text, but for those that hold values, by their place. */
export const columnsOf = (
  titles: readonly string[],
  values: Readonly<Partial<Record<number, Valued['holds']>>>,
): Column[] =>
  titles.map((title, at) => {
    const holds = values[at];
    return holds ? { title, holds } : title;
  });

/** What is sent: a name with its ending, and the content piece by piece. */
interface SheetFile {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
}

/** The table as a text file, in which values are words, or as a workbook, in which text is text and a value a value. */
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

const titleOf = (column: Column): string => (typeof column === 'string' ? column : column.title);
const wordsOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.words);
