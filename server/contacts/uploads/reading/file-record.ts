import type { RefusalKey } from '#shared/refusals.ts';

/** A remark of a file's reader on a record. */
export interface FileRemark {
  key: RefusalKey;
  /** The cell's position; null for the whole record. */
  at: number | null;
  value: string | null;
}

/** One record of a file. */
export interface FileRecord {
  /** The line where it begins; a record may span several. */
  line: number;
  cells: string[];
  /** Positions of numeric workbook cells, whose leading zeros are only a format. */
  numbers?: readonly number[];
  remarks?: readonly FileRemark[];
  /** The reason why the record is rejected. */
  refusal?: RefusalKey;
}

/** The maximum number of characters in memory at once, for any number of records. */
export const mostAtOnce = 1_000_000;

/** Counts a record's characters, including separators. */
export const lengthOfRecord = ({ cells }: FileRecord): number => cells.reduce((sum, cell) => sum + cell.length + 1, 0);

/** The formats of files. */
export type FileFormat = 'csv' | 'xlsx' | 'vcf';

/** An opened file of people. */
export interface PeopleFile {
  format: FileFormat;
  encoding: string;
  /** The separator of cells; empty without one. */
  separator: string;
  /** The header, then the people. A vCard's header consists of target identifiers. */
  records: AsyncGenerator<FileRecord>;
}

/** Cleans a cell for storage: whole characters, no control characters except tabs and line breaks, trimmed. */
export const plainCell = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();

/** Error values of formulas. Workbooks have the English ones; CSV files have those of the spreadsheet's language. */
const formulaError =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|GETTING_DATA|NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!|KALK!)$/;

/** Empties cells with the error value of a formula, each with a remark. */
export function withoutErrors(cells: readonly string[]): { cells: string[]; remarks: FileRemark[] } {
  const remarks = cells.flatMap((value, at): FileRemark[] =>
    formulaError.test(value) ? [{ key: 'error_upload_formula', at, value }] : [],
  );
  return { cells: cells.map((cell) => (formulaError.test(cell) ? '' : cell)), remarks };
}
