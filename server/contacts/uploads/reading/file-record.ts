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
  /** The first line. */
  line: number;
  cells: string[];
  /** Numeric workbook cells, whose zeros are a format. */
  numbers?: readonly number[];
  remarks?: readonly FileRemark[];
  /** The reason why the record is rejected. */
  refusal?: RefusalKey;
}

/** Characters in memory at once. */
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
  /** The header, then the people. A vCard's consists of targets. */
  records: AsyncGenerator<FileRecord>;
}

/** Cleans a cell for storage: whole characters, no control characters except tabs and line breaks, trimmed. */
export const plainCell = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();

/** English in workbooks, localized in CSV files. */
const formulaError =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|GETTING_DATA|NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!|KALK!)$/;

/** Empties formula errors, with remarks. */
export function withoutErrors(cells: readonly string[]): { cells: string[]; remarks: FileRemark[] } {
  const remarks = cells.flatMap((value, at): FileRemark[] =>
    formulaError.test(value) ? [{ key: 'error_upload_formula', at, value }] : [],
  );
  return { cells: cells.map((cell) => (formulaError.test(cell) ? '' : cell)), remarks };
}
