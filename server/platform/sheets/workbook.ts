import { type ByLanguage, textIn } from '#shared/label.ts';
import type { Cell, CellRow, Sheet, SheetColumn } from './cells.ts';

const formats: ByLanguage<{ day: string; moment: string }> = {
  de: { day: 'dd.mm.yyyy', moment: 'dd.mm.yyyy hh:mm:ss' },
  en: { day: 'dd/mm/yyyy', moment: 'dd/mm/yyyy hh:mm:ss' },
};

// the limit of a cell; files with longer texts count as broken
const longestText = 32_767;
const widths = { narrowest: 8, widest: 60 };

/**
 * Yields the table as an Office Open XML workbook while its rows are read. Cells are marked as text, so that no formula
 * runs and no leading zero is lost.
 */
export async function* workbookOf({ name, language, columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx'); // most processes never need it
  const portions = rows[Symbol.asyncIterator]();
  try {
    const first = await portions.next();
    const format = textIn(formats, language);
    const written = columns.map((column, at) => {
      const { title, holds } = typeof column === 'string' ? { title: column, holds: 'text' as const } : column;
      const width = widthOf([title, ...(first.done ? [] : first.value.map((row) => row[at] ?? ''))]);
      const numFmt = { text: '@', number: 'General', ...format }[holds];
      return { header: title, width, numFmt };
    });
    const options = { name: sheetName(name), freezePane: { rows: 1 }, columns: written };
    yield* writeXlsxStream(valuesOf(columns, first, portions), options);
  } finally {
    await portions.return?.();
  }
}

async function* valuesOf(
  columns: readonly SheetColumn[],
  first: IteratorResult<readonly CellRow[]>,
  portions: AsyncIterator<readonly CellRow[]>,
): AsyncGenerator<(string | number | Date | null)[]> {
  for (let portion = first; !portion.done; portion = await portions.next())
    for (const row of portion.value) yield columns.map((_column, at) => heldBy(row[at] ?? ''));
}

const heldBy = (cell: Cell) => (typeof cell === 'string' ? textOf(cell) || null : cell.value);

function textOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML has not
  const clean = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
  return clean.length > longestText ? `${clean.slice(0, longestText - 1)}…` : clean;
}

function widthOf(cells: readonly Cell[]): number {
  const lengths = cells.map((cell) =>
    Math.max(...(typeof cell === 'string' ? cell : cell.words).split('\n').map((line) => line.length)),
  );
  const longest = lengths.reduce((most, length) => Math.max(most, length), widths.narrowest);
  return Math.min(widths.widest, longest + 2);
}

const sheetName = (name: string): string => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);
